import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { builtProgram } from '../../e2e/harness/build.ts';
import { endOf, lastJson, runCli, startProgram } from '../cli/run-cli.ts';

const bundle = async (): Promise<string> => join(await builtProgram(), 'main/cli/main.js');

it('prints an address that answers at once, and ends with Ctrl-C', async () => {
  const folder = mkdtempSync(join(inject('scratch'), 'command-'));
  const program = startProgram(await bundle(), ['serve', folder, '--json']);
  const end = endOf(program);
  const [line] = (await once(program.stdout!, 'data')) as [Buffer];
  const { address } = JSON.parse(line.toString());
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}$/);
  const page = await fetch(address, { redirect: 'manual' });
  expect(page.status).toBe(303);
  // No other address of this machine answers, by which another one could come.
  const { port } = new URL(address);
  const others = Object.values(networkInterfaces()).flatMap((list = []) =>
    list.filter((one) => !one.internal),
  );
  for (const { address: other, family } of others) {
    const host = family === 'IPv6' ? `[${other}]` : other;
    await expect(fetch(`http://${host}:${port}/`)).rejects.toThrow();
  }
  program.kill('SIGINT');
  const { status, stderr } = await end;
  expect(stderr).toBe('');
  expect(status).toBe(0);
  await expect(fetch(address)).rejects.toThrow();
});

it.each([
  [['serve', '--port', '70000'], 2, "'--port <n>' argument '70000' is invalid. It takes 0 to 65535."],
  [['serve', '--port', 'eighty'], 2, 'is not a number'],
  [['serve', 'one', 'two'], 2, 'too many arguments'],
])('%j ends with %i', async (args, status, says) => {
  const ending = await runCli(...args);
  expect(ending.status).toBe(status);
  expect(ending.stderr).toContain(says);
});

it('says that a folder is not there', async () => {
  const program = startProgram(await bundle(), ['serve', '/nowhere/at/all', '--json']);
  const ending = await endOf(program);
  expect(ending.status).toBe(1);
  expect(lastJson(ending)).toMatchObject({ error: { code: 'file-missing' } });
});
