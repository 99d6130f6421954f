import { EXPORT_MAP_DEFAULTS, type ExportFolder, exportMap } from '../../io/cloud/export-map.ts';
import { exportPoses, type HandedPose } from '../../io/poses/export-poses.ts';
import type { PointCloud } from '../../model/cloud.ts';
import { SILENT_CONTEXT, type StageContext, throwIfCancelled } from '../../model/context.ts';
import type { MapAttribute, ScanFormat } from '../../model/survey-content.ts';

const FOLDER = 'scans';
const DIGITS = 6;

/**
 * Writes each scan as a file of its own, in the frame of the sensor at its first column and without the motion within it,
 * and the poses of all as TUM and KITTI, a line for each scan in the order of the file names. A scan that was left out of
 * the alignment has neither.
 *
 * @param scans in the order of the poses; a cloud is used before the next is requested
 * @returns the folder of the scans, and the names of the files of poses
 * @throws SocavonError as `exportMap` and `exportPoses`; CancelledError
 */
export async function exportScans(
  scans: AsyncIterable<PointCloud>,
  poses: readonly HandedPose[],
  folder: ExportFolder,
  options: { readonly formats: readonly ScanFormat[]; readonly attributes: readonly MapAttribute[] } & Pick<
    Parameters<typeof exportPoses>[2],
    'frame' | 'application'
  >,
  context: StageContext,
): Promise<string[]> {
  const { formats, attributes, ...notes } = options;
  const quiet = { ...SILENT_CONTEXT, cancel: context.cancel };
  let done = 0;
  for await (const cloud of scans) {
    throwIfCancelled(context.cancel, 'work-export');
    const baseName = `${FOLDER}/${poses[done].scanIndex.toString().padStart(DIGITS, '0')}`;
    const one = async function* (): AsyncGenerator<PointCloud> {
      yield cloud;
    };
    await exportMap(one, folder, { ...EXPORT_MAP_DEFAULTS, formats, baseName, attributes }, quiet);
    done++;
    context.emit({ kind: 'progress', stage: 'export', done, total: poses.length, unit: 'scans' });
  }
  const files = await exportPoses(
    poses,
    folder,
    { ...notes, formats: ['tum', 'kitti'], baseName: `${FOLDER}/poses` },
    context,
  );
  return [`${FOLDER}/`, ...files];
}
