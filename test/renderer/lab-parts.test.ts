import { describe, expect, it } from 'vitest';
import { parseTransform } from '../../src-core/io/tables/transform-file.ts';
import { momentsOf } from '../../src-core/math/pose-error.ts';
import { exp } from '../../src-core/math/se3.ts';
import { matrixText, poseFigures, transformJson } from '../../src-renderer/features/lab/pose-figures.ts';
import { runsCsv } from '../../src-renderer/features/lab/run-csv.ts';
import { parametersOf } from '../../src-renderer/features/lab/run-parameters.ts';
import { runRows } from '../../src-renderer/features/lab/run-rows.ts';
import type { LabRun } from '../../src-renderer/stores/lab-runs.ts';
import { AT_REST, nudgedStart, poseOfStart, startOfPose } from '../../src-renderer/stores/start-pose.ts';
import { sortedRows } from '../../src-renderer/ui/sorted-rows.ts';

const CENTRE = [450_000, 8_900_000, 4_000];
const { R, t } = exp([0.01, -0.02, 0.3, 1, 2, 3]);
const POSE = { R: [...R], t: [...t] };

function run(method: string, options: LabRun['setting']['options'], name = 'a.ply'): LabRun {
  return {
    id: `${method} ${JSON.stringify(options)}`,
    at: '2026-01-01T00:00:00Z',
    isKept: true,
    source: { name, sha256: '0'.repeat(64), count: 10 },
    target: { name: 'b.ply', sha256: '1'.repeat(64), count: 20 },
    setting: { method, search: null, engine: 'cpu', global: false, T_start: null, distance: null, options },
    found: {
      T_target_source: POSE,
      T_start: POSE,
      iterations: 4,
      rms: 0.01,
      rmsPerIteration: [0.01],
      poses: [],
      inliers: 9,
      matchedShare: 0.9,
      stopped: 'converged',
      eigenvalues: [],
      undetermined: [],
      milliseconds: { total: 3 },
      engine: 'cpu',
      sourcePoints: 10,
      targetPoints: 20,
      maxDistance: null,
      hasFewMatches: false,
    },
  };
}

describe('the start pose', () => {
  it('turns the cloud about its own middle, at a mine grid as at the origin', () => {
    const { R: turn, t: shift } = poseOfStart({ ...AT_REST, yaw: 90, z: 2 }, { centre: CENTRE })!;
    const middle = [0, 1, 2].map((k) => CENTRE.reduce((sum, c, j) => sum + turn[3 * k + j] * c, shift[k]));
    // Coordinates of ten million metres leave nanometres.
    middle.forEach((value, k) => {
      expect(value).toBeCloseTo(CENTRE[k] + (k === 2 ? 2 : 0), 6);
    });
  });

  it('is read back from a pose to a micrometre, and is none at rest or with an empty field', () => {
    const fields = startOfPose(POSE, { centre: [1, 2, 3] });
    const again = poseOfStart(fields, { centre: [1, 2, 3] })!;
    for (let k = 0; k < 9; k++) expect(again.R[k]).toBeCloseTo(POSE.R[k], 7);
    for (let k = 0; k < 3; k++) expect(Math.abs(again.t[k] - POSE.t[k])).toBeLessThan(2e-6);
    expect(poseOfStart(AT_REST, { centre: CENTRE })).toBeNull();
    expect(poseOfStart({ ...AT_REST, x: Number.NaN }, { centre: CENTRE })).toBeNull();
  });

  it('is shifted by arrows and page keys, and turned with Shift', () => {
    const step = { shift: 0.1, turn: 5 };
    const key = (name: string, shiftKey = false) => nudgedStart(AT_REST, { key: name, shiftKey }, step);
    expect(key('ArrowLeft')).toEqual({ ...AT_REST, x: -0.1 });
    expect(key('PageUp')).toEqual({ ...AT_REST, z: 0.1 });
    expect(key('ArrowRight', true)).toEqual({ ...AT_REST, yaw: 5 });
    expect(key('Enter')).toBeNull();
  });
});

describe('the result of a run', () => {
  it('is written as text and as JSON that read back, and tells the shift of the middle of the cloud', () => {
    const figures = poseFigures(run('icp-point', {}).found, [1, 0, 0]);
    for (const text of [matrixText(figures.matrix), transformJson(run('icp-point', {}), figures)]) {
      const read = parseTransform(text, 'pose');
      read.t.forEach((value, k) => {
        expect(value).toBeCloseTo(POSE.t[k], 12);
      });
      read.R.forEach((value, k) => {
        expect(value).toBeCloseTo(POSE.R[k], 12);
      });
    }
    expect(matrixText(figures.matrix).split('\n')).toHaveLength(4);
    expect(figures.shift).toEqual([POSE.R[0] - 1 + POSE.t[0], POSE.R[3] + POSE.t[1], POSE.R[6] + POSE.t[2]]);
  });
});

describe('the table of runs', () => {
  it('names the options in which runs differ, not those that all share by default', () => {
    const runs = [run('icp-point', { maxIterations: 7 }), run('icp-plane', {}), run('icp-point', {})];
    const keys = runs.map((one) => parametersOf(one, runs).map(({ field }) => field.key));
    expect(keys).toEqual([['maxIterations'], ['maxIterations'], ['maxIterations']]);
    expect(parametersOf(runs[1], [runs[1]])).toEqual([]);
  });

  it('is written as CSV with the matrix, quoted where a name has a comma or a quote', () => {
    const moments = momentsOf({ count: 2, xyz: [0, 0, 0, 1, 0, 0] });
    const rows = runRows([run('icp-point', { downsample: 0.5 }, 'a "1", b.ply')], null, () => ({
      degrees: moments.centre[0],
      shift: 0,
      rms: 0,
    }));
    const [head, line] = runsCsv(rows).trim().split('\r\n');
    expect(line).toContain('"a ""1"", b.ply"');
    const cells = line.replace(/"(?:[^"]|"")*"/, 'name').split(',');
    const at = (name: string): string => cells[head.split(',').indexOf(name)];
    expect(cells).toHaveLength(head.split(',').length);
    expect([at('voxel_m'), at('error_degrees'), at('m14')]).toEqual(['0.5', '0.5', String(POSE.t[0])]);
  });

  it('sorts numbers by size and texts by letter, with what has no number last in both directions', () => {
    const rows = [3, Number.NaN, 10, 2];
    const sorted = (isDown: boolean) => sortedRows(rows, (row) => row, isDown);
    expect(sorted(false)).toEqual([2, 3, 10, Number.NaN]);
    expect(sorted(true)).toEqual([10, 3, 2, Number.NaN]);
    expect(sortedRows(['b', 'a'], (row) => row, false)).toEqual(['a', 'b']);
  });
});
