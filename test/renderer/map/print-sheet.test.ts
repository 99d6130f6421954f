import { decode } from 'fast-png';
import { describe, expect, it } from 'vitest';
import { withResolution } from '../../../src-core/io/raster/png-resolution.ts';
import {
  barMetres,
  DENSITIES,
  northOnPaper,
  type Paper,
  paperView,
  roundScale,
  SCALES,
  sheetOf,
} from '../../../src-renderer/features/map/print-sheet.ts';
import { eyeToClip, project, VIEW_DEFAULTS, type View } from '../../../src-renderer/viewer/camera.ts';
import { tileFrameOf, viewFrameOf } from '../../../src-renderer/viewer/frame.ts';
import { piecesOf } from '../../../src-renderer/viewer/shot.ts';

const WINDOW = { width: 1000, height: 640 };
const sheet = (paper: Paper, dpi: number, isUpright = false) =>
  sheetOf({ paper, dpi, isUpright, window: WINDOW, windowRatio: 1.5 });
const plan: View = {
  ...VIEW_DEFAULTS,
  target: [350_000, 9_000_000, 4200],
  yaw: -Math.PI / 2,
  pitch: Math.PI / 2,
  distance: 80,
  projection: 'orthographic',
};

describe('sheet of a picture for print', () => {
  for (const paper of ['a4', 'a3'] as const)
    for (const dpi of DENSITIES)
      for (const scale of SCALES)
        it(`draws 10 m of the drive as ${10_000 / scale} mm on ${paper} at ${dpi} dpi, 1:${scale}`, () => {
          const on = sheet(paper, dpi);
          const { view, scale: stated } = paperView(plan, WINDOW, on, scale);
          expect(stated).toBe(scale);
          const [a, b] = [0, 10].map((east) => project(view, on.map, [350_000 + east, 9_000_000, 4200]));
          const millimetres = ((b.x - a.x) / dpi) * 25.4;
          expect(millimetres).toBeCloseTo(10_000 / scale, 6);
          expect(a.y).toBeCloseTo(b.y, 6);
        });

  it('has the size of its paper, and its map lies within', () => {
    expect(sheet('a4', 300)).toMatchObject({ width: 3508, height: 2480 });
    expect(sheet('a3', 150, true)).toMatchObject({ width: 1754, height: 2480 });
    for (const on of [sheet('a4', 150), sheet('a3', 300, true), sheet('screen', 300)]) {
      expect(on.map.x + on.map.width).toBeLessThan(on.width);
      expect(on.map.y + on.map.height).toBeLessThan(on.height);
    }
    expect(sheet('screen', 300).map).toMatchObject({ width: 1500, height: 960 });
  });

  it('shows at a round scale all that the window shows when it is to fit', () => {
    for (const isUpright of [false, true]) {
      const on = sheet('a4', 150, isUpright);
      const { view, scale } = paperView(plan, WINDOW, on, null);
      expect(scale! % 10).toBe(0);
      for (const [x, y] of [
        [0, 0],
        [WINDOW.width, WINDOW.height],
      ]) {
        const perPixel = (2 * Math.tan(Math.PI / 8) * plan.distance) / WINDOW.height;
        const corner = project(view, on.map, [
          350_000 + (x - WINDOW.width / 2) * perPixel,
          9_000_000 - (y - WINDOW.height / 2) * perPixel,
          4200,
        ]);
        expect(corner.x).toBeGreaterThanOrEqual(-1e-6);
        expect(corner.x).toBeLessThanOrEqual(on.map.width + 1e-6);
        expect(corner.y).toBeGreaterThanOrEqual(-1e-6);
        expect(corner.y).toBeLessThanOrEqual(on.map.height + 1e-6);
      }
    }
  });

  it('claims no scale of a perspective', () => {
    const view: View = { ...plan, projection: 'perspective' };
    expect(paperView(view, WINDOW, sheet('a4', 150), 100).scale).toBeNull();
  });

  it('rounds a scale up to two figures', () => {
    expect([231.2, 47.1, 1000, 99.2, 240].map(roundScale)).toEqual([240, 48, 1000, 100, 240]);
  });

  it('has a scale bar of a round length of 20 to 50 mm', () => {
    for (const scale of [7, 50, 100, 199, 240, 500, 9999]) {
      const millimetres = (1000 * barMetres(scale)) / scale;
      expect(millimetres).toBeGreaterThanOrEqual(20 - 1e-9);
      expect(millimetres).toBeLessThanOrEqual(50 + 1e-9);
    }
  });

  it('points north up in a plan, and nowhere in a view from the side', () => {
    const [right, up] = northOnPaper(plan)!;
    expect(right).toBeCloseTo(0, 9);
    expect(up).toBeCloseTo(1, 9);
    expect(northOnPaper({ ...plan, pitch: 0 })).toBeNull();
    const [east] = northOnPaper({ ...plan, yaw: 0 })!;
    expect(Math.abs(east)).toBeCloseTo(1, 9);
  });
});

describe('parts of a large picture', () => {
  const size = { width: 5000, height: 3301 };
  const pieces = piecesOf(size, 2048, 150);

  it('cover every pixel once, and none is larger than the card draws', () => {
    expect(pieces.reduce((sum, { used }) => sum + used.width * used.height, 0)).toBe(5000 * 3301);
    for (const { drawn, used } of pieces) {
      expect(Math.max(drawn.width, drawn.height)).toBeLessThanOrEqual(2048);
      expect(drawn.x).toBeLessThanOrEqual(used.x);
      expect(drawn.x + drawn.width).toBeGreaterThanOrEqual(used.x + used.width);
      // The margin ends only where the picture does.
      if (used.x > 0) expect(used.x - drawn.x).toBe(150);
      if (used.y + used.height < size.height) expect(drawn.y + drawn.height - used.y - used.height).toBe(150);
    }
  });

  it('draw each point where the whole picture has it, in both projections', () => {
    for (const projection of ['perspective', 'orthographic'] as const) {
      const view: View = { ...VIEW_DEFAULTS, projection };
      const whole = viewFrameOf(view, size, [{ centre: [0, 0, 0], radius: 10 }], true);
      expect([...whole.eyeToClip]).toEqual([...eyeToClip(view, size, whole.depth, true)]);
      const point = [1.2, -0.7, 0.9] as const;
      const { x, y } = project(view, size, point);
      for (const { drawn } of pieces) {
        const { eyeToClip: m } = tileFrameOf(whole, drawn);
        const p = [...point.map((value, k) => value - whole.eye[k]), 1];
        const [cx, cy, , w] = [0, 1, 2, 3].map((row) => p.reduce((sum, v, k) => sum + m[4 * k + row] * v, 0));
        expect(drawn.x + ((cx / w + 1) / 2) * drawn.width).toBeCloseTo(x, 1);
        expect(drawn.y + ((1 - cy / w) / 2) * drawn.height).toBeCloseTo(y, 1);
      }
    }
  });

  it('are one whole if the card draws it', () => {
    expect(piecesOf(size, 5000, 150)).toHaveLength(1);
  });
});

describe('resolution of a PNG file', () => {
  /** One pixel, as an encoder without a resolution writes it. */
  const PIXEL = Uint8Array.from(
    atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
    (letter) => letter.charCodeAt(0),
  );

  it('is read back by a decoder that checks every chunk', () => {
    for (const dpi of [96, 150, 300]) {
      const written = withResolution(PIXEL, dpi);
      const { width, height, resolution } = decode(written, { checkCrc: true });
      expect([width, height]).toEqual([1, 1]);
      expect(resolution).toEqual({ x: Math.round(dpi / 0.0254), y: Math.round(dpi / 0.0254), unit: 1 });
    }
  });
});
