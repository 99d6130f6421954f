import { describe, expect, it } from 'vitest';
import { alignmentSummary } from '../../src-core/report/alignment-summary.ts';
import { areaStripFigure } from '../../src-core/report/figures/area-strip.ts';
import { hiddenStretches } from '../../src-core/report/figures/hidden-stretches.ts';
import { longSectionFigure } from '../../src-core/report/figures/long-section.ts';
import { CONSTRAINT_COLOURS } from '../../src-core/report/figures/palette.ts';
import { planFigure } from '../../src-core/report/figures/plan.ts';
import { planFrame } from '../../src-core/report/figures/plan-frame.ts';
import { reliabilityFigure } from '../../src-core/report/figures/reliability-strip.ts';
import { chooseScale, decimalsOf, niceStep, ticks } from '../../src-core/report/figures/scale.ts';
import { sectionFigure, sectionWindow } from '../../src-core/report/figures/section.ts';
import { mapPoint, sectionShape, verticalThrough } from '../../src-core/report/figures/section-shape.ts';
import { closedPath, openPath } from '../../src-core/report/figures/svg.ts';
import { chainageText, escapeHtml, fill, fixed } from '../../src-core/report/texts/format.ts';
import { textsOf } from '../../src-core/report/texts/texts.ts';
import { AxisGeometry } from '../../src-core/tunnel/axis/axis-geometry.ts';
import { reportInput } from './drive.ts';
import { markupFaults } from './markup.ts';

const texts = textsOf('en');

/** All paths of a drawing as lists of points, mm. */
function pathsOf(svg: string): number[][][] {
  return [...svg.matchAll(/ d="([^"]*)"/g)].map(([, d]) =>
    [...d.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]),
  );
}

describe('numbers as text', () => {
  it.each<[number, number, string]>([
    [1234.5, 1, '1\u202f234.5'],
    [8_612_345.678, 2, '8\u202f612\u202f345.68'],
    [999.999, 2, '1\u202f000.00'],
    [-0.001, 2, '0.00'],
    [-12.5, 1, '\u221212.5'],
    [0, 0, '0'],
    [123456, 0, '123\u202f456'],
    [Number.NaN, 1, '\u2013'],
  ])('%f with %i decimals', (value, decimals, text) => {
    expect(fixed(value, decimals)).toBe(text);
  });

  it.each<[number, number, string]>([
    [0, 2, '0+000.00'],
    [12.5, 2, '0+012.50'],
    [999.996, 2, '1+000.00'],
    [1234.5, 0, '1+235'],
    [-7.25, 2, '\u22120+007.25'],
    [-0.001, 2, '0+000.00'],
    [5, 1, '0+005.0'],
  ])('chainage %f', (metres, decimals, text) => {
    expect(chainageText(metres, decimals)).toBe(text);
  });

  it('escapes what markup reads', () => {
    expect(escapeHtml('<a href="x">\'&')).toBe('&#60;a href=&#34;x&#34;&#62;&#39;&#38;');
    expect(fill('{a} and {b}', { a: '{b}' })).toBe('{b} and {b}');
  });
});

describe('scales and steps', () => {
  it('takes the largest standard scale that fits', () => {
    expect(chooseScale(60, 164)).toBe(500);
    expect(chooseScale(4.9, 58)).toBe(100);
    expect(chooseScale(6, 58)).toBe(125);
    expect(chooseScale(1e9, 10)).toBe(75_000);
  });

  it('steps by 1, 2 and 5', () => {
    expect(
      [0.013, 0.2, 0.21, 3, 5, 5.01, 70].map(niceStep).map((step) => Number(step.toPrecision(6))),
    ).toEqual([0.02, 0.2, 0.5, 5, 5, 10, 100]);
    expect(ticks(-0.1, 0.31, 0.1).map((tick) => Number(tick.toFixed(6)))).toEqual([-0.1, 0, 0.1, 0.2, 0.3]);
    expect(ticks(0.3, 0.1, 0.1)).toEqual([]);
    // 0.3 / 0.1 is 2.9999999999999996: the ends are ticks all the same.
    expect(ticks(0, 0.3, 0.1)).toHaveLength(4);
    expect(ticks(0.6, 0.7, 0.1)).toHaveLength(2);
    expect(ticks(-0.3, 0, 0.1)).toHaveLength(4);
    expect([0.02, 0.5, 1, 20].map(decimalsOf)).toEqual([2, 1, 0, 0]);
  });
});

describe('paths', () => {
  it('parts the line where a point is missing', () => {
    expect(openPath([0, 0, 1, 1, Number.NaN, Number.NaN, 2, 2, 3.1372, 3])).toBe('M0 0L1 1M2 2L3.14 3');
    expect(closedPath([])).toBe('');
  });
});

describe('shape of a section', () => {
  const { profiles } = reportInput();

  it('finds crown and floor on the vertical of the centroid, walls at the widest', () => {
    const square = Float64Array.of(2, -1, 2, 3, -1, 3, -1, -1);
    const shape = sectionShape({
      ...profiles[0],
      outline: square,
      centroid: [0.5, 1],
      origin: [100, 200, 50],
      left: [0, 1, 0],
      up: [0, 0, 1],
    });
    expect(shape).toMatchObject({ width: 3, height: 4, crown: 53, floor: 49 });
    expect(shape.leftWall[1]).toBe(202);
    expect(shape.rightWall[1]).toBe(199);
  });

  it('takes the outermost crossings of a section with a niche, and none beside it', () => {
    const hooked = Float64Array.of(0, 0, 4, 0, 4, 4, 0, 4, 0, 3, 3, 3, 3, 1, 0, 1);
    expect(verticalThrough(hooked, 1)).toEqual({ top: 4, bottom: 0 });
    expect(verticalThrough(hooked, 9)).toEqual({ top: Number.NaN, bottom: Number.NaN });
  });
});

describe('plan', () => {
  it('is at true scale and as the map lies, north up or laid along the paper', () => {
    for (const heading of [0, 0.6, 1.6, 3, 4.5]) {
      const { axis } = reportInput({ length: 120, heading });
      const n = axis.chainage.length;
      const plan = Array.from({ length: n }, (_, i) => [axis.xyz[3 * i], axis.xyz[3 * i + 1]]).flat();
      const frame = planFrame(plan, Math.atan2(plan[2 * n - 1] - plan[1], plan[2 * n - 2] - plan[0]), 180);
      for (let i = 0; i < n; i++) {
        const [x, y] = [frame.toX(plan[2 * i], plan[2 * i + 1]), frame.toY(plan[2 * i], plan[2 * i + 1])];
        expect(x).toBeGreaterThan(frame.left);
        expect(x).toBeLessThan(frame.right);
        expect(y).toBeGreaterThan(frame.top);
        expect(y).toBeLessThan(frame.bottom);
        const [e, north] = frame.toMap(x, y);
        expect(Math.hypot(e - plan[2 * i], north - plan[2 * i + 1])).toBeLessThan(1e-6);
      }
      const paper = Math.hypot(
        frame.toX(plan[2 * n - 2], plan[2 * n - 1]) - frame.toX(plan[0], plan[1]),
        frame.toY(plan[2 * n - 2], plan[2 * n - 1]) - frame.toY(plan[0], plan[1]),
      );
      const nature = Math.hypot(plan[2 * n - 2] - plan[0], plan[2 * n - 1] - plan[1]);
      expect((paper * frame.scale) / 1000).toBeCloseTo(nature, 6);
      // Not mirrored: a step to the north is a quarter turn to the left of a step to the east.
      const [ox, oy] = [frame.toX(plan[0], plan[1]), frame.toY(plan[0], plan[1])];
      const east = [frame.toX(plan[0] + 1, plan[1]) - ox, frame.toY(plan[0] + 1, plan[1]) - oy];
      const north = [frame.toX(plan[0], plan[1] + 1) - ox, frame.toY(plan[0], plan[1] + 1) - oy];
      expect(east[0] * -north[1] + east[1] * north[0]).toBeGreaterThan(0);
    }
  });

  it('draws the wall through the outermost points of the sections, at the scale it names', () => {
    const input = reportInput({ heading: 0.2 });
    const svg = planFigure({ ...input, trajectory: new Float64Array(0), unobserved: [], texts }, 180);
    const scale = Number(/Scale 1:([\d\u202f]+)/.exec(svg)![1].replace('\u202f', ''));
    const wall = pathsOf(svg).find((path) => path.length === 2 * input.profiles.length)!;
    const shapes = input.profiles.map(sectionShape);
    for (const [i, j] of [
      [0, 60],
      [10, 100],
    ]) {
      const nature = Math.hypot(
        shapes[i].leftWall[0] - shapes[j].leftWall[0],
        shapes[i].leftWall[1] - shapes[j].leftWall[1],
      );
      const paper = Math.hypot(wall[i][0] - wall[j][0], wall[i][1] - wall[j][1]);
      expect(Math.abs((paper * scale) / 1000 - nature)).toBeLessThan((0.02 * scale) / 1000);
    }
    expect(markupFaults(svg)).toEqual([]);
    expect(svg).toContain('512\u202f360 E');
    expect(svg).toContain('8\u202f612\u202f360 N');
  });
});

describe('section drawing', () => {
  const input = reportInput({ withDesign: true });
  const profile = input.profiles[25];
  const window = sectionWindow([profile.outline, input.design!.outline]);
  const svg = sectionFigure(
    {
      profile,
      design: input.design!.outline,
      payLine: null,
      breaks: input.design!.volumes.sections[25],
      window,
      scale: 100,
      id: 'one',
    },
    texts,
  );

  it('shows left to the left at the scale asked for, inside its window', () => {
    const ring = pathsOf(svg).find((path) => path.length === profile.measured.length)!;
    for (let i = 0; i < profile.measured.length; i++) {
      expect(ring[i][0]).toBeCloseTo(10 * (window.left[1] - profile.outline[2 * i]), 1);
      expect(ring[i][1]).toBeCloseTo(10 * (window.up[1] - profile.outline[2 * i + 1]), 1);
      expect(ring[i][0]).toBeGreaterThanOrEqual(0);
    }
  });

  it('draws each edge once, as measured or as filled', () => {
    const edges = (dashed: boolean): number => {
      const path = svg
        .match(/<path [^>]*\/>/g)!
        .find((tag) => tag.includes('fill="none"') && tag.includes(dashed ? '#b3261e' : '#1b1f24'))!;
      return (path.match(/L/g) ?? []).length;
    };
    const n = profile.measured.length;
    const solid = [...profile.measured].filter(
      (flag, i) => flag === 1 && profile.measured[(i + 1) % n] === 1,
    ).length;
    expect(solid).toBeLessThan(n);
    expect(edges(false)).toBe(solid);
    expect(edges(true)).toBe(n - solid);
  });
});

describe('long section and strip of areas', () => {
  const input = reportInput({ withDesign: true, unobserved: [30, 40] });
  const alignment = alignmentSummary(input.trajectory, input.axis);

  it('marks what was hidden and where the length was not observed, at the chainages of both', () => {
    expect(hiddenStretches(input.profiles, 0.7)).toEqual([{ from: 10.25, to: 17.75 }]);
    const [stretch] = alignment.unobservedStretches;
    expect(alignment.unobservedStretches).toHaveLength(1);
    expect(Math.abs(stretch.from - 30)).toBeLessThan(0.2);
    expect(Math.abs(stretch.to - 40)).toBeLessThan(0.2);
    const svg = longSectionFigure(
      { ...input, design: () => input.design!.outline, unobserved: alignment.unobservedStretches, texts },
      180,
    );
    const rects = [
      ...svg.matchAll(/<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)"[^>]*fill="(#\w+)" fill-opacity/g),
    ];
    const at = (x: string): number => ((Number(x) - 14) * 500) / 1000;
    expect(svg).toContain('Horizontal 1:500');
    expect(rects.map(([, , , color]) => color)).toEqual(['#b3261e', '#7d8794']);
    expect(at(rects[0][1])).toBeCloseTo(stretch.from, 1);
    expect(at(String(Number(rects[0][1]) + Number(rects[0][2])))).toBeCloseTo(stretch.to, 1);
    expect(at(rects[1][1])).toBeCloseTo(10.25, 1);
    expect(markupFaults(svg)).toEqual([]);
  });

  it('has one cell of the strip per section, as high as its share', () => {
    const svg = areaStripFigure({ profiles: input.profiles, designAreas: null, texts }, 180);
    const cells = [...svg.matchAll(/height="([\d.]+)" fill="#(7d8794|b3261e)"/g)];
    expect(cells).toHaveLength(input.profiles.length);
    cells.forEach(([, height, color], i) => {
      const share = input.profiles[i].measuredShare;
      expect(Number(height)).toBeCloseTo(5 * share, 1);
      expect(color).toBe(share < 0.7 ? 'b3261e' : '7d8794');
    });
  });
});

describe('reliability strip', () => {
  const { reliability: strip } = reportInput({ unobserved: [30, 40] });
  const svg = reliabilityFigure({ strip, chainage: [0, 60], horizontal: 500, texts }, 180);
  const at = (x: string): number => ((Number(x) - 14) * 500) / 1000;

  it('has one cell for every metre, taller and of another colour where the walls hold nothing', () => {
    const cells = [
      ...svg.matchAll(
        /<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)" height="([\d.]+)" fill="(#\w+)" shape-rendering/g,
      ),
    ];
    expect(cells).toHaveLength(strip.heldBy.length);
    cells.forEach(([, x, width, height, color], k) => {
      expect(at(x)).toBeCloseTo(strip.edges[k], 1);
      expect(at(String(Number(x) + Number(width)))).toBeCloseTo(strip.edges[k + 1], 1);
      const isUnheld = strip.edges[k] >= 30 && strip.edges[k + 1] <= 40;
      if (isUnheld) expect([height, color]).toEqual(['4.5', CONSTRAINT_COLOURS.inertial]);
      if (strip.edges[k + 1] < 30 || strip.edges[k] > 41)
        expect([height, color]).toEqual(['1.8', CONSTRAINT_COLOURS.walls]);
    });
    expect(markupFaults(svg)).toEqual([]);
  });

  it('draws the ± of the position as high as it is', () => {
    const [line] = [...svg.matchAll(/<path d="([^"]+)" fill="none" stroke="#1b1f24"/g)];
    const heights = [...line[1].matchAll(/[ML][\d.]+ ([\d.]+)/g)].map(([, y]) => Number(y));
    // One at each end besides the middles of the cells.
    expect(heights).toHaveLength(strip.heldBy.length + 2);
    const last = strip.heldBy.length - 1;
    const top = 0.6;
    expect(((21 - heights[heights.length - 1]) / 20) * top).toBeCloseTo(1.96 * strip.position[3 * last], 2);
    expect(svg).toContain('>0.6<');
  });

  it('shows the part that is asked for only', () => {
    const part = reliabilityFigure({ strip, chainage: [20.5, 30], horizontal: 100, texts }, 180);
    expect(part.match(/shape-rendering/g)).toHaveLength(10);
    for (const [, x, width] of part.matchAll(
      /<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)"[^>]*shape-rendering/g,
    )) {
      expect(Number(x)).toBeGreaterThanOrEqual(14);
      expect(Number(x) + Number(width)).toBeLessThanOrEqual(14 + 95.02);
    }
  });
});

describe('summary of the alignment', () => {
  it('counts scans, path and what was not observed', () => {
    const input = reportInput({ length: 60, unobserved: [30, 40] });
    const summary = alignmentSummary(input.trajectory, input.axis);
    expect(summary.scans).toBe(600);
    expect(summary.keyframes).toBe(60);
    expect(summary.notConverged).toBe(1);
    expect(summary.unobserved.scans).toBe(summary.unobserved.withGyro);
    expect(summary.unobserved.share).toBeCloseTo(summary.unobserved.scans / 600, 12);
    expect(Math.abs(summary.unobserved.scans - 100)).toBeLessThan(3);
    expect(summary.pathLength).toBeGreaterThan(59.5);
    expect(summary.pathLength).toBeLessThan(61);
    expect(summary.rms.worst).toBeGreaterThan(summary.rms.median);
    expect(summary.weakSigma.p95).toBeGreaterThan(0.05);
  });

  it('is about nothing where there is no pose', () => {
    const { axis } = reportInput();
    const summary = alignmentSummary({ poses: [] }, axis);
    expect(summary).toMatchObject({
      scans: 0,
      pathLength: 0,
      unobserved: { scans: 0, share: 0 },
      unobservedStretches: [],
    });
  });
});

describe('points of a section in the map', () => {
  it('agree with the frame of the axis', () => {
    const { profiles, axis } = reportInput({ radius: 30 });
    const geometry = new AxisGeometry(axis);
    const profile = profiles[70];
    const frame = geometry.frameAt(profile.chainage);
    const point = mapPoint(profile, 1.5, -0.5);
    for (let k = 0; k < 3; k++)
      expect(point[k]).toBeCloseTo(frame.origin[k] + 1.5 * frame.left[k] - 0.5 * frame.up[k], 9);
  });
});
