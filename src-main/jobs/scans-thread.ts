import { DYNAMIC_DEFAULTS } from '../../src-core/closing/dynamic/dynamic-options.ts';
import type { MethodsOf } from '../../src-core/contract/rpc.ts';
import type { ExportedMap } from '../../src-core/io/cloud/export-map.ts';
import type { StageContext } from '../../src-core/model/context.ts';
import { DynamicPixels } from '../../src-core/model/dynamic-returns.ts';
import type { Trajectory } from '../../src-core/model/pose.ts';
import { exportScanMap, type ScanMap } from '../../src-core/survey/export-scan-map.ts';
import { findDynamicReturns } from '../../src-core/survey/find-dynamic-returns.ts';
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

/** Scans of a project whose dynamic returns are looked for, as plain data. */
interface DynamicQuestion {
  /** Path of the project file. */
  readonly project: string;
  readonly sessionId: number;
  readonly trajectory: Trajectory;
  /** Poses whose scans are searched, from the first to before the second. */
  readonly part: readonly [number, number];
}

/** Finds the dynamic returns of some scans of a session. @returns scans and their pixels @throws as `findDynamicReturns` */
async function findInPart(
  { project: file, sessionId, trajectory, part }: DynamicQuestion,
  context: StageContext,
): Promise<[number, Uint32Array][]> {
  const project = Project.open(file, { readonly: true });
  try {
    const store = project.scanStore(project.sessions.get(sessionId)!);
    const found = await findDynamicReturns(store, trajectory, context, DYNAMIC_DEFAULTS, part);
    return [...found.entries()];
  } finally {
    project.close();
  }
}

const HANDLERS = { 'export-map': exportSessionMap, 'find-dynamic': findInPart };
export type ScansMethods = MethodsOf<typeof HANDLERS>;

// Worker thread for one task on the scans of a session.
serveThread<ScansMethods>(HANDLERS);
