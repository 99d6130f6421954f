import { describe, expect, it } from 'vitest';
import { ref } from 'vue';
import type { Stretch } from '../../src-core/model/axis.ts';
import { bandOf, stripLayout } from '../../src-renderer/features/sections/strip-layout.ts';
import { useRangeBrush } from '../../src-renderer/features/sections/use-range-brush.ts';

const SURVEYED = { from: 100, to: 200 };
const SIZE = { width: 1052, height: 164, rem: 16 };

describe('the strip of areas', () => {
  const layout = stripLayout(SIZE, SURVEYED, [17.2, 18.4, 16.9]);

  it('has room for every area above its rows, and all of them within its size', () => {
    const { box, measuredRow, observedRow, rowHeight, bottom } = layout;
    expect(box.value[0]).toBeLessThanOrEqual(16.9);
    expect(box.value[1]).toBeGreaterThanOrEqual(18.4);
    expect(layout.y(16.9)).toBeLessThanOrEqual(measuredRow);
    expect(measuredRow + rowHeight).toBeLessThan(observedRow);
    expect(observedRow + rowHeight).toBeCloseTo(bottom, 9);
    expect(bottom + SIZE.rem).toBeLessThan(SIZE.height);
    expect([layout.x(100), layout.x(200)]).toEqual([box.left, box.right]);
  });

  it('shows of a stretch what lies in it, and of a short one enough to be seen', () => {
    const { box } = layout;
    expect(bandOf(layout, { from: 90, to: 150 })).toEqual({
      x: box.left,
      width: (box.right - box.left) / 2,
    });
    expect(bandOf(layout, { from: 150, to: 150.01 })?.width).toBe(2);
    expect(bandOf(layout, { from: 210, to: 220 })).toBeNull();
  });
});

describe('the brush of the strip', () => {
  /** A pointer is where its `clientX` is, in metres. */
  function brushed() {
    const range = ref<Stretch | null>(null);
    const selected: number[] = [];
    const brush = useRangeBrush({
      range,
      surveyed: () => SURVEYED,
      usual: () => SURVEYED,
      chainageAt: ({ clientX }) => clientX,
      unsteady: () => 0.2,
      select: (chainage) => selected.push(chainage),
    });
    const at = (clientX: number, button = 0) =>
      ({ clientX, button, currentTarget: { setPointerCapture() {} } }) as unknown as PointerEvent;
    const drag = (from: number, to: number, button = 0): void => {
      brush.press(at(from, button));
      brush.move(at(to));
      brush.release(at(to));
    };
    return { range, selected, brush, at, drag };
  }

  it('chooses a range dragged either way, to a decimetre', () => {
    const { range, selected, drag } = brushed();
    drag(150.04, 120.06);
    expect(range.value).toEqual({ from: 120.1, to: 150 });
    expect(selected).toEqual([]);
  });

  it('shows a section where nothing, too little or nothing of a range was dragged', () => {
    const { range, selected, drag, brush, at } = brushed();
    drag(130, 130.1);
    drag(140, 140.33);
    drag(150, 170, 2);
    expect(selected).toEqual([130.1, 140.33]);
    brush.press(at(110));
    brush.move(at(120));
    expect(brush.shown.value).toEqual({ from: 110, to: 120 });
    brush.cancel();
    brush.release(at(120));
    expect(range.value).toBeNull();
    expect(brush.shown.value).toEqual(SURVEYED);
  });

  it('moves an end by keys as far as was surveyed, and never past the other', () => {
    const { range, brush } = brushed();
    brush.moveEnd('from', 0.5);
    expect(range.value).toEqual({ from: 100.5, to: 200 });
    brush.moveEnd('to', 5);
    expect(range.value).toEqual({ from: 100.5, to: 200 });
    range.value = { from: 150, to: 150.6 };
    brush.moveEnd('from', 0.5);
    expect(range.value).toEqual({ from: 150, to: 150.6 });
  });
});
