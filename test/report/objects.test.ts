import { describe, expect, it } from 'vitest';
import type { DriveObject } from '../../src-core/model/drive-object.ts';
import type { AppliedCorrection } from '../../src-core/model/object-correction.ts';
import { REPORT_DEFAULTS } from '../../src-core/report/report-document.ts';
import { chainageText } from '../../src-core/report/texts/format.ts';
import { volumeJson } from '../../src-core/report/volume-json.ts';
import { reportInput } from './drive.ts';
import { htmlReport } from './html-report.ts';
import { textOf } from './markup.ts';

const object = (name: string, more: Partial<DriveObject>): DriveObject => ({
  name,
  class: 'duct',
  from: 4,
  to: 9.5,
  outline: Float64Array.of(4, -1, 9.5, -1, 9.5, 0),
  outlineOn: 'plan',
  area: 3.2,
  volume: { value: 1.5, plusMinus: 0.3, confidence: 0.95 },
  treatment: 'left-out',
  points: 900,
  ...more,
});
const OBJECTS = [
  object('D1', {}),
  object('D2', {
    byHand: true,
    volume: { value: 2.25, plusMinus: 0.4, confidence: 0.95 },
    reach: { left: [-1.23456789, -0.5], up: [0, 1] },
  }),
  object('V1', { class: 'vehicle' }),
];
const CORRECTIONS: readonly AppliedCorrection[] = [
  { class: 'duct', from: 4, to: 9.5, leftFrom: -1.3, leftTo: -0.4, upFrom: 0, upTo: 1.1, points: 1234 },
  { class: 'rock', from: 12, to: 14, leftFrom: 0, leftTo: 2, upFrom: -1.6, upTo: 0, points: 0 },
];
const plain = reportInput({});
const input = { ...plain, volume: { ...plain.volume, objects: OBJECTS, corrections: CORRECTIONS } };

describe('objects and corrections by hand (seed 1)', () => {
  it.each([
    [
      'en',
      [
        'D1 duct 0+004.0',
        'D2 duct, by hand 0+004.0',
        'By class: duct 3.75 ± 0.50 m³; vehicle or box 1.50 ± 0.30 m³.',
        '1 duct 0+004.0 … 0+009.5 -1.30 … -0.40 0.00 … 1.10 1234',
        '2 rock, not an object 0+012.0 … 0+014.0 0.00 … 2.00 -1.60 … 0.00 0',
      ],
    ],
    [
      'es',
      [
        'D2 manga, a mano 0+004.0',
        'Por clase: manga 3.75 ± 0.50 m³; equipo o caja 1.50 ± 0.30 m³.',
        '2 roca, no objeto 0+012.0 …',
      ],
    ],
  ] as const)('are told in the report, %s', (language, rows) => {
    const text = textOf(htmlReport(input, { ...REPORT_DEFAULTS, language }))
      .replace(/[\s\u202f]+/g, ' ')
      .replaceAll('−', '-');
    for (const row of rows) expect(text.replace('1 234', '1234')).toContain(row);
  });

  it('say that the void ends at the surface of water of unknown depth, within the chainages', () => {
    const { chainageFrom, chainageTo } = plain.volume;
    const pool = object('W1', {
      class: 'water',
      treatment: 'kept',
      from: chainageFrom - 3,
      to: chainageTo + 9,
    });
    const text = textOf(
      htmlReport({ ...plain, volume: { ...plain.volume, objects: [pool] } }, REPORT_DEFAULTS),
    );
    const ends = [chainageFrom, chainageTo].map((chainage) => chainageText(chainage, 1)).join(' … ');
    const row = text.replace(/\s+/g, ' ').match(/W1 .*?espejo/)?.[0];
    expect(row).toContain(`agua ${ends} `);
    expect(row).toContain('el vacío llega hasta su espejo');
  });

  it('are in volume.json, and corrections only where there are any', () => {
    const json = volumeJson(input);
    expect(json.corrections).toEqual(CORRECTIONS);
    expect(json.objects.map(({ byHand }) => byHand)).toEqual([undefined, true, undefined]);
    expect(json.objects[1].reach).toEqual({ left: [-1.234568, -0.5], up: [0, 1] });
    expect(Object.keys(volumeJson(plain))).not.toContain('corrections');
  });
});
