import { EXPORT_MAP_DEFAULTS, type ExportFolder, exportMap } from '../../io/cloud/export-map.ts';
import { exportPoses, type HandedPose } from '../../io/poses/export-poses.ts';
import type { PointCloud } from '../../model/cloud.ts';
import { SILENT_CONTEXT, type StageContext, throwIfCancelled } from '../../model/context.ts';
import { CancelledError } from '../../model/errors.ts';
import type { Outputs } from '../../model/outputs.ts';
import { endingsOf, type MapAttribute, type ScanFormat } from '../../model/survey-content.ts';
import { mapOutput } from './output.ts';

const FOLDER = 'scans';
const DIGITS = 6;

/** Each scan in the frame of the sensor, with the poses of all; a cloud of another program has none. */
export const scans = mapOutput('scans', {
  failsAs: (formats) => formats.map(allOf),
  async write({ task: { output }, map: { placed, ownScans }, poses, outputs }, formats, context) {
    if (ownScans === null) return;
    const { attributes } = output.choice;
    const application = { name: 'Socavon', version: output.softwareVersion };
    const options = { frame: placed.frame, application, formats, attributes };
    await exportScans(ownScans(attributes), poses(), output.folder, options, context, outputs);
  },
});

/**
 * Writes each scan as a file of its own, in the frame of the sensor at its first column and without the motion within it,
 * and the poses of all as TUM and KITTI, a line for each scan in the order of the file names. A scan that was left out of
 * the alignment has neither. A format that fails at one scan has no files at all.
 *
 * @param scans in the order of the poses; a cloud is used before the next is requested
 * @param outputs receives what was written: the folder, its scans and the files of poses; and the formats that failed
 * @throws SocavonError as `exportMap` and `exportPoses`; CancelledError
 */
async function exportScans(
  scans: AsyncIterable<PointCloud>,
  poses: readonly HandedPose[],
  folder: ExportFolder,
  options: { readonly formats: readonly ScanFormat[]; readonly attributes: readonly MapAttribute[] } & Pick<
    Parameters<typeof exportPoses>[2],
    'frame' | 'application'
  >,
  context: StageContext,
  outputs: Outputs,
): Promise<void> {
  const { formats, attributes, ...notes } = options;
  const quiet = { ...SILENT_CONTEXT, cancel: context.cancel };
  const written = new Map<ScanFormat, string[]>(formats.map((format) => [format, []]));
  const giveUp = async (format: ScanFormat): Promise<void> => {
    for (const name of written.get(format) ?? []) await folder.remove(name);
    written.delete(format);
  };
  let done = 0;
  try {
    for await (const cloud of scans) {
      throwIfCancelled(context.cancel, 'work-export');
      const baseName = `${FOLDER}/${poses[done].scanIndex.toString().padStart(DIGITS, '0')}`;
      const one = async function* (): AsyncGenerator<PointCloud> {
        yield cloud;
      };
      for (const [format, names] of written) {
        const output = { ...EXPORT_MAP_DEFAULTS, formats: [format], baseName, attributes };
        const isWritten = await outputs.attempt(allOf(format), () => exportMap(one, folder, output, quiet));
        if (isWritten) names.push(`${baseName}${endingsOf('scans', format)[0]}`);
        else await giveUp(format);
      }
      if (written.size === 0) break;
      done++;
      context.emit({ kind: 'progress', stage: 'export', done, total: poses.length, unit: 'scans' });
    }
  } catch (error) {
    if (!(error instanceof CancelledError)) for (const format of formats) await giveUp(format);
    throw error;
  }
  if (written.size > 0) outputs.wrote([`${FOLDER}/`], [...written.values()].flat());
  const posed = { ...notes, formats: ['tum', 'kitti'] as const, baseName: `${FOLDER}/poses` };
  outputs.wrote(await exportPoses(poses, folder, posed, context, outputs.attempt));
}

/** The scans of a format, as an output that failed is called. */
function allOf(format: ScanFormat): string {
  return `${FOLDER}/*${endingsOf('scans', format)[0]}`;
}
