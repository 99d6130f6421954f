import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readAxisFile } from '../../../src-core/io/cad/axis-file.ts';
import { readSolid } from '../../../src-core/io/mesh/read-solid.ts';
import { enclosedVolume } from '../../../src-core/math/closed-mesh.ts';
import { SHARED_DATA, WHY_SKIPPED } from '../../io/shared-data.ts';
import { lastJson } from './run-cli.ts';
import { runHere } from './run-here.ts';

const CASES = SHARED_DATA === null ? '' : join(SHARED_DATA, 'cases');
const scratch = mkdtempSync(join(tmpdir(), 'socavon-cases-'));
afterAll(() => rmSync(scratch, { recursive: true }));

/** Small files after public bug reports, each for its whole kind: what `info` says of them, and what it must not. */
const INFO: readonly (readonly [file: string, right: RegExp, wrong: RegExp])[] = [
  ['cloud-messages-clock/jump_back.mcap', /went back by 5\.0 s/, /losses +none/],
  ['point-times-unit/microseconds.mcap', /at 10 Hz.*taken for microseconds/s, / 0 Hz/],
  ['latitude-longitude/latlong_keys.las', /latitudes and longitudes, in degrees/, /metres are assumed/],
  ['laz-chunk-size-zero/zero.copc.laz', /points +9243/, /damaged/],
  ['stray-frame-id/capture.pcap', /scans +5\n/, /network lost packets/],
  ['trajectory-taken-for-cloud/kitti_poses.txt', /trajectory.*KITTI|KITTI.*trajectory/s, /point cloud/],
  [
    'velodyne-position-packet/position.pcap',
    /1 position packet of a Velodyne/,
    /cut by the recorder|fragment/,
  ],
  ['known-format-not-named/tetra.stl', /STL.*chamber --against/s, /pcap/],
  ['known-format-not-named/tetra.obj', /OBJ.*chamber --against/s, /pcap/],
  ['known-format-not-named/line.str', /Surpac STR.*--axis/s, /pcap/],
];

describe.skipIf(SHARED_DATA === null)(`files of others${WHY_SKIPPED}`, () => {
  it.each(INFO)('info says what %s is', async (file, right, wrong) => {
    const { stdout, stderr } = await runHere('info', join(CASES, file), '--language', 'en');
    expect(`${stdout}${stderr}`).toMatch(right);
    expect(`${stdout}${stderr}`).not.toMatch(wrong);
  });

  /** A run of a file in a project of its own. */
  const run = (file: string, ...more: string[]) => {
    const folder = mkdtempSync(join(scratch, 'run-'));
    const into = ['--project', join(folder, 'p.socavon'), '--out', folder, '--json'];
    return runHere('run', join(CASES, file), ...into, ...more);
  };
  const areaOf = (said: Record<string, unknown>): number =>
    (said.volume as { value: number }).value / (said.length as number);

  it('heights in feet over a plan in metres give the section of the same drive in metres', async () => {
    const metres = areaOf(lastJson(await run('vertical-unit-feet/drive_metres.las')));
    const feet = areaOf(lastJson(await run('vertical-unit-feet/drive_z_feet.las')));
    expect(metres).toBeCloseTo(17.7, 1);
    expect(Math.abs(feet / metres - 1)).toBeLessThan(0.005);
  });

  it('times of points in microseconds give the drive of those in seconds', async () => {
    const right = lastJson(await run('point-times-unit/right.mcap'));
    const micro = lastJson(await run('point-times-unit/microseconds.mcap'));
    // The stamps of points are whole nanoseconds, and microseconds of a tenth of a second in single precision are not.
    expect(micro.pathLength).toBeCloseTo(right.pathLength as number, 4);
    expect(areaOf(micro) / areaOf(right)).toBeCloseTo(1, 3);
  });

  it('a cloud without a drive is told so', async () => {
    const { status, stdout } = await run('undefined-chainage/cloud.las', '--language', 'en');
    expect(status).toBe(1);
    expect(stdout).toContain('No axis was found in the middle of this cloud');
  });

  const axisOf = (file: string, line: string | null = null) => {
    const { axis } = readAxisFile(readFileSync(join(CASES, file)), file, { line });
    return axis.chainage.at(-1)! - axis.chainage[0];
  };

  it('a curve of no length is nothing', () => {
    expect(axisOf('landxml-zero-length-curve/without.xml')).toBeCloseTo(300, 3);
    expect(axisOf('landxml-zero-length-curve/zero_curve.xml')).toBeCloseTo(300, 3);
  });

  it('a bad alignment costs itself only', () => {
    expect(axisOf('landxml-other-alignment-bad/two.xml', 'A')).toBeCloseTo(300, 3);
    expect(() => axisOf('landxml-other-alignment-bad/two.xml', 'B')).toThrow(/Alignment "B"/);
  });

  it('faces before vertices are a solid', async () => {
    const file = 'ply-faces-first/faces_first.ply';
    const { mesh } = await readSolid(readFileSync(join(CASES, file)), file);
    expect(enclosedVolume(mesh)).toBeCloseTo(1 / 6, 9);
  });
});
