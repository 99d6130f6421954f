import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withDependencies } from './needed-packages.ts';

/** A package that is shipped, bundled or as it is. */
export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression. */
  readonly licence: string;
  /** Where its source is. */
  readonly source: string;
  /** Texts of its licence and notices; empty where it ships none. */
  readonly texts: readonly string[];
}

const LICENCE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;

const MPL = 'MPL-2.0';
const MIT_TEXT = /permission is hereby granted, free of charge, to any person obtaining a copy/i;

/** The packages that the program is shipped with, those that the window's bundle contains included, by name. */
export function shippedPackages(root: string): ShippedPackage[] {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const packages = withDependencies(root, Object.keys(dependencies)).map((folder): ShippedPackage => {
    const { name, version, license, homepage, repository } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    const texts = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && LICENCE_FILE.test(entry.name))
      .map((entry) => plain(readFileSync(join(folder, entry.name), 'utf8')));
    const source = repository?.url ?? repository ?? homepage ?? `https://www.npmjs.com/package/${name}`;
    // Some old packages state their licence by its text only.
    const licence = license ?? (texts.some((text) => MIT_TEXT.test(text)) ? 'MIT' : '');
    return { name, version, licence, source, texts };
  });
  // The MPL asks that its text goes with the program; one of its packages is published without it.
  const mpl = packages.find(({ licence, texts }) => licence === MPL && texts.length > 0);
  return packages.map((one) =>
    one.licence === MPL && one.texts.length === 0 ? { ...one, texts: mpl?.texts ?? [] } : one,
  );
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
