import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatMessage } from '../../src-core/messages/message.ts';
import { NEVER_CANCELLED } from '../../src-core/model/context.ts';
import { askChild } from '../../src-main/device/ask-child.ts';
import { knownCosts } from '../../src-main/device/known-costs.ts';
import { temporaryFolder } from '../project/fixtures.ts';

const program = (source: string): string => {
  const path = join(temporaryFolder(), 'child.mjs');
  writeFileSync(path, source);
  return path;
};

describe('a child process that is asked', () => {
  it('answers, with what it was given', async () => {
    const path = program("console.error('a note\\nmore'); console.log(process.argv[2]);");
    expect(await askChild(path, { args: ['word'] })).toEqual({
      kind: 'answered',
      output: 'word\n',
      complaint: 'a note',
    });
  });

  it('counts as crashed where it hangs', async () => {
    const path = program('setInterval(() => {}, 1000);');
    expect(await askChild(path, { timeoutMs: 200 })).toEqual({
      kind: 'crashed',
      reason: 'the driver did not answer in 0.2 s',
    });
  });

  it('is killed where the person cancels', async () => {
    const path = program('setInterval(() => {}, 1000);');
    await expect(askChild(path, { cancel: { cancelled: true } })).rejects.toMatchObject({
      code: 'cancelled',
    });
  });
});

describe('the measurement in a child process', () => {
  it.each([{ kind: 'run' }, { kind: 'register', method: 'icp-plane', search: 'kd-tree' }] as const)(
    'is the CPU alone where no driver is found, for %j',
    async (workload) => {
      const told: string[] = [];
      const costs = await knownCosts(workload, {
        path: join(temporaryFolder(), 'devices.json'),
        tell: (_, sentence) => told.push(formatMessage(sentence, 'en')),
        cancel: NEVER_CANCELLED,
        env: { ...process.env, VK_DRIVER_FILES: '/none.json', VK_ICD_FILENAMES: '/none.json' },
      });
      expect(costs).toEqual({ kind: 'cpu-only', reason: expect.stringMatching(/GPU adapter/) });
      expect(told).toEqual([]);
    },
  );
});
