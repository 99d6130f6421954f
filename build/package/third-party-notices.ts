import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withDependencies } from './needed-packages.ts';

/** A package that is shipped, bundled or as it is. */
interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression. */
  readonly licence: string;
  /** Where its source is. */
  readonly source: string;
  /** Who wrote it, as it says itself. */
  readonly owner: string;
  /** Texts of its licence and notices, by itself or by the licence that it names. */
  readonly texts: readonly string[];
}

const LICENCE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;

/** Licences whose text is the same in all packages: it names no owner. */
const OF_ONE_TEXT = ['MPL-2.0', 'Apache-2.0'];
const MIT_TERMS = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
const MIT_TEXT = /permission is hereby granted, free of charge, to any person obtaining a copy/i;

/** The packages that the program is shipped with, those that the window's bundle contains included, by name. */
export function shippedPackages(root: string): ShippedPackage[] {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const packages = withDependencies(root, Object.keys(dependencies)).map((folder): ShippedPackage => {
    const { name, version, license, homepage, repository, author } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    const texts = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && LICENCE_FILE.test(entry.name))
      .map((entry) => plain(readFileSync(join(folder, entry.name), 'utf8')));
    const source = repository?.url ?? repository ?? homepage ?? `https://www.npmjs.com/package/${name}`;
    // Some old packages state their licence by its text only.
    const licence = license ?? (texts.some((text) => MIT_TEXT.test(text)) ? 'MIT' : '');
    const owner = author?.name ?? author ?? `the authors of ${name}`;
    return { name, version, licence, source, owner, texts };
  });
  // Licences ask that their text goes with the program; some packages are published without it.
  return packages.map((one) => (one.texts.length > 0 ? one : { ...one, texts: textsFor(one, packages) }));
}

/** The text of a licence that a package names and does not bring. */
function textsFor(
  { licence, owner }: ShippedPackage,
  packages: readonly ShippedPackage[],
): readonly string[] {
  if (licence === 'MIT') return [`Copyright (c) ${owner}\n\n${MIT_TERMS}`];
  if (!OF_ONE_TEXT.includes(licence)) return [];
  return packages.find((one) => one.licence === licence && one.texts.length > 0)?.texts ?? [];
}

/** A text with the line ends of this file, and without the form feeds and tabs of old printers. */
function plain(text: string): string {
  return text
    .replace(/\r\n?|\f/g, '\n')
    .replaceAll('\t', '  ')
    .trim();
}

/** Licences and notices of the shipped packages, as one text: their licences ask that they go with the program. */
export function thirdPartyNotices(root: string): string {
  const parts = shippedPackages(root).map(({ name, version, licence, source, texts }) =>
    [`${name} ${version}`, `Licence: ${licence}`, `Source: ${source}`, ...texts].join('\n\n'),
  );
  const head =
    'Socavón contains the packages below. Electron and Chromium: see LICENSE and LICENSES.chromium.html beside the program.';
  return `${[head, ...parts].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
