import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FuseV1Options } from '@electron/fuses';
import { expect, inject, it } from 'vitest';
import { packageApplication } from '../../build/package/application.ts';
import { FUSES } from '../../build/package/fuses.ts';
import { neededPackages } from '../../build/package/needed-packages.ts';
import { shippedPackages } from '../../build/package/third-party-notices.ts';
import { builtProgram } from '../e2e/harness/build.ts';

const ROOT = resolve(import.meta.dirname, '../..');

it('packs the bundles with the packages that they need, and they run from there', async () => {
  const scratch = mkdtempSync(join(inject('scratch'), 'package-'));
  const runtime = join(scratch, 'runtime');
  mkdirSync(join(runtime, 'resources'), { recursive: true });
  writeFileSync(join(runtime, 'electron'), 'a program');
  writeFileSync(join(runtime, 'resources', 'default_app.asar'), 'the demo of Electron');
  // The repository, with the bundles of this run in the place of `out`.
  const root = join(scratch, 'root');
  mkdirSync(root);
  cpSync(await builtProgram(), join(root, 'out'), { recursive: true });
  // Making the sample is a step of the build of its own.
  mkdirSync(join(root, 'out', 'sample'));
  writeFileSync(join(root, 'out', 'sample', 'sample.socavon'), 'a project');
  for (const name of ['package.json', 'LICENSE', 'resources'])
    cpSync(join(ROOT, name), join(root, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  const packages = neededPackages(root, join(root, 'out', 'main'));
  const names = packages.map((path) => path.slice(join(root, 'node_modules').length + 1));
  expect(names).toEqual(
    expect.arrayContaining(['better-sqlite3', 'commander', 'pdfmake', 'webgpu', 'ws', 'zod']),
  );
  expect(names).not.toContain('vue');
  expect(names).not.toContain('playwright-core');

  const fused: string[] = [];
  const program = await packageApplication({
    root,
    runtime,
    packages,
    to: join(scratch, 'dist'),
    platform: 'linux',
    setFuses: async (path) => fused.push(path),
  });

  expect(program).toBe(join(scratch, 'dist', 'socavon'));
  expect(fused).toEqual([join(scratch, 'dist', 'electron')]);
  const resources = join(scratch, 'dist', 'resources');
  expect(existsSync(join(resources, 'default_app.asar'))).toBe(false);
  expect(existsSync(join(scratch, 'dist/share/mime/packages/socavon.xml'))).toBe(true);
  const { main } = JSON.parse(readFileSync(join(resources, 'app', 'package.json'), 'utf8'));
  expect(existsSync(join(resources, 'app', main))).toBe(true);
  expect(existsSync(join(resources, 'app/out/sample/sample.socavon'))).toBe(true);
  const notices = readFileSync(join(resources, 'app/THIRD-PARTY-NOTICES.txt'), 'utf8');
  // The program itself shows them.
  const shown = execFileSync(process.execPath, [join(resources, 'app/out/main/cli/main.js'), 'notices'], {
    encoding: 'utf8',
  });
  expect(shown.trim()).toBe(notices.trim());
  expect(notices).toContain('@babylonjs/core');
  expect(notices).toContain('mediabunny');
  expect(notices).toContain('Mozilla Public License Version 2.0');
  const version = execFileSync(process.execPath, [join(resources, 'app/out/main/cli/main.js'), '--version'], {
    encoding: 'utf8',
  });
  expect(version).toMatch(/^\d+\.\d+\.\d+\n$/);
  // The native module is found there, and works.
  const sqlite = pathToFileURL(join(resources, 'app/node_modules/better-sqlite3/lib/index.js')).href;
  const said = execFileSync(
    process.execPath,
    [
      '-e',
      `import('${sqlite}').then(({ default: D }) => console.log(new D(':memory:').prepare('select 7 as x').get().x))`,
    ],
    { encoding: 'utf8' },
  );
  expect(said).toBe('7\n');
});

it('ships only packages whose licences allow it, with their texts', () => {
  const allowed =
    /^\(?(MIT|BSD-2-Clause|BSD-3-Clause|0BSD|Apache-2\.0|ISC|MPL-2\.0|BlueOak-1\.0\.0|Unlicense|CC0-1\.0|Python-2\.0|Zlib)\b/;
  const packages = shippedPackages(ROOT);
  expect(packages.length).toBeGreaterThan(19);
  expect(
    packages.filter(({ licence }) => !allowed.test(licence)).map(({ name, licence }) => [name, licence]),
  ).toEqual([]);
  // Some publish their licence by name only; those of the MPL must come with its text.
  expect(packages.filter(({ licence, texts }) => licence.startsWith('MPL') && texts.length === 0)).toEqual(
    [],
  );
  expect(packages.filter(({ texts }) => texts.length > 0).length).toBeGreaterThan(0.8 * packages.length);
});

it('burns out what a stranger could turn the program into', () => {
  const fuses = FUSES as unknown as Record<number, boolean>;
  expect(fuses[FuseV1Options.EnableNodeOptionsEnvironmentVariable]).toBe(false);
  expect(fuses[FuseV1Options.EnableNodeCliInspectArguments]).toBe(false);
  expect(fuses[FuseV1Options.GrantFileProtocolExtraPrivileges]).toBe(false);
});
