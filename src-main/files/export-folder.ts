import { basename, join } from 'node:path';
import type { ExportFolder } from '../../src-core/io/cloud/export-map.ts';
import { openAtomicSink } from './atomic-sink.ts';
import { openFileSource } from './file-source.ts';
import { partPath, removeLeftover } from './part-files.ts';

/** Export folder on disk; created with the first file. */
export function exportFolder(path: string): ExportFolder {
  return {
    path,
    // A trajectory as MCAP begins as a recording does.
    create: (fileName) => openAtomicSink(join(path, fileName), { isCapture: fileName.endsWith('.mcap') }),
    open: (fileName) => openFileSource(join(path, fileName)),
    hiddenName: (fileName) => basename(partPath(fileName)),
    remove: async (fileName) => removeLeftover(join(path, fileName)),
  };
}
