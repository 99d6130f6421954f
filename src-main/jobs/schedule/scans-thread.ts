import { DYNAMIC_DEFAULTS } from '../../../src-core/closing/dynamic/dynamic-options.ts';
import type { MethodsOf } from '../../../src-core/contract/rpc.ts';
import type { ExportedMap } from '../../../src-core/io/cloud/export-map.ts';
import type { PointCloud } from '../../../src-core/model/cloud.ts';
import type { StageContext } from '../../../src-core/model/context.ts';
import { DynamicPixels } from '../../../src-core/model/dynamic-returns.ts';
import type { InstrumentCalibration } from '../../../src-core/model/instrument-calibration.ts';
import { Outputs } from '../../../src-core/model/outputs.ts';
import { type CalibrationRequest, calibrateByScans } from '../../../src-core/survey/calibrate.ts';
import { exportScanMap, type ScanMap } from '../../../src-core/survey/export-scan-map.ts';
import { findDynamicReturns } from '../../../src-core/survey/find-dynamic-returns.ts';
import type { ScanStore } from '../../../src-core/survey/scan-store.ts';
import { exportFolder } from '../../files/export-folder.ts';
import { Project } from '../../project/project.ts';
import { serveThread } from '../../rpc/thread.ts';
import { AHEAD_HANDLERS } from './ahead-handlers.ts';
import { IMPORT_HANDLERS } from './import-handlers.ts';
import { PointTap, type TappedCloud } from './point-tap.ts';
import { type SharedScans, scansOf } from './shared-scans.ts';

/** Session of a project, as plain data. */
interface StoredSession {
  /** Path of the project file. */
  readonly project: string;
  readonly sessionId: number;
}

/** Works on the scans of a session, of a project opened to read and closed afterwards. @throws SocavonError of the project */
async function withScans<T>(
  { project: file, sessionId }: StoredSession,
  work: (store: ScanStore) => Promise<T>,
): Promise<T> {
  const project = Project.open(file, { readonly: true });
  try {
    return await work(project.scanStore(project.sessions.get(sessionId)!));
  } finally {
    project.close();
  }
}

/** A map of scans in a project to be written, as plain data. */
interface MapQuestion extends Omit<ScanMap, 'dynamic' | 'trajectory'>, StoredSession {
  readonly scans: SharedScans;
  /** Scans and their pixels that are left out. */
  readonly moved: readonly (readonly [number, Uint32Array])[];
  /** Path of the folder. */
  readonly folder: string;
  /** True: the points are handed on too, see `next-points`. */
  readonly sharesPoints: boolean;
}

/** Hands the points on of the map that is being written; null: nobody takes them. */
let tap: PointTap | null = null;

/**
 * Writes the map of a session's scans to files, while the same scans are measured.
 *
 * @throws as `exportMap`, but for files that could not be written; SocavonError of the project
 */
function exportSessionMap(
  { project, sessionId, scans, moved, folder, sharesPoints, ...map }: MapQuestion,
  context: StageContext,
): Promise<ExportedMap & Pick<Outputs, 'failed'>> {
  return withScans({ project, sessionId }, async (store) => {
    const dynamic = new DynamicPixels();
    for (const [scan, pixels] of moved) dynamic.put(scan, pixels);
    const shared = sharesPoints ? new PointTap() : null;
    tap = shared;
    try {
      const forget = context.cancel.onCancel?.(() => shared?.release());
      const through = (clouds: AsyncIterable<PointCloud>): AsyncIterable<PointCloud> =>
        shared?.through(clouds) ?? clouds;
      const trajectory = { poses: scansOf(scans) };
      const outputs = new Outputs();
      const written = await exportScanMap(
        store,
        { ...map, trajectory, dynamic },
        exportFolder(folder),
        context,
        through,
        outputs.attempt,
      );
      await shared?.released();
      forget?.();
      return { ...written, failed: outputs.failed };
    } finally {
      shared?.release();
      tap = null;
    }
  });
}

/** Scans of a project whose dynamic returns are looked for, as plain data. */
interface DynamicQuestion extends StoredSession {
  readonly scans: SharedScans;
  /** Poses whose scans are searched, from the first to before the second. */
  readonly part: readonly [number, number];
}

/** Finds the dynamic returns of some scans of a session. @returns scans and their pixels @throws as `findDynamicReturns` */
function findInPart(
  { scans, part, ...session }: DynamicQuestion,
  context: StageContext,
): Promise<[number, Uint32Array][]> {
  return withScans(session, async (store) => {
    const found = await findDynamicReturns(store, { poses: scansOf(scans) }, context, DYNAMIC_DEFAULTS, part);
    return [...found.entries()];
  });
}

/** Session whose sensor is calibrated by its scans, as plain data. */
interface CalibrationTask extends StoredSession {
  readonly scans: SharedScans;
  readonly request: Omit<CalibrationRequest, 'targets'>;
}

/** Calibrates the sensor of a session; stores nothing. @throws as `calibrate`; SocavonError of the project */
function calibrateSensor(
  { scans, request, ...session }: CalibrationTask,
  context: StageContext,
): Promise<InstrumentCalibration | null> {
  return withScans(session, (store) => calibrateByScans(store, { poses: scansOf(scans) }, request, context));
}

const HANDLERS = {
  ...AHEAD_HANDLERS,
  ...IMPORT_HANDLERS,
  'export-map': exportSessionMap,
  'find-dynamic': findInPart,
  calibrate: calibrateSensor,
  /** The points of the next scan of the map that is being written. */
  'next-points': async (): Promise<TappedCloud> => tap?.next() ?? 'gone',
  'release-points': async (): Promise<null> => {
    tap?.release();
    return null;
  },
};
export type ScansMethods = MethodsOf<typeof HANDLERS>;

// Worker thread for tasks on the scans of a session, one after the other.
serveThread<ScansMethods>(HANDLERS);
