import { basename, join } from 'node:path';
import type { ExportFolder } from '../../src-core/io/cloud/export-map.ts';
import { openAtomicSink } from './atomic-sink.ts';
import { openFileSource } from './file-source.ts';
import { partPath, removeLeftover } from './part-files.ts';

/** Endings of the files of points, and of meshes in a format of points. */
const CLOUD_ENDING = /\.(las|laz|ply|pcd|e57|xyz|pts|ptx|asc)$/;

/** Export folder on disk; created with the first file. */
export function exportFolder(path: string): ExportFolder {
  return {
    path,
    create: (fileName) =>
      openAtomicSink(join(path, fileName), {
        // A trajectory as MCAP begins as a recording does.
        isCapture: fileName.endsWith('.mcap'),
        isCloud: CLOUD_ENDING.test(fileName),
      }),
    // Read back after it was written: no input of the command.
    open: (fileName) => openFileSource(join(path, fileName), { isOwn: true }),
    hiddenName: (fileName) => basename(partPath(fileName)),
    remove: async (fileName) => removeLeftover(join(path, fileName)),
  };
}
