import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_VALUE } from '../../../src-renderer/viewer/colour.ts';
import type { GraphicsApi } from '../../../src-renderer/viewer/graphics.ts';
import { CHROMIUM } from '../../e2e/harness/chromium.ts';
import { clippedShares } from './clipped-shares.ts';
import { keepPicture, openViewerPage, type ViewerPage } from './viewer-page.ts';

const ORIGIN: [number, number, number] = [352_118, 9_001_447, 4213];
const BACKGROUND = [15, 18, 20];
const COUNT = 30_000;
const NOT_HERE = CHROMIUM === null && process.env.CI !== 'true';
if (NOT_HERE) process.stderr.write('\n*** NOT RUN: drawing of the viewer: there is no Chromium ***\n');

describe.skipIf(NOT_HERE).each(['webgl2', 'webgpu'] as GraphicsApi[])('the viewer on %s', (api) => {
  let opened: ViewerPage;
  let page: Page;

  beforeAll(async () => {
    opened = await openViewerPage(api);
    ({ page } = opened);
    await page.evaluate(
      ([origin, count]) => {
        const { viewer } = window;
        viewer.setPoints('drive', window.tunnel(origin, count));
        viewer.setLines('way', {
          ends: window.piecesOf([0, 10, 20].flatMap((x) => [origin[0] + x, origin[1], origin[2] + 2])),
          colour: [1, 0.2, 0.1],
          width: 3,
        });
        viewer.view = window.camera.orbitedView(viewer.view, 0.3, 0.2);
        viewer.fit();
      },
      [ORIGIN, COUNT] as const,
    );
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

  it('draws a drive at a northing of nine million', async () => {
    const { share } = await drawn();
    await keepPicture(page, `viewer-${api}`);
    expect(share).toBeGreaterThan(0.08);
    expect(share).toBeLessThan(0.6);
    expect(await page.evaluate(() => window.viewer.api)).toBe(api);
  });

  it('has a picture of its own for every colouring', async () => {
    const means = new Map<string, number[]>();
    for (const mode of ['height', 'reflectivity', 'scan', 'time', 'distance', 'plain'] as const) {
      await page.evaluate(
        ([origin, count, to]) => {
          const points = window.tunnel(origin, count);
          const distance = Float32Array.from({ length: count }, (_, i) => Math.sin(i) - 0.4);
          window.viewer.setPoints('drive', points, { distance });
          window.viewer.setColouring({ mode: to, range: null, secondsOfScan: null });
        },
        [ORIGIN, COUNT, mode] as const,
      );
      means.set(mode, (await drawn()).mean);
      await keepPicture(page, `viewer-${api}-${mode}`);
    }
    const all = [...means];
    for (const [i, [one, a]] of all.entries())
      for (const [other, b] of all.slice(i + 1)) {
        const apart = Math.hypot(...a.map((value, c) => value - b[c]));
        // Time and height both run through the whole ramp once: they differ in where, not in the mean.
        const twins = ['height', 'time', 'reflectivity'];
        if (!(twins.includes(one) && twins.includes(other)))
          expect(apart, `${one} and ${other}`).toBeGreaterThan(4);
      }
    await page.evaluate(() =>
      window.viewer.setColouring({ mode: 'height', range: null, secondsOfScan: null }),
    );
  });

  it('draws points grey that have no distance to the design', async () => {
    const { mean } = await page
      .evaluate(
        ([origin, count, none]) => {
          const { viewer } = window;
          viewer.setPoints('drive', window.tunnel(origin, count), {
            distance: new Float32Array(count).fill(none),
          });
          viewer.setLines('way', null);
          viewer.setEyeDome(false);
          viewer.setColouring({ mode: 'distance', range: [-0.5, 0.5], secondsOfScan: null });
        },
        [ORIGIN, COUNT, NO_VALUE] as const,
      )
      .then(drawn);
    expect(Math.max(...mean) - Math.min(...mean)).toBeLessThan(1);
    expect(mean[0]).toBeGreaterThan(80);
    expect(mean[0]).toBeLessThan(150);
    // The same points, as soon as their distances are known.
    await page.evaluate(
      (count) => window.viewer.setDistance('drive', new Float32Array(count).fill(0.5)),
      COUNT,
    );
    const { mean: outside } = await drawn();
    expect(outside[0]).toBeGreaterThan(outside[2] + 80);
    await page.evaluate(() => {
      window.viewer.setEyeDome(true);
      window.viewer.setColouring({ mode: 'plain', range: null, secondsOfScan: null });
    });
  });

  it('lets lines be seen through the wall, faintly', async () => {
    /** Pixels that are more green than the wall is anywhere. */
    const green = async (through: number) => {
      await page.evaluate(
        ([origin, seen]) => {
          const ends = window.piecesOf([0, 10, 20].flatMap((x) => [origin[0] + x, origin[1], origin[2] + 2]));
          window.viewer.setLines('way', { ends, colour: [0, 1, 0], width: 3, through: seen });
        },
        [ORIGIN, through] as const,
      );
      const shown = await page.evaluate(async () => {
        const pixels = await window.pixels();
        let count = 0;
        for (let i = 0; i < pixels.length; i += 4)
          if (pixels[i + 1] - Math.max(pixels[i], pixels[i + 2]) > 25) count++;
        return count;
      });
      await keepPicture(page, `viewer-${api}-through-${through}`);
      return shown;
    };
    const hidden = await green(0);
    const faint = await green(0.4);
    expect(faint).toBeGreaterThan(hidden + 300);
    await page.evaluate(() => {
      window.viewer.setColouring({ mode: 'height', range: null, secondsOfScan: null });
    });
  });

  it('draws hidden lines once, however many pieces they have, and dashes them', async () => {
    /** How green the pixels are that are more green than the wall is anywhere. */
    const greens = (pieces: number, dashed: boolean): Promise<number[]> =>
      page.evaluate(
        async ([origin, count, isDashed]) => {
          const way = Array.from({ length: count + 1 }, (_, i) => [4 + (12 * i) / count, 0, 2]);
          const ends = window.piecesOf(way.flatMap((place) => place.map((value, k) => origin[k] + value)));
          const { viewer } = window;
          viewer.setLines('way', { ends, colour: [0, 1, 0], width: 3, through: 0.4, dashed: isDashed });
          const pixels = await window.pixels();
          const results: number[] = [];
          for (let i = 0; i < pixels.length; i += 4) {
            const green = pixels[i + 1] - Math.max(pixels[i], pixels[i + 2]);
            if (green > 25) results.push(green);
          }
          return results;
        },
        [ORIGIN, pieces, dashed] as const,
      );
    await page.evaluate(() =>
      window.viewer.setColouring({ mode: 'plain', range: null, secondsOfScan: null }),
    );
    const whole = await greens(1, false);
    const pieced = await greens(2000, false);
    const dashes = await greens(2000, true);
    await keepPicture(page, `viewer-${api}-dashed`);
    expect(whole.length).toBeGreaterThan(300);
    expect(Math.abs(pieced.length - whole.length)).toBeLessThan(0.1 * whole.length);
    expect(Math.abs(Math.max(...pieced) - Math.max(...whole))).toBeLessThan(5);
    expect(dashes.length / pieced.length).toBeGreaterThan(0.35);
    expect(dashes.length / pieced.length).toBeLessThan(0.75);
    await page.evaluate(() => {
      window.viewer.setLines('way', null);
      window.viewer.setColouring({ mode: 'height', range: null, secondsOfScan: null });
    });
  });

  it('shades by depth, and not where it is switched off', async () => {
    const { mean: shaded } = await drawn();
    await page.evaluate(() => window.viewer.setEyeDome(false));
    const { mean: plain } = await drawn();
    await page.evaluate(() => window.viewer.setEyeDome(true));
    expect(shaded[1]).toBeLessThan(plain[1] - 1);
  });

  it('draws the same whichever of two clouds of the same places was loaded first', async () => {
    const pictures = await page.evaluate(
      async ([origin, count]) => {
        const { viewer } = window;
        const points = window.tunnel(origin, count);
        const bright = { ...points, reflectivity: points.reflectivity!.map((value) => 4 * value) };
        viewer.setColouring({ mode: 'reflectivity', range: [0, 300], secondsOfScan: null });
        const drawnIn = async (...names: ('drive' | 'again')[]): Promise<string> => {
          viewer.removePoints('drive');
          viewer.removePoints('again');
          for (const name of names) viewer.setPoints(name, name === 'again' ? bright : points);
          return (await window.pixels()).join();
        };
        const result = [
          await drawnIn('drive', 'again'),
          await drawnIn('again', 'drive'),
          await drawnIn('again'),
        ];
        viewer.removePoints('again');
        viewer.setPoints('drive', points);
        viewer.setColouring({ mode: 'height', range: null, secondsOfScan: null });
        return result.map((picture) => result.indexOf(picture));
      },
      [ORIGIN, COUNT] as const,
    );
    // The other one alone is another picture: which is seen does matter.
    expect(pictures).toEqual([0, 0, 2]);
  });

  it('shows only what the box and the slab leave', async () => {
    const share = async () => (await drawn()).share;
    const { whole, box, slab, elsewhere, unclipped } = await clippedShares(
      page,
      ORIGIN,
      share,
      `viewer-${api}-slab`,
    );
    expect(box).toBeGreaterThan(0.05 * whole);
    expect(box).toBeLessThan(0.5 * whole);
    expect(Math.abs(slab - box)).toBeLessThan(0.1 * whole);
    expect(elsewhere).toBeLessThan(0.02);
    expect(unclipped).toBeCloseTo(whole, 3);
  });

  it('gives a point back to a hundredth of a millimetre where it is drawn', async () => {
    const worst = await page.evaluate(
      async ([origin, count]) => {
        const points = window.tunnel(origin, count);
        const { viewer } = window;
        await window.pixels();
        let most = 0;
        let own = 0;
        for (let i = 0; i < count; i += 97) {
          const exact = [0, 1, 2].map((axis) => origin[axis] + points.xyz[3 * i + axis]);
          const { x, y } = viewer.project(exact as unknown as [number, number, number]);
          const picked = viewer.pick(x, y, 1);
          if (picked?.index !== i) continue;
          own++;
          for (const axis of [0, 1, 2]) most = Math.max(most, Math.abs(picked.point[axis] - exact[axis]));
        }
        return { most, own };
      },
      [ORIGIN, COUNT] as const,
    );
    expect(worst.own).toBeGreaterThan(50);
    expect(worst.most).toBeLessThan(1e-5);
  });

  it('draws a lone point where the camera says, to the pixel', async () => {
    const off = await page.evaluate(async (origin) => {
      const { viewer, camera } = window;
      viewer.clear();
      const at = [origin[0] + 0.123, origin[1] - 0.456, origin[2] + 0.789] as [number, number, number];
      const xyz = Float32Array.from([0.123, -0.456, 0.789]);
      viewer.setPoints('one', { origin, xyz, reflectivity: null, scanIndex: null }, { tint: [1, 1, 1] });
      viewer.view = { ...camera.VIEW_DEFAULTS, target: [at[0] + 0.4, at[1] + 0.2, at[2] - 0.3], distance: 6 };
      const { x, y } = viewer.project(at);
      const pixels = await window.pixels();
      const width = viewer.canvas.width;
      let [sx, sy, n] = [0, 0, 0];
      for (let i = 0; i < pixels.length; i += 4) {
        if (pixels[i] < 128) continue;
        sx += ((i / 4) % width) + 0.5;
        sy += Math.floor(i / 4 / width) + 0.5;
        n++;
      }
      return { n, dx: sx / n - x, dy: sy / n - y };
    }, ORIGIN);
    expect(off.n).toBeGreaterThan(0);
    expect(Math.abs(off.dx)).toBeLessThan(1);
    expect(Math.abs(off.dy)).toBeLessThan(1);
  });

  it('draws only when something has changed', async () => {
    const drawings = await page.evaluate(async () => {
      const { viewer } = window;
      await window.pixels();
      const frames = (): Promise<number> => new Promise(requestAnimationFrame);
      await frames();
      await frames();
      let count = 0;
      viewer.onDrawn = () => count++;
      for (let k = 0; k < 10; k++) await frames();
      const still = count;
      for (let k = 0; k < 5; k++) viewer.invalidate();
      for (let k = 0; k < 5; k++) await frames();
      viewer.onDrawn = null;
      return [still, count];
    });
    expect(drawings).toEqual([0, 1]);
  });

  it('tells that all is drawn also when a screenshot ends the refinement', async () => {
    const shown = await page.evaluate(async (origin) => {
      const { viewer } = window;
      await window.pixels();
      const most = viewer.framePoints;
      for (const k of [0, 1, 2, 3]) viewer.setPoints(`part-${k}`, window.tunnel(origin, 500));
      viewer.framePoints = 600;
      viewer.view = { ...viewer.view, yaw: viewer.view.yaw + 0.1 };
      const frame = (): Promise<number> => new Promise(requestAnimationFrame);
      await frame();
      await frame();
      const isRefining = !viewer.isComplete;
      const complete: boolean[] = [];
      viewer.onDrawn = () => complete.push(viewer.isComplete);
      await viewer.screenshot();
      viewer.onDrawn = null;
      viewer.framePoints = most;
      return [isRefining, complete.at(-1)];
    }, ORIGIN);
    expect(shown).toEqual([true, true]);
  });

  it('asks nothing of the network, and complains of nothing', () => {
    expect(opened.strangers).toEqual([]);
    expect(opened.complaints).toEqual([]);
  });
});
