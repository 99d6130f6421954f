import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exp } from '../../src-core/math/se3.ts';
import type { LoopEvidence } from '../../src-core/model/loop.ts';
import { NOTHING_ASKED, type SurveyRefinement } from '../../src-core/survey/refine.ts';
import { Project } from '../../src-main/project/project.ts';
import { temporaryFolder } from './fixtures.ts';

const pose = (k: number) =>
  exp(Float64Array.of(0.1, -0.2, 0.3 * k, 350_000.1 + k / 3, 8_600_000 + k / 7, 4200));
const covariance = Float64Array.from({ length: 36 }, (_, i) => (i % 7 === 0 ? 1e-6 / 3 : 0));

const LOOP: LoopEvidence = {
  ...{ fromScan: 1, toScan: 60, pathBetween: 21.5, distance: 0.3, distanceSigma: 0.02 },
  ...{ accepted: false, refusal: 'by-hand', decidedBy: 'person', byRules: 'none' },
  T_from_to: pose(2),
  covariance,
  figures: {
    ...{ overlap: 0.99, inlierShare: 0.98, rms: 0.011, weakShare: 0.2 },
    ...{ asymmetry: 0.002, asymmetryAngle: 0.0004, rival: 0.5 },
  },
  chi2: 4.25,
};

const REFINEMENT: SurveyRefinement = {
  refined: true,
  frame: 'mine-grid',
  T_grid_map: pose(0),
  poses: [0, 1, 2].map((scanIndex) => ({ scanIndex, T_map_sensor: pose(scanIndex) })),
  graph: {
    anchors: [{ scanIndex: 0, T_map_sensor: pose(0), covariance }],
    loops: [LOOP, { ...LOOP, T_from_to: null, covariance: null, figures: null, chi2: Number.NaN }],
    residuals: [{ name: 'T1', role: 'check', scanIndex: 2, error: [0.001, -0.002, 0.003], distance: 0.0037 }],
    leftOut: [{ name: 'T9', scanIndex: 1 }],
    chi2: 12.5,
    degreesOfFreedom: 11,
  },
  unseen: ['T4'],
};

/** A project with one session and one run of it. */
function opened(): { project: Project; path: string; sessionId: number; runId: number } {
  const path = join(temporaryFolder(), 'drive.socavon');
  const project = Project.open(path, { create: true });
  const session = project.beginImport([], null);
  const { sessionId } = session;
  const run = project.runs.begin({ sessionId, engine: { kind: 'cpu' }, options: {}, inputHash: 'hash' });
  return { project, path, sessionId, runId: run.id };
}

describe('what a project keeps of control points and of the refinement', () => {
  it('comes back with the poses that an edit discarded', () => {
    const { project, runId } = opened();
    project.refinements.put(runId, NOTHING_ASKED, REFINEMENT);
    const stored = project.refinements.get(runId);
    const key = { runId, editCount: 0 };
    project.transaction(() => {
      project.discarded.keep(key, 4, { isOwn: true });
      project.refinements.remove(runId);
    });
    expect(project.refinements.get(runId)).toBeNull();
    expect(project.transaction(() => project.discarded.giveBack(key, 3))).toBeUndefined();
    expect(project.transaction(() => project.discarded.giveBack(key, 4))).toEqual({ isOwn: true });
    expect(project.refinements.get(runId)).toEqual(stored);
    expect(project.discarded.afterScan(key)).toBeNull();
    project.close();
  });

  it('gives it back to the last bit', () => {
    const { project, runId } = opened();
    project.refinements.put(runId, NOTHING_ASKED, REFINEMENT);
    expect(project.refinements.get(runId)!.value).toEqual(REFINEMENT);
    expect(project.refinements.poses(runId, 1, 2)).toEqual([REFINEMENT.poses[1]]);
    expect(project.refinements.head(runId)).toMatchObject({ refined: true, frame: 'mine-grid' });
    project.close();
  });

  it('has one refinement that holds: another takes its place, and it goes when it is dropped', () => {
    const { project, runId } = opened();
    project.refinements.put(runId, NOTHING_ASKED, REFINEMENT);
    project.refinements.put(runId, NOTHING_ASKED, { ...REFINEMENT, refined: false, poses: [] });
    expect(project.refinements.get(runId)!.value.refined).toBe(false);
    expect(project.refinements.poses(runId)).toEqual([]);
    project.refinements.remove(runId);
    expect(project.refinements.get(runId)).toBeNull();
    project.close();
  });

  it('keeps the list of points and every decision, the last on one thing, and forgets what is taken back', () => {
    const { project, sessionId } = opened();
    const { refineInputs } = project;
    refineInputs.setFile(sessionId, 'a.csv', 'T1,1,2,3');
    refineInputs.setFile(sessionId, 'b.csv', 'T2,1,2,3');
    expect(refineInputs.file(sessionId)).toMatchObject({ name: 'b.csv', text: 'T2,1,2,3' });
    refineInputs.setRole(sessionId, 'T2', 'check');
    expect([...refineInputs.roles(sessionId)]).toEqual([['T2', 'check']]);
    const target = { scan: 7, pSensor: [0.1, 1 / 3, -2], verdict: 'accept', name: 'T2' } as const;
    refineInputs.setTarget(sessionId, { ...target, verdict: 'refuse', name: null });
    refineInputs.setTarget(sessionId, target);
    expect(refineInputs.targets(sessionId)).toEqual([target]);
    refineInputs.removeTarget(sessionId, target);
    expect(refineInputs.targets(sessionId)).toEqual([]);
    const loop = { fromScan: 3, toScan: 60, verdict: 'accept' } as const;
    refineInputs.setLoop(sessionId, loop);
    expect(refineInputs.loops(sessionId)).toEqual([{ ...loop, T_from_to: null }]);
    refineInputs.removeLoop(sessionId, loop);
    expect(refineInputs.loops(sessionId)).toEqual([]);
    refineInputs.removeFile(sessionId);
    expect(refineInputs.file(sessionId)).toBeNull();
    project.close();
  });

  it('says which part of the file is damaged', () => {
    const { project, runId } = opened();
    const wrong = { ...REFINEMENT, frame: 'mine-grid', unseen: [7 as unknown as string] } as const;
    project.refinements.put(runId, NOTHING_ASKED, wrong);
    expect(() => project.refinements.get(runId)).toThrow(`the adjustment of alignment ${runId}`);
    project.close();
  });
});
