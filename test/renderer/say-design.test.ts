import { describe, expect, it } from 'vitest';
import { createI18n } from 'vue-i18n';
import { readDesignFile } from '../../src-core/io/cad/read-design-file.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import en from '../../src-renderer/locales/en.ts';
import es from '../../src-renderer/locales/es.ts';
import { sayWith } from '../../src-renderer/ui/use-say.ts';

function sayIn(locale: 'es' | 'en') {
  return sayWith(createI18n({ legacy: false, locale, messages: { es, en } }).global);
}

function refusal(text: string, file: string): SocavonError {
  try {
    readDesignFile(new TextEncoder().encode(text), file);
  } catch (error) {
    expect(error).toBeInstanceOf(SocavonError);
    return error as SocavonError;
  }
  throw new Error('nothing was refused');
}

const RECTANGLE = '{"shape":"rectangle","width":4,"height":3}';
const stretches = (...ranges: string[]): string =>
  `{"stretches":[${ranges.map((range) => `{${range}"section":${RECTANGLE}}`).join(',')}]}`;

/** A string of Surpac: northing, easting, elevation. */
const string = (...vertices: (readonly [number, number, number])[]): string =>
  [
    'section, 21-Nov-26,,',
    '0, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000',
    ...vertices.map((vertex) => `1, ${vertex.join(', ')}`),
    '0, 0.000, 0.000, 0.000,',
    '0, 0.000, 0.000, 0.000, END',
    '',
  ].join('\r\n');

describe('a design that is refused', () => {
  it.each([
    ['in millimetres', 'd.json', '{"shape":"rectangle","width":4500,"height":3000}', 'milímetros'],
    ['that crosses itself', 'd.json', '{"shape":"polyline","points":[[-2,0],[2,4],[2,0],[-2,4]]}', 'cruza'],
    ['that is no JSON', 'd.json', '{"shape"', 'no es JSON válido'],
    ['of no known shape', 'd.json', '{"shape":"oval"}', '"oval"'],
    ['with a figure too many', 'd.json', '{"shape":"circle","diameter":4,"width":4}', '«width» no se conoce'],
    ['without a figure', 'd.json', '{"shape":"circle"}', '«diameter» falta'],
    ['with a stretch reversed', 'd.json', stretches('"name":"Rampa","from":20,"to":10,'), 'd.json ("Rampa")'],
    ['with stretches that overlap', 'd.json', stretches('"to":12,', '"from":10,'), 'el tramo 1 termina'],
    ['with stretches that are open', 'd.json', stretches('"name":"A",', '"from":10,'), 'los tramos "A" y 2'],
    ['with a stretch of no shape', 'd.json', '{"stretches":[{"section":{"shape":"oval"}}]}', 'd.json (1)'],
    ['by its ending', 'd.dwg', '', '.json, .dxf, .str'],
    ['that is open', 'd.str', string([0, -2, 0], [0, 2, 0], [0, 2, 3]), 'ciérrelo'],
    [
      'that lies elsewhere',
      'd.str',
      string([0, 98, 0], [0, 102, 0], [0, 102, 3], [0, 98, 0]),
      'diga dónde está el eje',
    ],
    [
      'whose plane is not clear',
      'd.str',
      string([0, -2, 0], [1, 2, 0], [1, 2, 3], [0, -2, 0]),
      'diga cuáles dos forman la sección',
    ],
    ['by its size', 'd.str', string([0, -2000, 0], [0, 2000, 0], [0, 2000, 3], [0, -2000, 0]), 'no declara'],
  ])('%s is so in the language of the window, with its figures', (_, file, text, said) => {
    const error = refusal(text, file);
    expect(sayIn('es')(error)).toContain(said);
    expect(sayIn('es')(error)).toContain(file);
    expect(sayIn('es')(error)).not.toMatch(/[{}]\w/);
    expect(sayIn('en')(error)).toContain(file);
  });
});
