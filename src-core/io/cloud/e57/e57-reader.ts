import { message } from '../../../messages/message.ts';
import type { Bounds } from '../../../model/bounds.ts';
import type { PointCloud } from '../../../model/cloud.ts';
import { SocavonError } from '../../../model/errors.ts';
import type { ReadSource } from '../../bytes/byte-stream.ts';
import { type CloudReader, dayOf, GPS_ZERO } from '../cloud-reader.ts';
import { wktCrs } from '../las-crs.ts';
import { readE57Header } from './e57-header.ts';
import { grainOf, hasCoordinates, scanPoints, TIME_FIELD } from './e57-points.ts';
import type { E57Scan } from './e57-scan.ts';
import { readE57Contents } from './e57-xml.ts';

/**
 * Opens an E57 (ASTM E2807-11) as one cloud: all scans, each moved by its pose, cartesian or spherical, of any type of
 * number. Every page is checked against its CRC. Images are not read. Of several scans the points carry the index, and
 * `scanPoses` has the pose of each.
 *
 * `timeStamp` is seconds, counted from the start of the acquisition; where all scans with times state theirs, it is
 * added, which gives GPS time.
 *
 * @throws SocavonError 'file-format' with the byte, the page or the line of the XML section
 */
export async function openE57(
  source: ReadSource,
): Promise<CloudReader & { readonly scans: readonly E57Scan[] }> {
  const { pages, xml, version } = await readE57Header(source);
  const { scans, library, written, wkt } = readE57Contents(xml, source.name);
  const bare = scans.find((scan) => scan.count > 0 && !hasCoordinates(scan));
  if (bare)
    throw new SocavonError(
      'file-format',
      message('e57-no-coordinates', {
        name: source.name,
        scan: bare.name,
        fields: bare.fields.map(({ name }) => name),
      }),
    );
  const timed = scans.filter(({ fields }) => fields.some(({ name }) => name === TIME_FIELD));
  const hasStarts = timed.every(({ start }) => start !== null);
  const numbers = scans.flatMap(({ fields }) => fields.filter(({ kind }) => kind !== 'text'));
  return {
    format: 'e57',
    count: scans.reduce((sum, { count }) => sum + count, 0),
    announcedBounds: boundsOf(scans),
    scalarNames: [...new Set(numbers.map(({ name }) => name))],
    timeName: timed.length > 0 ? TIME_FIELD : null,
    scanPoses: scans.map(({ T_file_scan }) => T_file_scan),
    stations: scans.map(({ name, sensor }) => ({ name, sensor, mirrors: false })),
    crs: wkt === null ? null : wktCrs(wkt),
    grain: (_axis, size) => Math.max(0, ...scans.map((scan) => grainOf(scan, size))),
    origin: {
      layout: version,
      writtenBy: library,
      writtenOn: written === null ? null : dayOf(GPS_ZERO + written),
      clockZero: timed.length > 0 && hasStarts ? GPS_ZERO : null,
    },
    scans,
    chunks: (scalars = []) => allPoints(pages, scans, scalars, hasStarts),
  };
}

async function* allPoints(
  pages: Parameters<typeof scanPoints>[0],
  scans: readonly E57Scan[],
  scalars: readonly string[],
  hasStarts: boolean,
): AsyncGenerator<PointCloud, void, undefined> {
  for (const [index, scan] of scans.entries())
    yield* scanPoints(pages, scan, {
      scanIndex: scans.length > 1 ? index : null,
      scalars,
      timeOrigin: hasStarts ? (scan.start ?? 0) : 0,
    });
}

/** The box of all points, if all scans state theirs and none is moved. */
function boundsOf(scans: readonly E57Scan[]): Bounds | null {
  const filled = scans.filter(({ count }) => count > 0);
  const boxes = filled.flatMap(({ bounds, T_file_scan }) => (bounds && !T_file_scan ? [bounds] : []));
  if (boxes.length === 0 || boxes.length < filled.length) return null;
  const side = (of: 'min' | 'max', pick: (...values: number[]) => number): [number, number, number] => [
    pick(...boxes.map((box) => box[of][0])),
    pick(...boxes.map((box) => box[of][1])),
    pick(...boxes.map((box) => box[of][2])),
  ];
  return { min: side('min', Math.min), max: side('max', Math.max) };
}
