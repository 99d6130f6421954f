import { describe, expect, it } from 'vitest';
import { checkProgramme } from '../../src-core/model/check-programme.ts';
import { DESIGN_SHAPES, type DesignSection, wholeAxis } from '../../src-core/model/design.ts';
import type { Profile, Volume } from '../../src-core/model/tunnel.ts';
import { designLines } from '../../src-core/tunnel/design/design-lines.ts';
import { SectionComparer } from '../../src-core/tunnel/design/section-breaks.ts';
import { reshaped } from '../../src-renderer/features/sections/design-draft.ts';
import { figureOf, figuresOf } from '../../src-renderer/features/sections/design-figures.ts';
import { figureFaults, inMetres } from '../../src-renderer/features/sections/figure-faults.ts';
import {
  added,
  programmeFault,
  removed,
  split,
  withStretch,
} from '../../src-renderer/features/sections/programme-draft.ts';
import { draftOfRounds, roundsOfDraft } from '../../src-renderer/features/sections/rounds-draft.ts';
import { againstDesign, apart, drawnDesign } from '../../src-renderer/features/sections/section-design.ts';
import { methodSpread, uncertaintyShares } from '../../src-renderer/features/sections/volume-parts.ts';

const BAUL: DesignSection = { shape: 'baul', width: 4.5, height: 4, wallHeight: 2.5, axisHeight: 1.7 };
const SURVEYED = { from: 0, to: 60 };

describe('the figures of a section', () => {
  it.each(DESIGN_SHAPES)('of a %s made of another shape make a section', (shape) => {
    const section = reshaped({ ...BAUL, axisLeft: 0.3 }, shape);
    expect(figureFaults(section, 'design')).toEqual(new Map());
    expect(section).toMatchObject({ shape, axisHeight: 1.7, axisLeft: 0.3 });
    for (const figure of figuresOf(shape)) expect(figureOf(section, figure)).toBeTypeOf('number');
  });

  it.each([
    [4500, 'mm', 4.5],
    [450, 'cm', 4.5],
  ] as const)('of %d are asked whether they are in %s, and converted', (width, unit, metres) => {
    const faults = figureFaults({ ...BAUL, width }, 'design');
    expect(faults).toEqual(new Map([['width', { kind: 'unit', unit, metres }]]));
    const converted = inMetres({ ...BAUL, width }, 'width', unit);
    expect(converted).toEqual(BAUL);
  });

  it('say beside which of them they do not fit', () => {
    const [[figure, fault]] = figureFaults({ ...BAUL, wallHeight: 4.2 }, 'design');
    expect([figure, fault.kind]).toEqual(['wallHeight', 'refused']);
    expect(figureFaults({ ...BAUL, height: Number.NaN }, 'design').get('height')).toEqual({
      kind: 'missing',
    });
  });

  it('of a free outline in millimetres are converted point by point', () => {
    const points = [
      [-2250, 0],
      [2250, 0],
      [2250, 4000],
      [-2250, 4000],
    ] as const;
    const section: DesignSection = { shape: 'polyline', points, axisHeight: 1 };
    expect(figureFaults(section, 'design')).toEqual(
      new Map([[null, { kind: 'unit', unit: 'mm', metres: 4.5 }]]),
    );
    const converted = inMetres(section, null, 'mm');
    expect(figureFaults(converted, 'design')).toEqual(new Map());
    expect(converted).toMatchObject({
      points: [
        [-2.25, 0],
        [2.25, 0],
        [2.25, 4],
        [-2.25, 4],
      ],
    });
  });
});

describe('the stretches of a design', () => {
  it('split, added, reshaped and removed stay a programme', () => {
    const halves = split(wholeAxis(BAUL), 0, SURVEYED);
    expect(halves.stretches.map(({ from, to }) => [from, to])).toEqual([
      [null, 30],
      [30, null],
    ]);
    const three = added(withStretch(halves, 1, { section: reshaped(BAUL, 'circle') }), SURVEYED);
    expect(three.stretches.map(({ from, to, section }) => [from, to, section.shape])).toEqual([
      [null, 30, 'baul'],
      [30, 45, 'circle'],
      [45, null, 'circle'],
    ]);
    expect(() => checkProgramme(three, 'design')).not.toThrow();
    const gap = removed(three, 1);
    expect(gap.stretches.map(({ from, to }) => [from, to])).toEqual([
      [null, 30],
      [45, null],
    ]);
    expect(programmeFault(gap, 'design')).toBeNull();
  });

  it('that overlap are refused', () => {
    const { stretches, ...rest } = split(wholeAxis(BAUL), 0, SURVEYED);
    const overlapping = { ...rest, stretches: [stretches[0], { ...stretches[1], from: 20 }] };
    expect(programmeFault(overlapping, 'design')).toMatchObject({ code: 'design-unusable' });
  });
});

describe('a section against its design', () => {
  const lines = designLines(BAUL, wholeAxis(BAUL, { pay: 0.1 }));

  it('that is vertical has its design drawn as much higher, and reads the same distance and sector', () => {
    const upright = { heightStretch: 1.2 } as Profile;
    const square = {} as Profile;
    expect(drawnDesign(lines, square).excavation).toBe(lines.excavation);
    expect(drawnDesign(lines, upright).excavation[1]).toBeCloseTo(1.2 * lines.excavation[1], 12);
    expect(againstDesign(lines, upright, 0.2, 1.2 * 2.5)).toEqual(againstDesign(lines, square, 0.2, 2.5));
  });

  it('reads the depth that the comparison finds deepest', () => {
    const outline = lines.excavation.map((value) => 1.05 * value);
    const profile = {
      chainage: 5,
      outline,
      measured: new Uint8Array(outline.length / 2).fill(1),
    } as unknown as Profile;
    const { section } = new SectionComparer('', lines).compare(profile);
    const crown = section.sectors.find(({ sector }) => sector === 'crown')!.deepestOver!;
    const read = againstDesign(lines, profile, crown.left, crown.up);
    expect(read).toEqual({ distance: crown.depth, sector: 'crown' });
  });

  it('letters the deeper of two depths in one place', () => {
    const at = (x: number) => ({ box: { x, y: 0, width: 10, height: 5 } });
    expect(apart([at(0), at(4), at(10)])).toEqual([at(0), at(10)]);
  });
});

describe('the parts of a volume', () => {
  it('of the ± add up to all of it, the largest first', () => {
    const uncertainty = [
      { source: 'range-noise', sigma: 1 },
      { source: 'range-bias', sigma: 3 },
      { source: 'filled-wall', sigma: 2 },
    ];
    const shares = uncertaintyShares({ uncertainty } as unknown as Volume);
    expect(shares.map(({ source, share, before }) => [source, share, before])).toEqual([
      ['range-bias', 9 / 14, 0],
      ['filled-wall', 4 / 14, 9 / 14],
      ['range-noise', 1 / 14, 9 / 14 + 4 / 14],
    ]);
  });

  it('say how far the rules are apart', () => {
    expect(methodSpread({ integral: 100, endArea: 101, prismoidal: 99.5, solid: 100 })).toEqual({
      metres3: 1.5,
      share: 0.015,
    });
  });
});

describe('the rounds that a person tells', () => {
  const plain = draftOfRounds(null, 4);

  it('go through the form and back', () => {
    expect(roundsOfDraft(plain, 'faces')).toBeNull();
    for (const draft of [
      { ...plain, way: 'length', start: 4, length: 3.2 },
      { ...plain, way: 'list', faces: '4 7.1 10.25' },
    ] as const)
      expect(draftOfRounds(roundsOfDraft(draft, 'faces'), 4)).toEqual(draft);
    const rounds = roundsOfDraft({ ...plain, way: 'list', faces: '0+004, 0+007.1' }, 'faces');
    expect(rounds).toEqual({ by: 'list', rounds: [{ name: '1', from: 4, to: 7.1 }] });
  });

  it('are none while start or length are out of the bounds of the field', () => {
    for (const wrong of [{ length: 0.1 }, { length: 101 }, { length: Number.NaN }, { start: Number.NaN }])
      expect(roundsOfDraft({ ...plain, way: 'length', ...wrong }, 'faces')).toBeNull();
  });

  it('are refused where a face is no chainage, and none where there is but one', () => {
    expect(roundsOfDraft({ ...plain, way: 'list', faces: '4' }, 'faces')).toBeNull();
    expect(() => roundsOfDraft({ ...plain, way: 'list', faces: '4 x' }, 'faces')).toThrow(
      '"x" is not a chainage',
    );
  });
});
