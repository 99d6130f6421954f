import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GraphicsApi } from '../../../src-renderer/viewer/graphics.ts';
import type { SurfaceColouring } from '../../../src-renderer/viewer/surface-colour.ts';
import { CHROMIUM } from '../../e2e/harness/chromium.ts';
import { clippedShares } from './clipped-shares.ts';
import { keepPicture, openViewerPage, type ViewerPage } from './viewer-page.ts';

const ORIGIN: [number, number, number] = [352_118, 9_001_447, 4213];
const BACKGROUND = [15, 18, 20];
const NOT_HERE = CHROMIUM === null && process.env.CI !== 'true';
if (NOT_HERE) process.stderr.write('\n*** NOT RUN: the surface in the viewer: there is no Chromium ***\n');

describe.skipIf(NOT_HERE).each(['webgl2', 'webgpu'] as GraphicsApi[])('the surface on %s', (api) => {
  let opened: ViewerPage;
  let page: Page;

  beforeAll(async () => {
    opened = await openViewerPage(api);
    ({ page } = opened);
    await page.evaluate((origin) => {
      const { viewer } = window;
      viewer.surface.set([window.wallOf(origin)]);
      viewer.view = window.camera.orbitedView(viewer.view, 0.3, 0.2);
      viewer.fit([...viewer.surface.spheres()]);
    }, ORIGIN);
  });
  afterAll(() => opened.close());

  /** Share of the pixels that are not background, and the mean colour of those. */
  function drawn(): Promise<{ share: number; mean: number[] }> {
    return page.evaluate(async (background) => {
      const pixels = await window.pixels();
      const sum = [0, 0, 0];
      let count = 0;
      for (let i = 0; i < pixels.length; i += 4) {
        if (background.every((value, c) => Math.abs(pixels[i + c] - value) < 3)) continue;
        count++;
        for (let c = 0; c < 3; c++) sum[c] += pixels[i + c];
      }
      return { share: (4 * count) / pixels.length, mean: sum.map((value) => value / count) };
    }, BACKGROUND);
  }

  const colour = (colouring: SurfaceColouring, distance: number | null = null): Promise<void> =>
    page.evaluate(
      ([colouring, value]) => {
        const { surface } = window.viewer;
        surface.setColouring(colouring);
        const { length } = surface.pieces[0].chainage;
        surface.setDistance(0, value === null ? null : new Float32Array(length).fill(value));
        window.viewer.invalidate();
      },
      [colouring, distance] as const,
    );

  it('is drawn as rock, grey, lit and shaded', async () => {
    const { share, mean } = await drawn();
    await keepPicture(page, `surface-${api}`);
    expect(share).toBeGreaterThan(0.08);
    expect(share).toBeLessThan(0.6);
    expect(Math.max(...mean) - Math.min(...mean)).toBeLessThan(20);
    await page.evaluate(() => window.viewer.setEyeDome(false));
    const { mean: plain } = await drawn();
    await page.evaluate(() => window.viewer.setEyeDome(true));
    expect(mean[1]).toBeLessThan(plain[1] - 10);
  });

  it('wears the colours of the ramp to its limits, and grey where nothing is known', async () => {
    await page.evaluate(() => window.viewer.setEyeDome(false));
    const range = [-0.2, 0.2] as const;
    const seen = async (distance: number | null): Promise<number[]> => {
      await colour({ mode: 'distance', range, bandLength: 5 }, distance);
      return (await drawn()).mean;
    };
    // DIVERGING of the unrolled wall, at its ends, its middle and beyond.
    for (const [distance, wanted] of [
      [0.2, [205, 24, 16]],
      [0.9, [205, 24, 16]],
      [-0.2, [8, 45, 140]],
      [0, [219, 219, 214]],
      [null, [115, 115, 115]],
    ] as const) {
      const mean = await seen(distance);
      const off = Math.max(...mean.map((value, c) => Math.abs(value - wanted[c])));
      expect(off, `${distance}: ${mean}`).toBeLessThan(3);
    }
    await page.evaluate(() => window.viewer.setEyeDome(true));
  });

  it('has alternate bands of the chosen length', async () => {
    const count = async (bandLength: number): Promise<number> => {
      await colour({ mode: 'bands', range: null, bandLength });
      await keepPicture(page, `surface-${api}-bands-${bandLength}`);
      return page.evaluate(async () => {
        const { viewer } = window;
        viewer.setEyeDome(false);
        const pixels = await window.pixels();
        viewer.setEyeDome(true);
        const { width, height } = viewer.canvas;
        // Changes between blue and sand along the row with most of them.
        let most = 0;
        for (let y = 0; y < height; y++) {
          let changes = 0;
          let before = 0;
          for (let x = 0; x < width; x++) {
            const i = 4 * (y * width + x);
            const warm = pixels[i] - pixels[i + 2];
            const side = Math.abs(warm) < 20 ? 0 : Math.sign(warm);
            if (side !== 0 && before !== 0 && side !== before) changes++;
            if (side !== 0) before = side;
          }
          most = Math.max(most, changes);
        }
        return most;
      });
    };
    // Square to the axis from above: 20 m of wall.
    await page.evaluate(() => {
      const { viewer, camera } = window;
      viewer.view = { ...camera.VIEW_DEFAULTS, projection: 'orthographic', pitch: 1.5, yaw: -Math.PI / 2 };
      viewer.fit([...viewer.surface.spheres()]);
    });
    expect(await count(5)).toBe(3);
    expect(await count(2.5)).toBe(7);
    await colour({ mode: 'plain', range: null, bandLength: 5 });
  });

  it('is open where it was not measured: what lies behind is seen', async () => {
    const red = (): Promise<number> =>
      page.evaluate(async () => {
        const { viewer } = window;
        const pixels = await window.pixels();
        let count = 0;
        for (let i = 0; i < pixels.length; i += 4) if (pixels[i] > pixels[i + 1] + 60) count++;
        viewer.setLines('inside', null);
        return count;
      });
    const line = (x: number): Promise<void> =>
      page.evaluate(
        ([origin, at]) => {
          const ends = Float64Array.of(
            origin[0] + at,
            origin[1] - 0.8,
            origin[2] + 2,
            origin[0] + at,
            origin[1] + 0.8,
            origin[2] + 2,
          );
          window.viewer.setLines('inside', { ends, colour: [1, 0, 0], width: 6 });
        },
        [ORIGIN, x] as const,
      );
    // Square to the side with the hole, from 8 to 11 m.
    await page.evaluate((origin) => {
      const { viewer, camera } = window;
      const target = [origin[0] + 9.5, origin[1], origin[2] + 2] as [number, number, number];
      viewer.view = { ...camera.VIEW_DEFAULTS, target, distance: 14, yaw: -Math.PI / 2, pitch: 0 };
      const across = viewer.project([target[0], target[1] - 3, target[2]]);
      if (across.depth > viewer.project(target).depth)
        viewer.view = { ...viewer.view, yaw: viewer.view.yaw + Math.PI };
    }, ORIGIN);
    await keepPicture(page, `surface-${api}-hole`);
    const counts: number[] = [];
    for (const side of [0, Math.PI]) {
      await page.evaluate((turn) => {
        const { viewer } = window;
        viewer.view = { ...viewer.view, yaw: viewer.view.yaw + turn, pitch: 0.15 };
      }, side);
      await line(9.5);
      counts.push(await red());
      await line(4);
      expect(await red()).toBe(0);
    }
    // The hole is in one of the two sides.
    expect(Math.min(...counts)).toBe(0);
    expect(Math.max(...counts)).toBeGreaterThan(30);
  });

  it('hides points behind it and is hidden by those before it', async () => {
    const share = (radius: number): Promise<number> =>
      page.evaluate(
        async ([origin, r]) => {
          const { viewer } = window;
          viewer.surface.set([window.wallOf(origin, 2)]);
          const points = window.tunnel(origin, 40_000);
          for (let i = 0; i < points.xyz.length; i += 3) {
            const [y, z] = [points.xyz[i + 1], points.xyz[i + 2] - 2];
            const off = r / Math.hypot(y, z);
            points.xyz[i + 1] = y * off;
            points.xyz[i + 2] = 2 + z * off;
          }
          viewer.setPoints('drive', points, { tint: [0, 1, 0] });
          viewer.view = { ...viewer.view, pitch: 0.3 };
          viewer.fit();
          const pixels = await window.pixels();
          let [green, grey] = [0, 0];
          for (let i = 0; i < pixels.length; i += 4) {
            if (pixels[i + 1] > 2 * pixels[i] + 30) green++;
            else if (pixels[i] > 40) grey++;
          }
          return green / (green + grey);
        },
        [ORIGIN, radius] as const,
      );
    expect(await share(1.7)).toBeLessThan(0.2);
    await keepPicture(page, `surface-${api}-outside-of-points`);
    expect(await share(2.3)).toBeGreaterThan(0.9);
    await page.evaluate(() => window.viewer.removePoints('drive'));
  });

  it('shows only what the box and the slab leave', async () => {
    const share = async () => (await drawn()).share;
    const { whole, box, slab, elsewhere, unclipped } = await clippedShares(
      page,
      ORIGIN,
      share,
      `surface-${api}-slab`,
    );
    expect(box).toBeGreaterThan(0.05 * whole);
    expect(box).toBeLessThan(0.5 * whole);
    expect(Math.abs(slab - box)).toBeLessThan(0.1 * whole);
    expect(elsewhere).toBe(0);
    expect(unclipped).toBeCloseTo(whole, 3);
  });

  it('is not there when it is hidden, nor the points when they are', async () => {
    await page.evaluate((origin) => {
      window.viewer.surface.isShown = false;
      window.viewer.setPoints('drive', window.tunnel(origin, 5000));
    }, ORIGIN);
    expect((await drawn()).share).toBeGreaterThan(0.05);
    await page.evaluate(() => {
      window.viewer.points.isShown = false;
      window.viewer.invalidate();
    });
    expect((await drawn()).share).toBe(0);
  });

  it('complains of nothing', () => {
    expect(opened.complaints).toEqual([]);
  });
});
