import { chmodSync, existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, inject, it, vi } from 'vitest';
import { openInBrowser } from '../../../src-main/hosts/cli/serve/serve-until-cancelled.ts';

const ADDRESS = 'http://127.0.0.1:4711/?token=a-b_c&x=$(touch y);z"<';

it.skipIf(process.platform === 'win32').each([
  ['linux', 'xdg-open'],
  ['darwin', 'open'],
] as const)(
  'on %s gives %s a page of this user alone that leads to the address, and no token as an argument',
  async (platform, program) => {
    const folder = mkdtempSync(join(inject('scratch'), 'browser-'));
    const heard = join(folder, 'heard');
    writeFileSync(
      join(folder, program),
      `#!/bin/sh\nprintf '%s' "$*" > '${heard}.part' && mv '${heard}.part' '${heard}'\n`,
    );
    chmodSync(join(folder, program), 0o755);
    vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
    const removePage = openInBrowser(ADDRESS, platform);
    await expect.poll(() => existsSync(heard), { timeout: 300_000 }).toBe(true);
    vi.unstubAllEnvs();
    const page = readFileSync(heard, 'utf8');
    expect(page).not.toContain('token');
    expect(statSync(page).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(page)).mode & 0o777).toBe(0o700);
    const [, leads] = /content="0;url=([^"]*)"/.exec(readFileSync(page, 'utf8'))!;
    expect(leads.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&')).toBe(ADDRESS);
    removePage();
    expect(existsSync(dirname(page))).toBe(false);
  },
);

it('is silent where there is no browser to be opened', async () => {
  vi.stubEnv('PATH', '/nowhere/at/all');
  const removePage = openInBrowser('http://127.0.0.1:4711/', 'linux');
  // An 'error' that nobody heard would end this process.
  await new Promise((resolve) => setImmediate(resolve));
  removePage();
  vi.unstubAllEnvs();
});
