import { closeSync, fsyncSync, openSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { CPU_SCAN_ENGINE } from '../../src-core/odometry/cpu-scan-aligner.ts';
import { ODOMETRY_DEFAULTS } from '../../src-core/odometry/odometry-options.ts';
import { align } from '../../src-core/survey/align.ts';
import { StoredAlignment } from '../../src-main/jobs/stored-alignment.ts';
import { importFiles } from '../../src-main/project/import-files.ts';
import { Project } from '../../src-main/project/project.ts';
import { say } from './present.ts';
import { simulatedCapture } from './simulated-capture.ts';

/** Metres of the drive that is repeated. */
const LENGTH = 68;

/**
 * An aligned project of any length: a simulated drive, imported and aligned, whose scans and poses are repeated, each
 * time a drive's length farther on, until there are enough.
 *
 * @returns the capture of the drive
 */
export async function longProject(path: string, scans: number, seed: number): Promise<string> {
  const { folder } = await simulatedCapture('rough', LENGTH, seed);
  const capture = join(folder, 'capture.pcap');
  const project = Project.open(path, { create: true });
  say('importing and aligning the drive');
  const { session } = await importFiles(project, [capture], {}, SILENT_CONTEXT);
  const stored = new StoredAlignment(project, session, CPU_SCAN_ENGINE.identity, ODOMETRY_DEFAULTS);
  await align(
    project.scanStore(session),
    { options: ODOMETRY_DEFAULTS, edits: [], engine: CPU_SCAN_ENGINE, resume: null, sink: stored },
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
  database.function('shifted', (T: Uint8Array, metres: number) => {
    const moved = Buffer.from(T);
    moved.writeDoubleLE(moved.readDoubleLE(72) + metres, 72); // x of the translation after nine of the rotation
    return moved;
  });
  database.function('shifted_state', (text: string, metres: number) => {
    const state = JSON.parse(text);
    state.state.T_map_middle.t[0] += metres;
    state.state.keyframe.t[0] += metres;
    return JSON.stringify(state);
  });
  const count = Math.ceil(scans / own);
  for (let turn = 1; turn < count; turn++) {
    const left = Math.min(own, scans - turn * own);
    const by = { first: turn * own, ns: turn * own * 100_000_000, metres: turn * LENGTH, left };
    database.transaction(() => {
      const run = (sql: string): void => void database.prepare(sql).run(by);
      run(`INSERT INTO scans (session_id, scan_index, frame_id, stamp_ns, image)
           SELECT session_id, scan_index + :first, frame_id, stamp_ns + :ns, image
           FROM scans WHERE scan_index < :left`);
      run(`INSERT INTO imu (scan_id, samples)
           SELECT copy.id, imu.samples FROM imu JOIN scans ON imu.scan_id = scans.id
           JOIN scans AS copy ON copy.session_id = scans.session_id AND copy.scan_index = scans.scan_index + :first
           WHERE scans.scan_index < :left AND 0 * :ns = 0`);
      run(`INSERT INTO poses
           SELECT run_id, scan_index + :first, frame_id, stamp_ns + :ns, shifted(T_map_sensor, :metres), T_first_last,
             gyro_bias, is_keyframe, quality, covariance FROM poses WHERE scan_index < :left`);
      run(`INSERT INTO alignment_states
           SELECT run_id, scan_index + :first, shifted_state(state, :metres) FROM alignment_states
           WHERE scan_index < :left`);
    })();
  }
  database.close();
  // What was written without waiting must not be waited for while the engine is timed.
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
}
