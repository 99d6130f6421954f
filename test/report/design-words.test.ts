import { describe, expect, it } from 'vitest';
import { DESIGN_SHAPES, type DesignSection } from '../../src-core/model/design.ts';
import { designFacts } from '../../src-core/report/parts/design.ts';
import type { ReportDesign } from '../../src-core/report/report-input.ts';
import { textsOf } from '../../src-core/report/texts/texts.ts';

const SECTIONS: readonly DesignSection[] = [
  { shape: 'baul', width: 4.5, height: 4.2, wallHeight: 2.51, axisHeight: 1.7 },
  { shape: 'baul-radius', width: 4.5, wallHeight: 2.51, archRadius: 2.37, axisHeight: 0 },
  { shape: 'rectangle', width: 4.5, height: 3.52, axisHeight: 0 },
  { shape: 'trapezoid', bottomWidth: 4.53, topWidth: 3.62, height: 3.5, axisHeight: 0 },
  { shape: 'horseshoe', width: 5, height: 4.9, wallRadius: 6.1, invertRadius: 7.2, axisHeight: 0 },
  { shape: 'circle', diameter: 4.04, axisHeight: 2.02 },
  { shape: 'three-centre', width: 5, height: 4.2, wallHeight: 2.4, shoulderRadius: 1.05, axisHeight: 0 },
  {
    shape: 'polyline',
    points: [
      [-2, 0],
      [2, 0],
      [2, 3],
      [0, 4],
      [-2, 3],
    ],
    axisHeight: 1,
    axisLeft: -0.35,
  },
];

const design = (changes: Partial<ReportDesign>): ReportDesign => changes as ReportDesign;
const none = { pay: null, clearance: null, shotcrete: null };

describe.each(['es', 'en'] as const)('the design in words, %s', (language) => {
  const texts = textsOf(language);

  it('has all shapes', () => {
    expect(new Set(SECTIONS.map(({ shape }) => shape))).toEqual(new Set(DESIGN_SHAPES));
  });

  it.each(SECTIONS)('$shape: every figure of the section, with its unit', (section) => {
    const [[name, words]] = designFacts(design({ section }), texts);
    expect(name).toBe(texts['design.section']);
    expect(words).not.toMatch(/[{}]/);
    for (const value of Object.values(section))
      if (typeof value === 'number')
        expect(words).toMatch(new RegExp(`${Math.abs(value).toFixed(2)}( ×| m)`));
  });

  it('names each stretch with its chainages, and what follows the section', () => {
    const at = { outline: new Float64Array(), payOutline: null };
    const facts = designFacts(
      design({
        section: SECTIONS[0],
        stretches: [
          { name: 'A', from: null, to: 1120.5, section: SECTIONS[0], ...at },
          { name: 'B', from: 1120.5, to: null, section: SECTIONS[5], ...at },
        ],
        offsets: { ...none, clearance: 0.3, shotcrete: { thickness: 0.05, side: 'outward' } },
      }),
      texts,
    );
    expect(facts.map(([name]) => name)).toEqual([
      'A … – 1+120.50',
      'B 1+120.50 – …',
      texts['design.shotcrete'],
      texts['design.clearance'],
    ]);
    expect(facts[1][1]).toContain('4.04');
    expect(facts[2][1]).toContain(`0.05 m, ${texts['design.shotcrete.outward']}`);
    expect(facts[3][1]).toBe('0.30 m');
  });
});
