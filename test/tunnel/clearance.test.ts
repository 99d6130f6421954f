import { describe, expect, it } from 'vitest';
import { type Random, seededRandom } from '../../src-core/math/random.ts';
import type { Vehicle } from '../../src-core/model/clearance.ts';
import { AxisGeometry } from '../../src-core/tunnel/axis/axis-geometry.ts';
import { clearanceStudy, sweptBox } from '../../src-core/tunnel/sections/clearance.ts';
import { freeSpans, lowestRock } from '../../src-core/tunnel/sections/floor/free-spans.ts';
import { sectionClearance } from '../../src-core/tunnel/sections/section-clearance.ts';
import { FILLED, MEASURED } from '../../src-core/tunnel/wall/cells/wall-grid.ts';
import { madeProfile } from './simple-profile.ts';
import { madeWall } from './simple-wall.ts';
import { axisAlong, bend, straight } from './solids.ts';

const TRUCK: Vehicle = { width: 2, height: 2.2, groundClearance: 0.3, length: 6, wheelbase: null };
const STILL = { left: 0, right: 0, up: 0, down: 0 };

/** A simple polygon round the origin with spikes and steps; some sides level or upright. */
function star(random: Random): number[] {
  const n = 5 + random.below(40);
  const coarse = random.below(2) === 0;
  return Array.from({ length: n }, (_, i) => {
    const angle = (2 * Math.PI * (i + 0.4 * random.uniform())) / n;
    const radius = 1 + 2 * random.uniform();
    const at = [radius * Math.cos(angle), radius * Math.sin(angle)];
    return coarse ? at.map((value) => Math.round(2 * value) / 2) : at;
  }).flat();
}

/** Whether a side has a part inside an open rectangle (Liang and Barsky). */
function cuts(outline: readonly number[], x0: number, x1: number, y0: number, y1: number): boolean {
  const n = outline.length / 2;
  for (let i = 0; i < n; i++) {
    const j = (i + 1) % n;
    const [px, py] = [outline[2 * i], outline[2 * i + 1]];
    const [dx, dy] = [outline[2 * j] - px, outline[2 * j + 1] - py];
    let [enter, leave] = [0, 1];
    let hit = true;
    for (const [p, q] of [
      [-dx, px - x0],
      [dx, x1 - px],
      [-dy, py - y0],
      [dy, y1 - py],
    ]) {
      if (p === 0) hit &&= q > 0;
      else if (p < 0) enter = Math.max(enter, q / p);
      else leave = Math.min(leave, q / p);
    }
    if (hit && leave - enter > 1e-12) return true;
  }
  return false;
}

function inside(outline: readonly number[], x: number, y: number): boolean {
  let turns = 0;
  const n = outline.length / 2;
  for (let i = 0; i < n; i++) {
    const j = (i + 1) % n;
    const a = Math.atan2(outline[2 * i + 1] - y, outline[2 * i] - x);
    const b = Math.atan2(outline[2 * j + 1] - y, outline[2 * j] - x);
    turns += Math.atan2(Math.sin(b - a), Math.cos(b - a));
  }
  return Math.abs(turns) > Math.PI;
}

describe('free way in a section, against brute force (seed 31)', () => {
  const random = seededRandom(31);

  it('every span is free, ends at rock on either side, and no free place is outside of one', () => {
    let count = 0;
    for (let round = 0; round < 400; round++) {
      const outline = star(random);
      const low = -1 + 1.2 * random.uniform();
      const high = low + 0.05 + 1.2 * random.uniform();
      const spans = freeSpans(outline, low, high);
      count += spans.length;
      for (const { from, to } of spans) {
        expect(cuts(outline, from + 1e-9, to - 1e-9, low, high)).toBe(false);
        expect(inside(outline, (from + to) / 2, (low + high) / 2)).toBe(true);
        expect(cuts(outline, from - 1e-6, to, low, high)).toBe(true);
        expect(cuts(outline, from, to + 1e-6, low, high)).toBe(true);
      }
      for (let i = 0; i < 60; i++) {
        const x = -3 + 6 * random.uniform();
        const near = spans.some(({ from, to }) => Math.abs(x - from) < 1e-3 || Math.abs(x - to) < 1e-3);
        if (near) continue;
        const free = !cuts(outline, x - 1e-5, x + 1e-5, low, high) && inside(outline, x, (low + high) / 2);
        expect(spans.some(({ from, to }) => x > from && x < to)).toBe(free);
      }
    }
    expect(count).toBeGreaterThan(300);
  });

  it('the lowest rock is the height at which a box meets it', () => {
    for (let round = 0; round < 400; round++) {
      const outline = star(random);
      const low = -0.5 * random.uniform();
      const from = -1 + random.uniform();
      const to = from + 0.1 + random.uniform();
      const rock = lowestRock(outline, from, to, low);
      if (rock === null) {
        expect(cuts(outline, from, to, low, 9)).toBe(false);
        continue;
      }
      if (rock.up > low + 1e-9) expect(cuts(outline, from, to, low, rock.up - 1e-9)).toBe(false);
      expect(cuts(outline, from, to, low, rock.up + 1e-6)).toBe(true);
    }
  });

  it('the highest box fits and a higher one does not; the widest likewise', () => {
    let calls = 0;
    for (let round = 0; round < 200; round++) {
      const outline = star(random);
      const vehicle = { ...TRUCK, width: 0.3 + random.uniform(), height: 0.5 + random.uniform() };
      const { highest, widest, floorUp } = sectionClearance(madeProfile({ outline }), vehicle, 'best', STILL);
      const low = floorUp + vehicle.groundClearance;
      const widestOf = (high: number): number =>
        Math.max(0, ...freeSpans(outline, low, floorUp + high).map(({ from, to }) => to - from));
      expect(widestOf(vehicle.height)).toBeCloseTo(widest, 12);
      if (highest === 0) continue;
      calls++;
      expect(widestOf(highest - 1e-9)).toBeGreaterThanOrEqual(vehicle.width);
      expect(widestOf(highest + 3e-5)).toBeLessThan(vehicle.width);
    }
    expect(calls).toBeGreaterThan(100);
  });
});

/** A room 4 m wide and 3 m high whose floor lies 1.5 m under the axis. */
const ROOM = [-2, -1.5, 2, -1.5, 2, 1.5, -2, 1.5];

describe('a box in a section', () => {
  it('has the room that is left beside and above it, best in the middle of the void', () => {
    const best = sectionClearance(madeProfile({ outline: ROOM }), TRUCK, 'best', STILL);
    expect(best.middle).toBeCloseTo(0, 12);
    expect(best.free.left).toBeCloseTo(1, 12);
    expect(best.free.right).toBeCloseTo(1, 12);
    expect(best.free.top).toBeCloseTo(0.8, 12);
    expect(best.widest).toBeCloseTo(4, 12);
    expect(best.highest).toBeCloseTo(3, 9);
    const aside = sectionClearance(madeProfile({ outline: ROOM }), TRUCK, { left: 1.5 }, STILL);
    expect(aside.free.left).toBeCloseTo(-0.5, 12);
    expect(aside.free.right).toBeCloseTo(2.5, 12);
  });

  it('passes over what lies below its ground clearance, and over nothing higher', () => {
    const bump = (height: number): number[] => [
      ...[-2, -1.5, -0.1, -1.5, -0.1, -1.5 + height, 0.1, -1.5 + height, 0.1, -1.5, 2, -1.5],
      ...[2, 1.5, -2, 1.5],
    ];
    expect(
      sectionClearance(madeProfile({ outline: bump(0.29) }), TRUCK, 'best', STILL).free.left,
    ).toBeCloseTo(1);
    const blocked = sectionClearance(madeProfile({ outline: bump(0.5) }), TRUCK, 'middle', STILL);
    expect(Math.min(blocked.free.left!, blocked.free.right!, blocked.free.top!)).toBeLessThan(0);
    expect(blocked.widest).toBeCloseTo(1.9, 9);
  });

  it('takes the widening of a bend off both the sides and the top', () => {
    const swept = { left: 0.4, right: 0.1, up: 0.05, down: 0.02 };
    const { free, middle, widest, highest } = sectionClearance(
      madeProfile({ outline: ROOM }),
      TRUCK,
      'best',
      swept,
    );
    expect(free.left).toBeCloseTo(0.75, 12);
    expect(free.right).toBeCloseTo(0.75, 12);
    expect(middle).toBeCloseTo(-0.15, 12);
    expect(free.top).toBeCloseTo(0.75, 12);
    expect(widest).toBeCloseTo(3.5, 12);
    expect(highest).toBeCloseTo(2.95, 9);
  });

  it('says which side was filled in', () => {
    // The left wall is the side from vertex 1 to vertex 2.
    const filled = (measured: number[]) =>
      sectionClearance(madeProfile({ outline: ROOM, measured }), TRUCK, 'best', STILL).filled;
    const finer = [-2, -1.5, 2, -1.5, 2, -0.5, 2, 0.5, 2, 1.5, -2, 1.5];
    expect(
      sectionClearance(madeProfile({ outline: finer, measured: [1, 1, 0, 1, 1, 1] }), TRUCK, 'best', STILL)
        .filled,
    ).toEqual({ left: true, right: false, top: false });
    expect(filled([1, 1, 1, 1])).toEqual({ left: false, right: false, top: false });
    expect(filled([0, 1, 1, 1]).right).toBe(true);
  });
});

describe('widening on a bend', () => {
  it('is L²/8R to the inside and to the outside where the wheelbase is not known', () => {
    const geometry = new AxisGeometry(axisAlong(bend(25), 0, 40, 0.05));
    const swept = sweptBox(geometry, 20, TRUCK);
    const throwOut = 6 ** 2 / (8 * 25);
    expect(swept.left / throwOut).toBeCloseTo(1, 2);
    expect(swept.right / throwOut).toBeCloseTo(1, 2);
    expect(swept.up + swept.down).toBeCloseTo(0, 9);
  });

  it('is B²/8R inside and the rest outside where it is', () => {
    const geometry = new AxisGeometry(axisAlong(bend(25), 0, 40, 0.05));
    // The axis turns left: inside is left.
    const { left, right } = sweptBox(geometry, 20, { ...TRUCK, wheelbase: 4 });
    expect(left / (4 ** 2 / 200)).toBeCloseTo(1, 2);
    expect(right / ((6 ** 2 - 4 ** 2) / 200)).toBeCloseTo(1, 2);
  });

  it('comes down over a crest', () => {
    const radius = 40;
    const line = {
      at: (s: number) => ({
        p: [radius * Math.sin(s / radius), 0, radius * (Math.cos(s / radius) - 1)],
        left: [0, 1, 0],
        up: [0, 0, 1],
      }),
    };
    const geometry = new AxisGeometry(axisAlong(line, -15, 15, 0.05));
    const { up, down, left } = sweptBox(geometry, 0, { ...TRUCK, wheelbase: 6 });
    expect(down / (36 / (8 * radius))).toBeCloseTo(1, 2);
    expect(up).toBeCloseTo(0, 9);
    expect(left).toBeCloseTo(0, 9);
  });
});

describe('what passes along a drive', () => {
  const AXIS = axisAlong(straight(), 0, 20, 0.5);
  const half = (s: number): number => (s > 11 && s < 12 ? 1.2 : 1.8);
  /** A square room about the axis, narrower between chainage 11 and 12. */
  const room = (s: number, angle: number): number =>
    half(s) / Math.max(Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle)));

  it('is told by the narrowest place', () => {
    const wall = madeWall({ axis: AXIS, radius: room });
    const small = { ...TRUCK, width: 2.1, height: 2 };
    const study = clearanceStudy(wall, 0, 20, 0.5, small, 'best');
    expect(study.verdict).toBe('passes');
    expect(study.largestWidth.value).toBeCloseTo(2.4, 1);
    expect(study.largestWidth.chainage).toBeCloseTo(11.5, 0);
    expect(study.largestHeight.value).toBeCloseTo(2.4, 1);
    expect(study.largestWidth.measured).toBe(true);
    const wide = clearanceStudy(wall, 0, 20, 0.5, { ...small, width: 2.8 }, 'best');
    expect(wide.verdict).toBe('blocked');
    expect(wide.blocked).toHaveLength(1);
    expect(wide.blocked[0].from).toBeCloseTo(11, 0);
    expect(wide.blocked[0].to).toBeCloseTo(12, 0);
  });

  it('is never called free where rock was filled in or not seen', () => {
    const small = { ...TRUCK, width: 2, height: 2 };
    const filled = madeWall({
      axis: AXIS,
      radius: room,
      // The left wall over a metre.
      state: (s, a) => (s > 5 && s < 6 && Math.abs(a) < 0.3 ? FILLED : MEASURED),
    });
    const study = clearanceStudy(filled, 0, 20, 0.5, small, 'best');
    expect(study.verdict).toBe('unknown');
    expect(study.unseen).toHaveLength(1);
    expect(study.unseen[0].from).toBeCloseTo(5, 0);
    const gap = madeWall({ axis: AXIS, radius: (s, a) => (s > 5 && s < 7 ? 0 : room(s, a)) });
    const open = clearanceStudy(gap, 0, 20, 0.5, small, 'best');
    expect(open.verdict).toBe('unknown');
    expect(open.open).toHaveLength(1);
    // What is surely in the way stays in the way.
    expect(clearanceStudy(gap, 0, 20, 0.5, { ...small, width: 3 }, 'best').verdict).toBe('blocked');
  });

  it('is the same by vertical sections of a ramp as by those square to it', () => {
    const ramp = axisAlong(straight(0.25), 0, 20, 0.5);
    const stretch = Math.hypot(1, 0.25);
    // A room 3.6 m wide and 3.6 m high square to the ramp: higher as a vertical section shows it.
    const vertical = madeWall({
      axis: ramp,
      radius: (_, a) => 1.8 / Math.max(Math.abs(Math.cos(a)), Math.abs(Math.sin(a)) / stretch),
      options: { sections: 'vertical' },
    });
    const square = madeWall({
      axis: ramp,
      radius: (_, a) => 1.8 / Math.max(Math.abs(Math.cos(a)), Math.abs(Math.sin(a))),
    });
    const small = { ...TRUCK, width: 2, height: 2 };
    const [a, b] = [vertical, square].map(
      (wall) => clearanceStudy(wall, 5, 15, 1, small, 'best').stations[5],
    );
    expect(a.free.top).toBeCloseTo(b.free.top!, 2);
    expect(a.floorUp).toBeCloseTo(b.floorUp, 2);
    expect(a.highest).toBeCloseTo(b.highest, 2);
    expect(a.highest).toBeCloseTo(3.6, 1);
  });

  it('does not leap aside from one section to the next', () => {
    const wall = madeWall({
      axis: AXIS,
      radius: (_, a) => 1.2 / Math.max(Math.abs(Math.cos(a)), Math.abs(Math.sin(a))),
      middle: (s) => [s < 10 ? 0 : 3, 0],
    });
    const small = { ...TRUCK, width: 1.5, height: 1.8 };
    const study = clearanceStudy(wall, 0, 20, 1, small, 'best');
    expect(study.verdict).toBe('blocked');
    expect(study.blocked[0].from).toBeGreaterThan(8.5);
    expect(study.blocked[0].to).toBeLessThanOrEqual(11.5);
  });

  it.each([
    ['no width', { width: 0 }],
    ['millimetres', { width: 2400 }],
    ['a ground clearance over its height', { groundClearance: 3 }],
    ['a wheelbase longer than it', { wheelbase: 7 }],
    ['no number', { height: Number.NaN }],
  ])('refuses a vehicle with %s', (_, wrong) => {
    const wall = madeWall({ axis: AXIS, radius: room });
    expect(() => clearanceStudy(wall, 0, 20, 0.5, { ...TRUCK, ...wrong }, 'best')).toThrow(
      expect.objectContaining({ code: 'vehicle-unusable' }),
    );
  });
});
