import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { billOfMaterials } from '../../build/package/bill-of-materials.ts';
import { neededPackages } from '../../build/package/needed-packages.ts';
import { builtProgram } from '../e2e/harness/build.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PERMISSIVE = [
  'MIT',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'ISC',
  'BlueOak-1.0.0',
  'MPL-2.0',
  'Zlib',
];
interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses: readonly { readonly license?: { readonly id: string }; readonly expression?: string }[];
  readonly hashes: readonly { readonly content: string }[];
}

/** True if one of the licences that somebody may choose from, or all that apply together, are allowed. */
function isAllowed(expression: string, allowed: readonly string[]): boolean {
  return expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => allowed.includes(licence)));
}

it('the bill of materials names every shipped package with a permissive licence and its digest', async () => {
  const built = await builtProgram();
  const bill = JSON.parse(readFileSync(join(built, 'sbom.cdx.json'), 'utf8'));
  expect(bill).toEqual(billOfMaterials(ROOT));
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5' });
  const components: Component[] = bill.components;
  const licenceOf = ({ licenses: [one] }: Component): string => one.expression ?? one.license!.id;
  expect(components.filter((one) => !isAllowed(licenceOf(one), PERMISSIVE))).toEqual([]);
  for (const { name, version, purl, hashes } of components) {
    expect(purl).toBe(`pkg:npm/${name.replace('@', '%40')}@${version}`);
    expect(hashes[0]?.content, name).toMatch(/^[0-9a-f]{128}$/);
  }
  const names = new Set(components.map(({ name }) => name));
  const needed = neededPackages(ROOT, join(built, 'main')).map(
    (path) => path.split('/node_modules/').at(-1)!,
  );
  expect(needed.filter((name) => !names.has(name))).toEqual([]);
  expect([...names]).toEqual(expect.arrayContaining(['vue', '@babylonjs/core', 'laz-perf']));
});

it('no shipped package has a known weakness of high or critical rank, as far as the registry says', () => {
  const { stdout } = spawnSync('npm', ['audit', '--json', '--omit', 'dev'], {
    cwd: ROOT,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const { metadata } = JSON.parse(stdout || '{}');
  if (metadata === undefined)
    return console.warn('*** NOT RUN: npm audit: this registry does not answer it ***');
  expect(metadata.vulnerabilities).toMatchObject({ high: 0, critical: 0 });
});
