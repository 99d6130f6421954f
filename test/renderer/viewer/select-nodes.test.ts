import { describe, expect, it } from 'vitest';
import type { MapNode } from '../../../src-core/contract/map-requests.ts';
import type { View } from '../../../src-renderer/viewer/camera.ts';
import { FrameBudget } from '../../../src-renderer/viewer/frame-budget.ts';
import { drawnSpacing, NodeTree } from '../../../src-renderer/viewer/levels/node-tree.ts';
import { selectNodes } from '../../../src-renderer/viewer/levels/select-nodes.ts';

const SIZE = { width: 1280, height: 720 };
const CORNER = [352_000, 9_001_000, 4200] as const;

/** A drive of 512 m along x: in each cube the four eighths at its floor, down to cubes of 4 m. */
function driveNodes(): MapNode[] {
  const nodes: MapNode[] = [];
  const add = (id: string, corner: [number, number, number], edge: number): void => {
    const hasChildren = edge > 4;
    nodes.push({ id, corner, edge, spacing: edge / 128, count: 10_000, hasChildren });
    if (!hasChildren) return;
    const half = edge / 2;
    for (const octant of edge > 8 ? [0, 1] : [0, 1, 2, 3])
      add(
        `${id}${octant}`,
        [corner[0] + (octant & 1) * half, corner[1] + ((octant >> 1) & 1) * half, corner[2]],
        half,
      );
  };
  add('', [...CORNER], 512);
  return nodes;
}

const TREE = new NodeTree(driveNodes());
const near: View = {
  target: [CORNER[0] + 100, CORNER[1] + 2, CORNER[2] + 2],
  yaw: 0.4,
  pitch: 0.3,
  distance: 15,
  projection: 'perspective',
};

describe('which nodes are drawn', () => {
  it('never more points than the budget, and a node only with all above it', () => {
    for (const budget of [10_000, 95_000, 300_000, 3_000_000])
      for (const distance of [5, 50, 500]) {
        const chosen = selectNodes(TREE, { ...near, distance }, SIZE, { budget, pixels: 1.5 });
        expect(chosen.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(budget);
        const ids = new Set(chosen.map(({ id }) => id));
        for (const { id } of chosen) if (id !== '') expect(ids.has(id.slice(0, -1))).toBe(true);
        expect(ids.has('')).toBe(true);
      }
  });

  it('finer where the eye is, coarser far away', () => {
    const chosen = selectNodes(TREE, near, SIZE, { budget: 3_000_000, pixels: 1.5 });
    const deepest = (x: number): number =>
      Math.max(
        ...chosen
          .filter(({ corner, edge }) => corner[0] <= x && x < corner[0] + edge)
          .map(({ id }) => id.length),
      );
    expect(deepest(CORNER[0] + 101)).toBe(7);
    const far = selectNodes(TREE, { ...near, distance: 4000 }, SIZE, { budget: 3_000_000, pixels: 1.5 });
    expect(far.length).toBeLessThan(4);
  });

  it('none that the window does not show', () => {
    const inside: View = { ...near, yaw: Math.PI, pitch: 0, distance: 0.05 }; // looks along +x
    const chosen = selectNodes(TREE, inside, SIZE, { budget: 3_000_000, pixels: 1.5 });
    // A cube is judged by the sphere around it, which stands out by (sqrt(3) - 1) / 2 of its edge.
    for (const { corner, edge } of chosen)
      expect(corner[0] + 1.3661 * edge).toBeGreaterThan(CORNER[0] + 99.9);
  });

  it('of an empty map none', () => {
    expect(selectNodes(new NodeTree([]), near, SIZE)).toEqual([]);
  });

  it('as large as the points lie apart, once finer ones fill the cube', () => {
    const root = TREE.root!;
    expect(drawnSpacing(TREE, root, () => false)).toBe(4);
    expect(drawnSpacing(TREE, root, (id) => id === '0')).toBe(4);
    expect(drawnSpacing(TREE, root, (id) => id.length === 1)).toBe(2);
    expect(drawnSpacing(TREE, root, () => true)).toBe(4 / 128);
  });
});

describe('how many points are drawn', () => {
  it('is fewer after three slow drawings in a row, more after many swift ones, within bounds', () => {
    const budget = new FrameBudget(1_000_000, { points: 2_000_000, frameMs: 40 });
    expect([budget.hear(60), budget.hear(60), budget.points]).toEqual([false, false, 1_000_000]);
    expect(budget.hear(60)).toBe(true);
    expect(budget.points).toBe(700_000);
    budget.hear(60);
    budget.hear(50);
    budget.hear(60);
    expect(budget.points).toBe(700_000);
    for (let k = 0; k < 100; k++) budget.hear(60);
    expect(budget.points).toBe(15_000);
    for (let k = 0; k < 400; k++) budget.hear(33);
    expect(budget.points).toBe(1_000_000);
  });

  it('is much fewer at once where drawings take a large part of a second', () => {
    const budget = new FrameBudget(5_000_000, { points: 5_000_000, frameMs: 16 });
    for (let k = 0; k < 3; k++) budget.hear(1200);
    expect(budget.points).toBe(1_500_000);
  });

  it('is tried again less and less often where more points have turned out to be too many', () => {
    const budget = new FrameBudget(5_000_000, { points: 100_000, frameMs: 1000 / 60 });
    const tries: number[] = [];
    // The screen has 60 frames a second; a card that is too slow for one leaves it out.
    for (let frame = 0; frame < 2000; frame++) {
      const before = budget.points;
      budget.hear(before > 100_000 ? 1000 / 30 : 1000 / 60);
      if (budget.points > before) tries.push(frame);
    }
    const waits = tries.slice(1).map((frame, k) => frame - tries[k]);
    expect(waits.length).toBeGreaterThan(3);
    // Three frames are those that were too slow.
    for (const [k, wait] of waits.slice(1).entries()) expect(wait).toBeGreaterThanOrEqual(waits[k] - 3);
    expect(waits.at(-1)).toBeGreaterThan(300);
  });
});
