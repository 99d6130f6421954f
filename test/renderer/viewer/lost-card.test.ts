import { expect, it } from 'vitest';
import { CHROMIUM } from '../../e2e/harness/chromium.ts';
import { openViewerPage } from './viewer-page.ts';

const NOT_HERE = CHROMIUM === null && process.env.CI !== 'true';
if (NOT_HERE) process.stderr.write('\n*** NOT RUN: a lost card: there is no Chromium ***\n');

it.skipIf(NOT_HERE)(
  'draws on after the graphics card was lost, and says so when it is lost again',
  async () => {
    const opened = await openViewerPage('webgl2');
    try {
      const { page } = opened;
      const seen = await page.evaluate(async () => {
        const { viewer } = window;
        viewer.setPoints('drive', window.tunnel([352_118, 9_001_447, 4213], 20_000));
        viewer.fit();
        let lost = 0;
        viewer.onLost = () => lost++;
        const drawn = async (): Promise<number> =>
          (await window.pixels()).filter((value) => value > 60).length;
        const before = await drawn();
        const gl = viewer.canvas.getContext('webgl2') as WebGL2RenderingContext;
        const card = gl.getExtension('WEBGL_lose_context') as WEBGL_lose_context;
        const happens = (name: string): Promise<void> =>
          new Promise((resolve) =>
            viewer.canvas.addEventListener(name, () => setTimeout(resolve, 0), { once: true }),
          );
        const gone = happens('webglcontextlost');
        card.loseContext();
        await gone;
        const back = happens('webglcontextrestored');
        card.restoreContext();
        await back;
        const after = await drawn();
        const once = lost;
        const again = happens('webglcontextlost');
        card.loseContext();
        await again;
        return { before, after, once, twice: lost };
      });
      expect(seen.before).toBeGreaterThan(1000);
      expect(seen.after).toBe(seen.before);
      expect([seen.once, seen.twice]).toEqual([0, 1]);
    } finally {
      await opened.close();
    }
  },
);
