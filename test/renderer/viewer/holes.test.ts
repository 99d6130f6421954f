import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GraphicsApi } from '../../../src-renderer/viewer/graphics.ts';
import { CHROMIUM } from '../../e2e/harness/chromium.ts';
import { keepPicture, openViewerPage, type ViewerPage } from './viewer-page.ts';

const ORIGIN: [number, number, number] = [352_118, 9_001_447, 4213];
const BACKGROUND = [15, 18, 20];
const NOT_HERE = CHROMIUM === null && process.env.CI !== 'true';
if (NOT_HERE) process.stderr.write('\n*** NOT RUN: holes of the wall: there is no Chromium ***\n');

/** A drive of 20 m and 2 m radius seen from inside, at eye height. */
describe.skipIf(NOT_HERE).each(['webgl2', 'webgpu'] as GraphicsApi[])('a drive from inside on %s', (api) => {
  let opened: ViewerPage;
  let page: Page;

  beforeAll(async () => {
    opened = await openViewerPage(api);
    ({ page } = opened);
    await page.evaluate(
      ([origin]) => {
        // 2.4 cm apart, and uneven: as a scanner leaves it.
        const drive = window.tunnel(origin, 450_000);
        for (let i = 0; i < drive.xyz.length; i++) drive.xyz[i] += 0.012 * Math.sin(i * i * 0.37);
        window.viewer.setPoints('drive', drive, { spacing: 0.024 });
        window.viewer.setColouring({ mode: 'plain', range: null, secondsOfScan: null });
        window.viewer.view = {
          target: [origin[0] + 12, origin[1], origin[2] + 1.6],
          yaw: Math.PI,
          pitch: 0,
          distance: 8,
          projection: 'perspective',
        };
      },
      [ORIGIN] as const,
    );
  });

  afterAll(() => opened.close());

  /** Share of background among the pixels whose ray meets the wall before the open end, and among those of the end. */
  function background(): Promise<{ wall: number; end: number }> {
    return page.evaluate(
      async ([colour, origin]) => {
        const { viewer, camera } = window;
        const pixels = await window.pixels();
        const { width, height } = viewer.canvas;
        const eye = camera.eyeOf(viewer.view);
        const counts = { wall: [0, 0], end: [0, 0] };
        for (let y = 0; y < height; y++)
          for (let x = 0; x < width; x++) {
            const place = camera.unproject(viewer.view, { width, height }, x + 0.5, y + 0.5, 1);
            const ray = place.map((value, k) => value - eye[k]);
            const [ey, ez] = [eye[1] - origin[1], eye[2] - origin[2] - 2];
            const across = ray[1] ** 2 + ray[2] ** 2;
            const along = ey * ray[1] + ez * ray[2];
            const meets = (-along + Math.sqrt(along ** 2 - across * (ey ** 2 + ez ** 2 - 4))) / across;
            const chainage = eye[0] - origin[0] + meets * ray[0];
            // What is near the rim of the end belongs to neither.
            const part = chainage < 18 ? counts.wall : chainage > 26 ? counts.end : null;
            if (part === null) continue;
            const at = 4 * (y * width + x);
            part[0]++;
            if (colour.every((value, c) => Math.abs(pixels[at + c] - value) < 3)) part[1]++;
          }
        return { wall: counts.wall[1] / counts.wall[0], end: counts.end[1] / counts.end[0] };
      },
      [BACKGROUND, ORIGIN] as const,
    );
  }

  it('has no holes in the wall, and the open end stays open', async () => {
    const { wall, end } = await background();
    await keepPicture(page, `inside-${api}`);
    expect(wall).toBeLessThan(0.002);
    expect(end).toBeGreaterThan(0.98);
    expect(opened.complaints).toEqual([]);
  });

  it('does not bridge a hole that is wider than the points are apart', async () => {
    const share = await page.evaluate(
      async ([origin, colour]) => {
        const { viewer } = window;
        const drive = window.tunnel(origin, 450_000);
        // A window of 1 m in the left wall: its points are moved to a place behind the eye.
        for (let i = 0; i < drive.xyz.length; i += 3) {
          const [x, y, z] = drive.xyz.subarray(i, i + 3);
          if (y > 0 && Math.abs(x - 9) < 0.5 && Math.abs(z - 1.6) < 0.5) drive.xyz.set([0, 0, 0], i);
        }
        viewer.setPoints('drive', drive, { spacing: 0.024 });
        viewer.view = {
          ...viewer.view,
          target: [origin[0] + 9, origin[1] + 2, origin[2] + 1.6],
          yaw: -Math.PI / 2,
          distance: 2,
        };
        const pixels = await window.pixels();
        const { width, height } = viewer.canvas;
        let open = 0;
        let all = 0;
        for (let y = height / 2 - 60; y < height / 2 + 60; y++)
          for (let x = width / 2 - 60; x < width / 2 + 60; x++) {
            const at = 4 * (Math.round(y) * width + Math.round(x));
            all++;
            if (colour.every((value, c) => Math.abs(pixels[at + c] - value) < 3)) open++;
          }
        return open / all;
      },
      [ORIGIN, BACKGROUND] as const,
    );
    await keepPicture(page, `window-${api}`);
    expect(share).toBe(1);
  });
});
