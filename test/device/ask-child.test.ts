import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatMessage } from '../../src-core/messages/message.ts';
import { NEVER_CANCELLED } from '../../src-core/model/context.ts';
import { askChild } from '../../src-main/device/ask-child.ts';
import { knownCosts } from '../../src-main/device/known-costs.ts';
import { temporaryFolder } from '../project/fixtures.ts';

const source = (name: string): string => new URL(`../../${name}`, import.meta.url).href;
const SERVE = `import { serveParentOnce } from '${source('src-main/rpc/child.ts')}';`;

const program = (text: string): string => {
  const path = join(temporaryFolder(), 'child.mjs');
  writeFileSync(path, text);
  return path;
};

describe('a child process that is asked', () => {
  it('answers, with what it was given', async () => {
    const path = program(
      `${SERVE} console.error('a note\\nmore'); console.log('noise'); serveParentOnce({ say: (word) => word + '!' });`,
    );
    expect(await askChild(path, 'say', 'word')).toEqual({
      kind: 'answered',
      reply: 'word!',
      complaint: 'a note',
    });
  });

  it('refuses as its method refuses', async () => {
    const path = program(
      `${SERVE} import { SocavonError } from '${source('src-core/model/errors.ts')}';
       serveParentOnce({ say() { throw new SocavonError('gpu-lost', 'The card went.'); } });`,
    );
    await expect(askChild(path, 'say', null)).rejects.toMatchObject({
      name: 'SocavonError',
      code: 'gpu-lost',
      message: 'The card went.',
    });
  });

  it('counts as crashed where it falls, before its answer or at its end', async () => {
    const crashed = { kind: 'crashed', reason: expect.stringContaining('the driver ended the process') };
    for (const fall of [
      "say() { throw new TypeError('a slip'); }",
      "say() { process.kill(process.pid, 'SIGSEGV'); }",
    ])
      expect(await askChild(program(`${SERVE} serveParentOnce({ ${fall} });`), 'say', null)).toEqual(crashed);
    const late =
      "process.on('exit', () => process.kill(process.pid, 'SIGSEGV')); serveParentOnce({ say: () => 1 });";
    expect(await askChild(program(`${SERVE} ${late}`), 'say', null)).toEqual(crashed);
  });

  it('counts as crashed where it hangs', async () => {
    const path = program('setInterval(() => {}, 1000);');
    expect(await askChild(path, 'say', null, { timeoutMs: 200 })).toEqual({
      kind: 'crashed',
      reason: 'the driver did not answer in 0.2 s',
    });
  });

  it('is killed where the person cancels', async () => {
    const path = program('setInterval(() => {}, 1000);');
    await expect(askChild(path, 'say', null, { cancel: { cancelled: true } })).rejects.toMatchObject({
      code: 'cancelled',
    });
  });
});

describe('the measurement in a child process', () => {
  it.each([{ kind: 'run' }, { kind: 'register', method: 'icp-plane', search: 'kd-tree' }] as const)(
    'is the CPU alone where no driver is found, for %j',
    async (workload) => {
      const messages: string[] = [];
      const costs = await knownCosts(workload, {
        path: join(temporaryFolder(), 'devices.json'),
        report: (_, sentence) => messages.push(formatMessage(sentence, 'en')),
        cancel: NEVER_CANCELLED,
        env: { ...process.env, VK_DRIVER_FILES: '/none.json', VK_ICD_FILENAMES: '/none.json' },
      });
      expect(costs).toEqual({ kind: 'cpu-only', reason: expect.stringMatching(/GPU adapter/) });
      expect(messages).toEqual([]);
    },
  );
});
