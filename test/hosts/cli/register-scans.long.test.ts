import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type DonutPair, drawDonuts } from '../../../bench/donuts/draw-donuts.ts';
import { poseError } from '../../../src-core/math/pose-error.ts';
import { rigidFromMatrix4 } from '../../../src-core/math/se3.ts';
import { ringsOf } from '../../../src-lab/clouds/scan-rings.ts';
import type { PointSet } from '../../../src-lab/problem/method.ts';
import { temporaryFolder } from '../../project/fixtures.ts';
import { lastJson, runCli } from './run-cli.ts';
import { runHere } from './run-here.ts';

const AT_SENSOR = { centre: [0, 0, 0], covariance: new Float64Array(9) };

/** Writes a donut as the PCD that a driver of the sensor writes: f32, in its own frame. */
function pcdFile(name: string, { count, xyz }: PointSet): string {
  const header = `VERSION 0.7\nFIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\nWIDTH ${count}\nHEIGHT 1\nVIEWPOINT 0 0 0 1 0 0 0\nPOINTS ${count}\nDATA binary\n`;
  const path = join(temporaryFolder(), name);
  const numbers = new Uint8Array(Float32Array.from(xyz).buffer);
  writeFileSync(path, Buffer.concat([Buffer.from(header), numbers]));
  return path;
}

function filesOf({ source, target }: DonutPair): [string, string] {
  return [pcdFile('source.pcd', source), pcdFile('target.pcd', target)];
}

describe('socavon register of two scans', () => {
  const apart = { metres: [0.9, 1.1], degrees: [0, 5] } as const satisfies Parameters<typeof drawDonuts>[3];
  const pair = drawDonuts(41, 'os1-16', 'straight', {
    metres: [...apart.metres],
    degrees: [...apart.degrees],
  });
  const scans = (): [string, string] => filesOf(pair);

  it('is right a metre on without an option, and says what it did and how well, seed 41', async () => {
    const ending = await runHere('register', ...scans(), '--json');
    expect(ending.status).toBe(0);
    expect(ending.stderr).toMatch(
      /^The clouds are scans of a spinning sensor: gicp is taken, .*--method takes another\.$/m,
    );
    expect(ending.stderr).toMatch(
      /^The points lie unevenly, as the rings of a scan: .* in cubes of 0\.\d+ m are registered/m,
    );
    expect(ending.stderr).not.toMatch(/warning/);
    const data = lastJson(ending);
    expect(data).toMatchObject({
      method: 'gicp',
      isScan: true,
      verdict: 'converged',
      reason: 'held',
      better: null,
    });
    const edges = [pair.source, pair.target].map((scan) => ringsOf(scan)?.edge ?? 0);
    expect(data.downsample).toBeCloseTo(Math.max(...edges), 4);
    const { shift, degrees } = poseError(
      rigidFromMatrix4(data.transform as number[]),
      pair.T_target_source,
      AT_SENSOR,
    );
    expect(shift).toBeLessThan(0.02);
    expect(degrees).toBeLessThan(0.2);
    const covariance = data.covariance as number[];
    for (let k = 0; k < 6; k++) expect(covariance[7 * k]).toBeGreaterThan(0);
    expect(shift / Math.sqrt(covariance[21] + covariance[28] + covariance[35])).toBeLessThan(3);
    expect((data.weakest as { sigma: number }).sigma).toBeLessThan(0.02);
    const text = await runHere('register', ...scans());
    expect(text.stdout).toMatch(
      /^Verdict: converged; \d+ % matched; held least: the .*, 0\.\d+( m|°) \(one sigma\)\.$/m,
    );
  });

  it.each(['icp-plane', 'icp-point', 'newton-plane'])(
    'refuses the pose of %s on all points, where the rings hold it, and fails, seed 41',
    async (method) => {
      const ending = await runHere('register', ...scans(), '--method', method, '--downsample', '0', '--json');
      expect(ending.status).toBe(1);
      expect(ending.stderr).toMatch(
        /^warning: refused: evened out, the clouds lie better on each other 0\.\d+ m and /m,
      );
      const data = lastJson(ending);
      expect(data).toMatchObject({ method, verdict: 'refused', reason: 'better-elsewhere' });
      const better = data.better as { transform: number[] };
      expect(
        poseError(rigidFromMatrix4(better.transform), pair.T_target_source, AT_SENSOR).shift,
      ).toBeLessThan(0.03);
    },
  );

  it('refuses donuts of two places, and says so in Spanish too, seed 42', async () => {
    const other = drawDonuts(42, 'os1-16', 'curved', undefined, true);
    const files = filesOf(other);
    const ending = await runHere('register', ...files, '--json');
    expect(ending.status).toBe(1);
    expect(lastJson(ending)).toMatchObject({ verdict: 'refused', reason: 'surfaces-differ' });
    const spanish = await runCli('register', ...files, '--language', 'es');
    expect(spanish.stderr).toMatch(
      /rechazada: en esta pose las superficies se apartan 0\.\d+ m donde su rugosidad es de/,
    );
    expect(spanish.stdout).toMatch(/^Veredicto: rechazada; /m);
  });

  it('calls donuts of a smooth drive weak along it, and does not fail, seed 43', async () => {
    const smooth = drawDonuts(43, 'os1-16', 'smooth', { metres: [0.5, 1], degrees: [0, 0] });
    const ending = await runHere('register', ...filesOf(smooth), '--json');
    expect(ending.status).toBe(0);
    expect(ending.stderr).toMatch(
      /^warning: The clouds hold the pose only within \d\S* m \(one sigma, at the least\) along the translation/m,
    );
    const data = lastJson(ending);
    expect(data).toMatchObject({ verdict: 'weak', reason: 'weak-direction' });
    // Along the drive, which is where the target's sensor looked: within some degrees of sway of its x axis.
    const { direction, sigma } = data.weakest as { direction: number[]; sigma: number };
    expect(Math.abs(direction[3])).toBeGreaterThan(0.95);
    expect(sigma).toBeGreaterThan(0.1);
  });
});
