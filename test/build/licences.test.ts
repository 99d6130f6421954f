import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shippedPackages } from '../../build/package/third-party-notices.ts';
import { temporaryFolder } from '../project/fixtures.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** Taken without a question: they ask for no more than that their texts go with the program, which `socavon notices` does. */
const ALLOWED = ['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'MPL-2.0'];

interface Judged {
  /** As the package states it; empty: it states none. */
  readonly licence: string;
  readonly isShipped: boolean;
  readonly why: string;
}

/** All others, each with why it may be used as it is. */
const JUDGED: Readonly<Record<string, Judged>> = {
  sax: {
    licence: 'BlueOak-1.0.0',
    isShipped: true,
    why: 'Ships: the Blue Oak licence gives what the MIT licence gives, patents besides, and asks for its text or a link.',
  },
  pako: {
    licence: '(MIT AND Zlib)',
    isShipped: true,
    why: 'Ships: the Zlib licence of the part that was translated asks that changed versions are marked, and we change none.',
  },
  tslib: {
    licence: '0BSD',
    isShipped: true,
    why: 'Ships: 0BSD gives what the BSD licences give and asks for nothing.',
  },
  'png-js': {
    licence: '',
    isShipped: true,
    why: 'Ships: its package.json names no licence, and its file LICENSE is the text of the MIT licence, which the notices show.',
  },
  'graceful-fs': {
    licence: 'BlueOak-1.0.0',
    isShipped: false,
    why: 'A tool of the packager, not shipped; its licence would allow it.',
  },
  duck: {
    licence: 'BSD',
    isShipped: false,
    why: 'Of a reader of Word files in the tests, not shipped; its file LICENSE is the BSD licence of two clauses.',
  },
  jszip: {
    licence: '(MIT OR GPL-3.0-or-later)',
    isShipped: false,
    why: 'Taken under the MIT licence, which it offers; of the same reader of Word files, not shipped by itself.',
  },
  'caniuse-lite': {
    licence: 'CC-BY-4.0',
    isShipped: false,
    why: 'Data on browsers that the bundler reads, not shipped; its authors would have to be named beside a copy.',
  },
};

interface Package {
  readonly name: string;
  readonly licence: string;
}

/** Packages of the lock with the licences that they state themselves; those of other systems are not installed, and stand in the lock. */
function packagesOf(root: string): Package[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { license?: string }>;
  };
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, { license: locked }]) => {
      const own = join(root, path, 'package.json');
      const stated = existsSync(own) ? JSON.parse(readFileSync(own, 'utf8')).license : locked;
      const licence =
        typeof stated === 'string' ? stated : stated === undefined ? '' : JSON.stringify(stated);
      return { name: path.split('node_modules/').at(-1)!, licence };
    });
}

/** Packages whose licence nobody has allowed or judged, or is another than the one that was. */
function unjudged(packages: readonly Package[]): string[] {
  return packages
    .filter(({ name, licence }) => !isAllowed(licence) && JUDGED[name]?.licence !== licence)
    .map(({ name, licence }) => `${name}: ${licence || 'none stated'}`);
}

/** True if all licences are allowed that apply together or may be chosen from. */
function isAllowed(expression: string): boolean {
  return expression
    .replaceAll(/[()]/g, '')
    .split(/ OR | AND /)
    .every((licence) => ALLOWED.includes(licence));
}

describe('the licences of all packages of the lock', () => {
  it('are allowed, or judged one by one', () => {
    const packages = packagesOf(ROOT);
    expect(packages.length).toBeGreaterThan(200);
    expect(unjudged(packages)).toEqual([]);
    // What is judged and is no longer there is to be struck off.
    expect(Object.keys(JUDGED).filter((name) => !packages.some((one) => one.name === name))).toEqual([]);
  });

  it.each(Object.entries(JUDGED))(
    'of %s, which is judged, goes with the program or not as was judged',
    (name, judged) => {
      expect(judged.why).toMatch(/^(Ships|.*not shipped)/);
      const shipped = shippedPackages(ROOT).find((one) => one.name === name);
      // What a shipped package needs may ship as a part of its bundle, with its texts.
      expect(shipped !== undefined, 'shipped').toBe(judged.isShipped);
      if (judged.isShipped) expect(shipped!.texts.length, 'texts of the licence').toBeGreaterThan(0);
    },
  );

  it('are all said in the notices, with their texts', () => {
    const silent = shippedPackages(ROOT).filter(({ licence, texts }) => licence === '' || texts.length === 0);
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it.each([
    ['GPL-3.0-only', 'newcomer: GPL-3.0-only'],
    ['MIT AND CC-BY-NC-4.0', 'newcomer: MIT AND CC-BY-NC-4.0'],
    [undefined, 'newcomer: none stated'],
    ['MIT', null],
    ['(BSD-3-Clause OR Apache-2.0)', null],
  ])('refuse a package that comes with %s', (license, actual) => {
    const root = temporaryFolder();
    const path = 'node_modules/newcomer';
    mkdirSync(join(root, path), { recursive: true });
    writeFileSync(join(root, path, 'package.json'), JSON.stringify({ name: 'newcomer', license }));
    // What the lock says of it does not count, since a person may have written it.
    writeFileSync(
      join(root, 'package-lock.json'),
      JSON.stringify({ packages: { '': {}, [path]: { license: 'MIT' } } }),
    );
    expect(unjudged(packagesOf(root))).toEqual(actual === null ? [] : [actual]);
  });
});
