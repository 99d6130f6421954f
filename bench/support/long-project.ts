import { closeSync, fsyncSync, openSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { CPU_SCAN_ENGINE } from '../../src-core/odometry/cpu-scan-aligner.ts';
import { ODOMETRY_DEFAULTS } from '../../src-core/odometry/odometry-options.ts';
import { align } from '../../src-core/survey/align.ts';
import { StoredAlignment } from '../../src-main/jobs/session/stored-alignment.ts';
import { importFiles } from '../../src-main/project/import-files.ts';
import { Project } from '../../src-main/project/project.ts';
import { addRowSum } from '../../src-main/project/row-sum.ts';
import { keepSums } from '../../src-main/project/row-sums.ts';
import { say } from './present.ts';
import { simulatedCapture } from './simulated-capture.ts';

/** Metres of the drive that is repeated. */
const LENGTH = 68;
/** Offset of the translation in a stored pose: behind nine numbers of the rotation. */
const TRANSLATION = 72;

/**
 * An aligned project of any length: a simulated drive, imported and aligned, whose scans and poses are repeated, each
 * time from where the one before ended, until there are enough.
 *
 * @param length of the drive, m
 * @returns the capture of the drive
 */
export async function longProject(
  path: string,
  scans: number,
  seed: number,
  length = LENGTH,
): Promise<string> {
  const { folder } = await simulatedCapture('rough', length, seed);
  const capture = join(folder, 'capture.pcap');
  const project = Project.open(path, { create: true });
  say('importing and aligning the drive');
  const { session } = await importFiles(project, [capture], {}, SILENT_CONTEXT);
  const stored = new StoredAlignment(project, session, CPU_SCAN_ENGINE.identity, ODOMETRY_DEFAULTS);
  await align(
    project.scanStore(session),
    { options: ODOMETRY_DEFAULTS, edits: [], engine: CPU_SCAN_ENGINE, resume: null, store: stored },
    SILENT_CONTEXT,
  );
  project.close();
  say(`repeating it to ${scans} scans`);
  repeat(path, session.scanCount, scans);
  return capture;
}

function repeat(path: string, own: number, scans: number): void {
  const database = new Database(path);
  database.pragma('synchronous = OFF');
  const ends = database
    .prepare('SELECT T_map_sensor FROM poses WHERE scan_index IN (0, ?) ORDER BY scan_index')
    .pluck()
    .all(own - 1) as Buffer[];
  const at = (axis: number): number => TRANSLATION + 8 * axis;
  const step = [0, 1, 2].map((axis) => ends[1].readDoubleLE(at(axis)) - ends[0].readDoubleLE(at(axis)));
  database.function('shifted', (T: Uint8Array, turn: number) => {
    const moved = Buffer.from(T);
    for (const [axis, metres] of step.entries())
      moved.writeDoubleLE(moved.readDoubleLE(at(axis)) + turn * metres, at(axis));
    return moved;
  });
  database.function('shifted_state', (text: string, turn: number) => {
    const state = JSON.parse(text);
    for (const [axis, metres] of step.entries()) {
      state.state.T_map_middle.t[axis] += turn * metres;
      state.state.keyframe.t[axis] += turn * metres;
    }
    return JSON.stringify(state);
  });
  addRowSum(database);
  keepSums(database);
  const count = Math.ceil(scans / own);
  for (let turn = 1; turn < count; turn++) {
    const left = Math.min(own, scans - turn * own);
    const by = { first: turn * own, ns: turn * own * 100_000_000, turn, left };
    database.transaction(() => {
      const run = (sql: string): void => void database.prepare(sql).run(by);
      run(`INSERT INTO scans (session_id, scan_index, frame_id, stamp_ns, image)
           SELECT session_id, scan_index + :first, frame_id, stamp_ns + :ns, image
           FROM scans WHERE scan_index < :left`);
      run(`INSERT INTO imu (scan_id, samples)
           SELECT copy.id, imu.samples FROM imu JOIN scans ON imu.scan_id = scans.id
           JOIN scans AS copy ON copy.session_id = scans.session_id AND copy.scan_index = scans.scan_index + :first
           WHERE scans.scan_index < :left AND 0 * :ns = 0`);
      run(`INSERT INTO poses (run_id, scan_index, frame_id, stamp_ns, T_map_sensor, T_first_last,
             gyro_bias, is_keyframe, quality, covariance)
           SELECT run_id, scan_index + :first, frame_id, stamp_ns + :ns, shifted(T_map_sensor, :turn), T_first_last,
             gyro_bias, is_keyframe, quality, covariance FROM poses WHERE scan_index < :left`);
      run(`INSERT INTO alignment_states (run_id, scan_index, state)
           SELECT run_id, scan_index + :first, shifted_state(state, :turn) FROM alignment_states
           WHERE scan_index < :left`);
    })();
  }
  database.close();
  // What was written without waiting must not be waited for while the engine is timed.
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
}
