import type { MethodsOf } from '../../src-core/contract/rpc.ts';
import type { ExportedMap } from '../../src-core/io/cloud/export-map.ts';
import type { StageContext } from '../../src-core/model/context.ts';
import { DynamicPixels } from '../../src-core/model/dynamic-returns.ts';
import { exportScanMap, type ScanMap } from '../../src-core/survey/export-scan-map.ts';
import { exportFolder } from '../files/export-folder.ts';
import { Project } from '../project/project.ts';
import { serveThread } from '../rpc/thread.ts';

/** A map of scans in a project to be written, as plain data. */
interface MapQuestion extends Omit<ScanMap, 'dynamic'> {
  /** Path of the project file. */
  readonly project: string;
  readonly sessionId: number;
  /** Scans and their pixels that are left out. */
  readonly moved: readonly (readonly [number, Uint32Array])[];
  /** Path of the folder. */
  readonly folder: string;
}

/**
 * Writes the map of a session's scans to files, beside the measurement of the same scans.
 *
 * @throws as `exportMap`; SocavonError of the project
 */
async function exportSessionMap(
  { project: file, sessionId, moved, folder, ...map }: MapQuestion,
  context: StageContext,
): Promise<ExportedMap> {
  const project = Project.open(file, { readonly: true });
  try {
    const store = project.scanStore(project.sessions.get(sessionId)!);
    const dynamic = new DynamicPixels();
    for (const [scan, pixels] of moved) dynamic.put(scan, pixels);
    return await exportScanMap(store, { ...map, dynamic }, exportFolder(folder), context);
  } finally {
    project.close();
  }
}

const HANDLERS = { 'export-map': exportSessionMap };
export type MapMethods = MethodsOf<typeof HANDLERS>;

// Worker thread for one map.
serveThread<MapMethods>(HANDLERS);
