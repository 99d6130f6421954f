import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Poses } from '../../../src-core/contract/shapes.ts';
import type { ScanPose } from '../../../src-core/model/pose.ts';
import { removeCalibration } from '../../../src-main/project/calibrations.ts';
import { Project } from '../../../src-main/project/project.ts';
import { surveyedDrive } from '../../fixtures/surveyed-drive.ts';
import { temporaryFolder } from '../../project/fixtures.ts';
import { type EngineThread, engineThread } from '../engine-thread.ts';

/** A copy of the surveyed drive: its file, and the poses that the command line found. */
export async function driveCopy(aligned: boolean): Promise<{ path: string; byCommandLine: ScanPose[] }> {
  const path = join(temporaryFolder(), 'drive.socavon');
  copyFileSync((await surveyedDrive()).project, path);
  const project = Project.open(path);
  const [session] = project.sessions.all();
  const [run] = project.runs.of(session.id);
  const byCommandLine = project.poses.of(run.id);
  if (!aligned) {
    project.runs.remove(run.id);
    removeCalibration(project, session.id);
  }
  project.close();
  return { path, byCommandLine };
}

/** Poses that a project file keeps of its newest alignment. */
export function keptPoses(path: string): ScanPose[] {
  const project = Project.open(path, { readonly: true });
  const [session] = project.sessions.all();
  const poses = project.poses.of(project.runs.of(session.id).at(-1)!.id);
  project.close();
  return poses;
}

/** An engine with the project open; it ends with the test. */
export async function engineOn(path: string) {
  const engine: EngineThread = engineThread();
  onTestFinished(() => engine.kill());
  engine.tell({ kind: 'grant', path, scope: 'file', write: true });
  const { sessions } = await engine.client.call('project.open', { path });
  const [{ id: sessionId, scanCount: total }] = sessions;
  return { engine, call: engine.client.call, sessionId, total };
}

/** What of poses a window is told, for comparison. */
export function reportOf(poses: readonly ScanPose[]) {
  return {
    scanIndex: Uint32Array.from(poses, ({ scanIndex }) => scanIndex),
    T_map_sensor: Float64Array.from(poses.flatMap(({ T_map_sensor: { R, t } }) => [...R, ...t])),
    eigenvalues: Float64Array.from(poses.flatMap(({ quality }) => quality.eigenvalues)),
    inliers: Uint32Array.from(poses, ({ quality }) => quality.inliers),
    isKeyframe: Uint8Array.from(poses, ({ isKeyframe }) => (isKeyframe ? 1 : 0)),
  } satisfies Partial<Poses>;
}
