import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configFolder } from '../../src-main/device/config-folder.ts';

describe("the user's folder", () => {
  it.each([
    ['linux', {}, join('/home/ana', '.config', 'socavon')],
    ['linux', { XDG_CONFIG_HOME: '/elsewhere' }, join('/elsewhere', 'socavon')],
    ['win32', { APPDATA: 'C:\\Roaming' }, join('C:\\Roaming', 'Socavon')],
    ['win32', {}, join('/home/ana', 'AppData', 'Roaming', 'Socavon')],
    ['darwin', {}, join('/home/ana', 'Library', 'Application Support', 'Socavon')],
    ['darwin', { SOCAVON_CONFIG: '/given' }, '/given'],
  ] as const)('lies on %s with %j at %s', (platform, env, folder) => {
    expect(configFolder(env, platform, '/home/ana')).toBe(folder);
  });
});
