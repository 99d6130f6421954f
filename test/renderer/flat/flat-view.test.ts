import { describe, expect, it } from 'vitest';
import {
  type FlatView,
  fittedFlatView,
  pannedFlatView,
  zoomedFlatView,
} from '../../../src-renderer/features/flat/flat-view.ts';

const EXTENT = { left: 100, right: 600, top: 7, bottom: -8 };
const ROOM = { width: 900, height: 300 };

/** What is seen at the edges, m. */
const seen = ({ x, y, perMetre }: FlatView) => ({
  left: x - ROOM.width / perMetre / 2,
  right: x + ROOM.width / perMetre / 2,
  top: y + ROOM.height / perMetre / 2,
  bottom: y - ROOM.height / perMetre / 2,
});

describe('the view of a flat map', () => {
  it('begins with all of the height and the beginning of the drive', () => {
    const { left, right, top, bottom } = seen(fittedFlatView(EXTENT, ROOM));
    expect([left, top, bottom]).toEqual([100, 7, -8].map((value) => expect.closeTo(value, 9)));
    expect(right).toBeCloseTo(145, 9);
  });

  it('keeps what is under the pointer where it is', () => {
    const before = fittedFlatView(EXTENT, ROOM);
    const about = { x: 120, y: 2 };
    const after = zoomedFlatView(before, 3, about, EXTENT, ROOM);
    expect(after.perMetre).toBeCloseTo(60, 9);
    expect((about.x - after.x) * after.perMetre).toBeCloseTo((about.x - before.x) * before.perMetre, 6);
    expect((about.y - after.y) * after.perMetre).toBeCloseTo((about.y - before.y) * before.perMetre, 6);
  });

  it('shows all of the drive at the farthest, in the middle', () => {
    const view = zoomedFlatView(fittedFlatView(EXTENT, ROOM), 1e-6, { x: 110, y: 0 }, EXTENT, ROOM);
    expect(seen(view).left).toBeCloseTo(100, 9);
    expect(seen(view).right).toBeCloseTo(600, 9);
    expect(view.y).toBeCloseTo(-0.5, 9);
  });

  it('never goes beyond an end', () => {
    const view = pannedFlatView(fittedFlatView(EXTENT, ROOM), 1e9, 1e9, EXTENT, ROOM);
    expect(seen(view).right).toBeCloseTo(600, 9);
    expect(seen(view).top).toBeCloseTo(7, 9);
  });
});
