import { describe, expect, it } from 'vitest';
import { exp } from '../../src-core/math/se3.ts';
import { sampledPoses } from '../../src-core/survey/calibrate.ts';
import { keyframesBetween } from '../../src-core/survey/keyframes-in-reach.ts';
import { provenanceOf, surveyProducts } from '../../src-core/survey/publish/survey-products.ts';
import { scanPose } from '../graph/trajectories.ts';

/** A straight drive of so many metres, a scan every 0.1 m. */
const drive = (metres: number) =>
  Array.from({ length: Math.round(10 * metres) + 1 }, (_, k) => scanPose(k, exp([0, 0, 0, 0.1 * k, 0, 0])));

describe('the scans that a calibration reads', () => {
  it('are pairs that follow each other', () => {
    const chosen = sampledPoses(drive(30)).map(({ scanIndex }) => scanIndex);
    expect(chosen).toEqual(chosen.toSorted((a, b) => a - b));
    for (const index of chosen) expect(chosen.includes(index - 1) || chosen.includes(index + 1)).toBe(true);
    // From the first on, and to the last pair but one step of those between.
    expect(chosen[0]).toBe(0);
    expect(chosen.at(-1)).toBeGreaterThan(280);
  });

  it('stand about the middles of stretches as long as each other in a long drive, the same on either side', () => {
    const metres = 900;
    const chosen = sampledPoses(drive(metres)).map(({ scanIndex }) => scanIndex / 10);
    // Where two scans are more than 10 m apart, a stretch ends.
    const ends = chosen.flatMap((at, i) => (i > 0 && at - chosen[i - 1] > 10 ? [i] : []));
    const stretches = [0, ...ends].map((from, k) => chosen.slice(from, ends[k] ?? chosen.length));
    expect(stretches.length).toBeGreaterThan(1);
    stretches.forEach((stretch, k) => {
      const middle = (stretch[0] + stretch.at(-1)!) / 2;
      // The last pair of a stretch is one step of the sample before its end.
      expect(Math.abs(middle - ((k + 0.5) / stretches.length) * metres)).toBeLessThan(2);
    });
  });

  it('are pairs that there are, of scans that stand farther apart than a stretch is long, too', () => {
    const sparse = [0, 30, 60, 90].map((x, k) => scanPose(k, exp([0, 0, 0, x, 0, 0])));
    expect(sampledPoses(sparse).map((pose) => pose?.scanIndex)).toEqual([0, 1, 2, 3]);
  });

  it('are none of a drive of one scan', () => {
    expect(sampledPoses(drive(0))).toEqual([]);
  });
});

it('keyframes between two scans are those from the first to before the second', () => {
  const poses = drive(1).map((pose) => ({ ...pose, isKeyframe: pose.scanIndex % 2 === 0 }));
  expect(keyframesBetween(poses, 2, 8).map(({ scanIndex }) => scanIndex)).toEqual([2, 4, 6]);
});

describe('the products of a survey that are stored', () => {
  const texts = { 'profiles.csv': 'p', 'volume.json': 'v', 'trajectory.tum': 't', 'report.html': 'r' };
  const compared = { comparison: { volume: 3 }, convergence: { profiles: [{ chainage: 1 }] } };
  const refinement = {
    ...{ refined: true, frame: 'mine-grid', T_grid_map: { R: Float64Array.of(1), t: Float64Array.of(2) } },
    ...{ graph: { loops: [], chi2: 1 }, unseen: ['K9'] },
  };

  it('are each of its stage, with the comparison and its convergence, and the graph in plain numbers', () => {
    const products = surveyProducts(texts, compared as never, refinement as never);
    expect(products.map(({ kind, stage, mediaType }) => [kind, stage, mediaType])).toEqual([
      ['trajectory', 'refine', 'text/plain'],
      ['profiles', 'measure', 'text/csv'],
      ['volume', 'measure', 'application/json'],
      ['report', 'export', 'text/html'],
      ['comparison', 'export', 'application/json'],
      ['graph', 'refine', 'application/json'],
    ]);
    const [trajectory, profiles, volume, report, comparison, graph] = products.map(({ text }) => text);
    expect([trajectory, profiles, volume, report]).toEqual(['t', 'p', 'v', 'r']);
    expect(JSON.parse(comparison)).toEqual({ comparison: { volume: 3 }, convergence: [{ chainage: 1 }] });
    expect(JSON.parse(graph)).toEqual({
      ...{ frame: 'mine-grid', T_grid_map: { R: [1], t: [2] }, unseen: ['K9'], loops: [], chi2: 1 },
    });
  });

  it('are no more than there is, the path being of the alignment where nothing was refined', () => {
    const none = { ...texts, 'trajectory.tum': null, 'report.html': null };
    expect(surveyProducts(none, null, null).map(({ kind }) => kind)).toEqual(['profiles', 'volume']);
    expect(surveyProducts(texts, null, null)[0].stage).toBe('align');
  });

  it('follow from what their stage followed from, else from the capture alone', () => {
    const steps = [
      { stage: 'align', inputHash: 'a', options: { voxel: 1 } },
      { stage: 'measure', inputHash: 'm', options: { slab: 2 } },
    ] as never;
    expect(provenanceOf('measure', steps, 'root')).toEqual({ inputHash: 'm', options: { slab: 2 } });
    expect(provenanceOf('refine', steps, 'root')).toEqual({ inputHash: 'root', options: {} });
  });
});
