import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it, vi } from 'vitest';
import { openInBrowser } from '../../../src-main/hosts/cli/serve/serve-until-cancelled.ts';

it.skipIf(process.platform === 'win32').each([
  ['linux', 'xdg-open'],
  ['darwin', 'open'],
] as const)('on %s hands the address to %s, whole', async (platform, program) => {
  const folder = mkdtempSync(join(inject('scratch'), 'browser-'));
  const heard = join(folder, 'heard');
  writeFileSync(
    join(folder, program),
    `#!/bin/sh\nprintf '%s' "$1" > '${heard}.part' && mv '${heard}.part' '${heard}'\n`,
  );
  chmodSync(join(folder, program), 0o755);
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
  const address = 'http://127.0.0.1:4711/?token=a-b_c&x=$(touch y);z';
  openInBrowser(address, platform);
  await expect.poll(() => existsSync(heard), { timeout: 300_000 }).toBe(true);
  expect(readFileSync(heard, 'utf8')).toBe(address);
  vi.unstubAllEnvs();
});

it('is silent where there is no browser to be opened', async () => {
  vi.stubEnv('PATH', '/nowhere/at/all');
  expect(() => openInBrowser('http://127.0.0.1:4711/', 'linux')).not.toThrow();
  // An 'error' that nobody heard would end this process.
  await new Promise((resolve) => setImmediate(resolve));
  vi.unstubAllEnvs();
});
