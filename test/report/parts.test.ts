import { describe, expect, it } from 'vitest';
import { exp } from '../../src-core/math/se3.ts';
import { formatMessage, message } from '../../src-core/messages/message.ts';
import type { Axis } from '../../src-core/model/axis.ts';
import type { Trajectory } from '../../src-core/model/pose.ts';
import type { ReliabilityProfile } from '../../src-core/model/reliability.ts';
import { alignmentSummary } from '../../src-core/report/alignment-summary.ts';
import type { Block, FactsBlock, ReportPart, TableBlock } from '../../src-core/report/document.ts';
import { CONTENT_WIDTH } from '../../src-core/report/figures/paper.ts';
import { alignmentPart, constraintsPart } from '../../src-core/report/parts/alignment.ts';
import { controlPart, loopsPart } from '../../src-core/report/parts/control.ts';
import { warningsPart } from '../../src-core/report/parts/cover.ts';
import { areaPart } from '../../src-core/report/parts/drawings.ts';
import { convergencePart } from '../../src-core/report/parts/epochs.ts';
import { clearancePart } from '../../src-core/report/parts/floor.ts';
import { instrumentPart } from '../../src-core/report/parts/instrument.ts';
import { sectionsPart } from '../../src-core/report/parts/sections.ts';
import type { ReportInput } from '../../src-core/report/report-input.ts';
import { EN } from '../../src-core/report/texts/en.ts';
import { chainageText, fill } from '../../src-core/report/texts/format.ts';
import { HELD, scanPose } from '../graph/trajectories.ts';
import { REFINEMENT } from './control.ts';
import { reportInput } from './drive.ts';
import { CLEARANCE, CONVERGENCE } from './later-survey.ts';
import { textOf } from './markup.ts';

const input = (of: object): ReportInput => of as ReportInput;
const plain = (text: string): string => text.replace(/\s/g, ' ');
const blockOf = <Kind extends Block['kind']>(part: ReportPart | null, kind: Kind) =>
  part!.blocks.find((block) => block.kind === kind) as Extract<Block, { kind: Kind }>;
const factsOf = (part: ReportPart | null): Record<string, string> =>
  Object.fromEntries(
    (blockOf(part, 'facts') as FactsBlock).pairs.map(([name, value]) => [name, plain(value)]),
  );
const rowsOf = (part: ReportPart | null): string[][] =>
  (blockOf(part, 'table') as TableBlock).rows.map((row) => row.map(plain));

describe('the part on the alignment', () => {
  const AXIS: Axis = {
    ...{ chainage: Float64Array.of(0, 9), xyz: Float64Array.of(0, 0, 0, 9, 0, 0) },
    ...{ kind: 'slope', source: 'given' },
  };
  /** Steps of 3, 4 and 1 m; residuals of 10, 20, 40 and 30 mm; the last without evidence along the drive. */
  const poses = [
    [0, 0],
    [3, 0],
    [3, 4],
    [4, 4],
  ].map(([x, y], k) =>
    scanPose(k, exp([0, 0, 0, x, y, 0]), {
      ...HELD,
      ...{ rms: [0.01, 0.02, 0.04, 0.03][k], weakSigma: 0.002, converged: k > 0 },
      ...(k === 3 && { degenerate: true, heldBy: 'inertial' as const, byGyro: true }),
    }),
  );

  it('says the length of the path, residuals and weakest directions in millimetres, and shares in per cent', () => {
    const summary = alignmentSummary({ poses } as Trajectory, AXIS);
    expect(summary).toMatchObject({ scans: 4, keyframes: 4, pathLength: 8, notConverged: 1 });
    expect(summary.rms).toEqual({ median: expect.closeTo(0.025, 12), worst: 0.04 });
    expect(summary.unobserved).toEqual({ scans: 1, share: 0.25, withGyro: 1 });
    expect(factsOf(alignmentPart(summary, EN))).toMatchObject({
      [EN['align.path']]: '8.00 m',
      [EN['align.rms']]: '25.0 mm / 40.0 mm',
      [EN['align.weak']]: '2.0 mm / 2.0 mm',
      [EN['align.unobserved']]: '1 (25.0 %)',
      [EN['align.withGyro']]: '1',
      [EN['align.notConverged']]: '1',
    });
  });

  it('has a row for each stretch of one holder, metre by metre', () => {
    const strip = {
      ...{
        edges: Float64Array.of(0, 1, 2, 3),
        heldBy: Uint8Array.of(0, 2, 0),
        position: new Float64Array(9).fill(1),
      },
      ...{ lengthVariance: Float64Array.of(1e-4, 4e-4, 1e-4), beyondVariance: 0 },
    } as unknown as ReliabilityProfile;
    const part = constraintsPart(input({ reliability: strip }), EN);
    expect(rowsOf(part).map(([from, to, length, , half]) => [from, to, length, half])).toEqual([
      ['0+000.0', '0+001.0', '1.0', '0.020'],
      ['0+001.0', '0+002.0', '1.0', '0.039'],
      ['0+002.0', '0+003.0', '1.0', '0.020'],
    ]);
    expect(constraintsPart(input({ reliability: { ...strip, heldBy: new Uint8Array(0) } }), EN)).toBeNull();
  });
});

describe('the parts on control and loops', () => {
  it('name a point that was left out in the one scan in which it was, and put check points last', () => {
    const twice = { ...REFINEMENT.residuals.find(({ name }) => name === 'T5')!, scanIndex: 50 };
    const refinement = { ...REFINEMENT, residuals: [...REFINEMENT.residuals, twice] };
    const rows = rowsOf(controlPart(input({ refinement }), EN));
    expect(rows.map(([name, role, scan]) => [name, role, scan])).toEqual([
      ['T1', EN['control.role.control'], '40'],
      ['T5', EN['control.role.control'], '50'],
      ['T2', EN['control.role.control'], '160'],
      ['T3', EN['control.role.control'], '300'],
      ['T5', EN['control.leftOut'], '420'],
      ['T4', EN['control.role.check'], '310'],
    ]);
  });

  it('keep a dozen loops on one page, and no more', () => {
    const [loop] = REFINEMENT.loops;
    const of = (count: number) =>
      loopsPart(input({ refinement: { ...REFINEMENT, loops: Array(count).fill(loop) } }), EN);
    expect([of(12)!.keep, of(13)!.keep]).toEqual([true, false]);
    expect(of(0)).toBeNull();
  });
});

it('the part of warnings says each in its words, and is none where there are none', () => {
  const warnings = [{ code: 'something-new', message: 'Look here.' }] as never;
  const block = blockOf(warningsPart(warnings, 'en', EN), 'warnings');
  expect(block).toMatchObject({ title: EN['warnings.title'], items: [{ detail: null }] });
  expect(warningsPart([], 'en', EN)).toBeNull();
  // Each code of the program has the headline of the window, and its figures under it.
  const known = [{ code: 'gap', message: 'From 1 to 2 m.' }] as never;
  expect(blockOf(warningsPart(known, 'es', EN), 'warnings')).toMatchObject({
    items: [{ text: formatMessage(message('warning-gap'), 'es'), detail: 'From 1 to 2 m.' }],
  });
});

it('the part of the instrument numbers beams from one, as the maker does', () => {
  const parameter = {
    kind: 'range-offset',
    index: 3,
    value: 0.0031,
    sigma: 0.001,
    isObserved: true,
    isApplied: true,
  };
  const calibration = {
    ...{ serial: '1', rays: 1, patches: 1, scans: 1, knotSeconds: [0], rangeBound: null },
    parameters: [parameter],
  };
  const [[name, value, half, unit]] = rowsOf(instrumentPart(input({ calibration }), EN));
  expect(name).toContain('4');
  expect([value, half, unit]).toEqual(['3.1', '2.0', 'mm']);
});

it('the part of convergence says the share of what was compared that moved', () => {
  const { distance, significant } = CONVERGENCE;
  const compared = [...distance].filter((value) => !Number.isNaN(value)).length;
  const moved = [...significant].filter((flag) => flag === 1).length;
  expect(moved).toBeGreaterThan(0);
  expect(
    factsOf(convergencePart(input({ convergence: CONVERGENCE }), EN))[EN['convergence.significant']],
  ).toBe(`${((100 * moved) / compared).toFixed(1)} %`);
});

describe('the part of the sections', () => {
  const sheetOf = (options: Parameters<typeof reportInput>[0]) =>
    blockOf(sectionsPart(reportInput({ length: 12, ...options }), 8, EN), 'sheet');

  it.each([
    ['measured alone', {}, false, false],
    ['with a design', { withDesign: true }, true, false],
    ['with a design and what it pays', { withDesign: true, payLimit: 0.2 }, true, true],
  ])('explains the lines that its drawings have: %s', (_, options, hasDesign, hasPay) => {
    const words = textOf(sheetOf(options).legend);
    expect(words).toContain(EN['legend.measured']);
    expect(words.includes(EN['legend.design'])).toBe(hasDesign);
    expect(words.includes(EN['legend.pay'])).toBe(hasPay);
  });

  it('has as many drawings in a row as the page is wide for, with 3 mm between them', () => {
    const { drawings, perRow } = sheetOf({});
    const width = Number(/width="([0-9.]+)mm"/.exec(drawings[0])![1]);
    expect(perRow * width + (perRow - 1) * 3).toBeLessThanOrEqual(CONTENT_WIDTH);
    expect((perRow + 1) * width + perRow * 3).toBeGreaterThan(CONTENT_WIDTH);
  });
});

it('the part of the areas is a drawing with its caption under it', () => {
  const { svg, caption } = blockOf(areaPart(reportInput({ length: 12 }), EN), 'figure');
  expect(svg).toMatch(/^<svg/);
  expect(caption).toBe(EN['area.caption']);
});

it('the part of the clearance draws the section at which a vehicle has the least width', () => {
  const input = reportInput({ length: 60 });
  const chainages = input.profiles.map(({ chainage }) => chainage);
  for (const narrowest of [chainages[7], chainages[20]]) {
    const stations = CLEARANCE.stations.slice(0, 4).map((station, i) => ({
      ...station,
      chainage: [chainages[3], chainages[7], chainages[12], chainages[20]][i],
    }));
    const clearance = {
      ...{ ...CLEARANCE, stations },
      largestWidth: { ...CLEARANCE.largestWidth, chainage: narrowest },
    };
    const figures = clearancePart({ ...input, clearance }, 'en', EN)!.blocks.filter(
      (block) => block.kind === 'figure',
    );
    expect(figures.at(-1)!.caption).toBe(
      fill(EN['clearance.narrowest'], { chainage: chainageText(narrowest) }),
    );
  }
});
