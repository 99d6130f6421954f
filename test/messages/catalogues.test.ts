import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript-js';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** The catalogues, each with the files that its texts stand in. */
const CATALOGUES: Readonly<Record<string, string>> = {
  terms: 'src-core/messages/terms.ts',
  messages: 'src-core/messages/{en,es}/*.ts',
  report: 'src-core/report/texts/{en,es}/*.ts',
  drawings: 'src-core/report/texts/wall-map.ts',
  contents: 'src-core/model/survey-content.ts',
  window: 'src-renderer/locales/{en,es}/*.ts',
  menu: 'src-main/hosts/common/menu-texts.ts',
};

/**
 * Texts that two catalogues have in one language and not in the other, where they are two texts, for the reason of their
 * group.
 */
const DIFFERENT: Readonly<Record<string, readonly string[]>> = {
  'in Spanish within a sentence, with its article': [
    'cross-cut',
    'duct',
    'left',
    'niche',
    'odd and even scans',
    'rays up and down the chainage',
    'right',
    'start',
  ],
  'in Spanish another kind of word: verb and noun, heading and label': [
    'Control',
    'IMU packets',
    'View',
    'import',
    'passes',
  ],
  'in Spanish of another gender': ['none', 'rejected manually'],
  'in Spanish abbreviated where the place is narrow': [
    'Pull efficiency',
    'left wall',
    'mine grid',
    'right wall',
  ],
  'in Spanish of another thing: of a box or an axis, of a day or a recording, a limit or a chainage': [
    'From',
    'Length',
    'Path between',
    'Role',
    'Section',
    'Time',
    'not stated',
    'target',
  ],
  'in Spanish in another tense, or with another preposition': [
    'the annealing came to its end',
    'the error no longer changed',
    'void ends at its surface',
  ],
  'in English abbreviated where the place is narrow': [
    'De la pared, donde ambos la tienen',
    'N.º de colegiatura',
    'acelerómetro',
    'roca sin medir: puede ser menos',
  ],
  'in English of another thing: of a direction or a coordinate, of a ray or between two points': [
    'Distancia',
    'Estado',
    'Este',
    'Labor',
    'Levantamiento anterior',
    'Norte',
    'Perfil longitudinal',
    'aceptado a mano',
    'recorrido',
  ],
  'in English of a set and of each': ['Faltan barridos por alinear', 'piso medido'],
};

/** Texts that are values of a catalogue, with the file of each; a flag of the command line is no text. */
function textsOf(pattern: string): Map<string, string> {
  const texts = new Map<string, string>();
  for (const file of globSync(pattern, { cwd: ROOT })) {
    const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest);
    const visit = (node: ts.Node): void => {
      if (
        ts.isPropertyAssignment(node) &&
        ts.isStringLiteralLike(node.initializer) &&
        node.name.getText(source) !== 'flag'
      )
        texts.set(node.initializer.text, file);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return texts;
}

/** Texts of four characters or more that two of the catalogues have, each with both files. */
function shared(catalogues: readonly ReadonlyMap<string, string>[]): Map<string, string> {
  const twice = new Map<string, string>();
  catalogues.forEach((texts, at) => {
    for (const [text, file] of texts) {
      const other = catalogues.slice(0, at).find((earlier) => earlier.has(text));
      if (other && text.length >= 4) twice.set(text, `${other.get(text)} and ${file}`);
    }
  });
  return twice;
}

describe('catalogues of texts', () => {
  const catalogues = Object.values(CATALOGUES).map(textsOf);
  const twice = shared(catalogues);
  const different = Object.values(DIFFERENT).flat();

  it('have texts', () => {
    for (const [at, name] of Object.keys(CATALOGUES).entries())
      expect(catalogues[at].size, name).toBeGreaterThan(20);
  });

  it('have no text in common: it stands once, in messages/terms.ts', () => {
    expect([...twice].filter(([text]) => !different.includes(text))).toEqual([]);
  });

  it('except texts that are two in the other language', () => {
    expect(different.filter((text) => !twice.has(text))).toEqual([]);
  });
});
