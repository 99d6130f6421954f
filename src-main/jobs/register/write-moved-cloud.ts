import { basename, dirname, resolve } from 'node:path';
import { inOneUnit, unitsOf } from '../../../src-core/io/cloud/cloud-unit.ts';
import { EXPORT_MAP_DEFAULTS, exportMap } from '../../../src-core/io/cloud/export-map.ts';
import { openCloud } from '../../../src-core/io/cloud/open-cloud.ts';
import { message } from '../../../src-core/messages/message.ts';
import type { PointCloud } from '../../../src-core/model/cloud.ts';
import type { StageContext } from '../../../src-core/model/context.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { endingsOf, formatsOf } from '../../../src-core/model/survey-content.ts';
import { exportFolder } from '../../files/export-folder.ts';
import { openFileSource } from '../../files/file-source.ts';

/** Cloud to move: its file, the new file, and a homogeneous 4x4 matrix, row by row. */
interface MovedCloud {
  readonly source: string;
  readonly path: string;
  readonly matrix: readonly number[];
}

/**
 * Writes all points of a file, moved by a matrix, with their reflectivity, in the format of the new name's ending;
 * the file is read back and compared.
 *
 * @throws SocavonError 'usage' for another ending or the file itself; of the files; CancelledError
 */
export async function writeMovedCloud(
  { source, path, matrix }: MovedCloud,
  context: StageContext,
): Promise<{ points: number }> {
  const endings = formatsOf('map').map((known) => endingsOf('map', known)[0]);
  // A COPC ends in .laz too.
  const format = formatsOf('map').findLast((_, i) => path.endsWith(endings[i]));
  if (!format)
    throw new SocavonError(
      'usage',
      message('moved-cloud-ending', {
        name: basename(path),
        endings,
      }),
    );
  if (resolve(path) === resolve(source))
    throw new SocavonError('usage', message('moved-cloud-itself', { name: basename(path) }));
  const opened = await openFileSource(source);
  try {
    const { summary } = await exportMap(
      async function* () {
        const reader = await openCloud(opened);
        const units = unitsOf({ ...reader, name: opened.name });
        for await (const chunk of inOneUnit(reader, units).chunks()) yield movedCloud(chunk, matrix);
      },
      exportFolder(dirname(path)),
      { ...EXPORT_MAP_DEFAULTS, formats: [format], baseName: basename(path, endingsOf('map', format)[0]) },
      context,
    );
    return { points: summary.count };
  } finally {
    await opened.close();
  }
}

/** Points under a matrix, about a new origin on whole metres: in f64 until they are relative to it. */
function movedCloud(
  { origin, xyz, count, reflectivity, scanIndex }: PointCloud,
  m: readonly number[],
): PointCloud {
  const at = (row: number, x: number, y: number, z: number): number =>
    m[4 * row] * x + m[4 * row + 1] * y + m[4 * row + 2] * z;
  const place = [0, 1, 2].map((row) => at(row, ...origin) + m[4 * row + 3]);
  const moved: readonly [number, number, number] = [
    Math.round(place[0]),
    Math.round(place[1]),
    Math.round(place[2]),
  ];
  const points = new Float32Array(3 * count);
  for (let i = 0; i < 3 * count; i += 3)
    for (let row = 0; row < 3; row++)
      points[i + row] = at(row, xyz[i], xyz[i + 1], xyz[i + 2]) + place[row] - moved[row];
  return {
    count,
    origin: moved,
    xyz: points,
    ...(reflectivity && { reflectivity }),
    ...(scanIndex && { scanIndex }),
  };
}
