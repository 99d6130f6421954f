import { parse as parseYaml } from 'yaml';
import { message } from '../../../messages/message.ts';
import { SocavonError } from '../../../model/errors.ts';
import { bearsMark, formatOfId } from '../../bytes/file-kind.ts';
import { childElement, childElements, xmlFault, xmlRoot } from '../../bytes/xml-tree.ts';
import type { ChannelAngles } from './spinning-format.ts';

/** What is read of a laser, as the file of the maker names it; lengths in cm and angles in degrees there. */
const FIELDS = {
  rot_correction: 'rotCorrection_',
  vert_correction: 'vertCorrection_',
  dist_correction: 'distCorrection_',
  dist_correction_x: 'distCorrectionX_',
  dist_correction_y: 'distCorrectionY_',
  vert_offset_correction: 'vertOffsetCorrection_',
  horiz_offset_correction: 'horizOffsetCorrection_',
} as const;
type Field = keyof typeof FIELDS;
const ALL_FIELDS = Object.keys(FIELDS) as Field[];
/** The largest that a field may be in size: degrees, and metres. */
const MOST: Readonly<Record<Field, number>> = {
  rot_correction: 180,
  vert_correction: 90,
  dist_correction: 10,
  dist_correction_x: 10,
  dist_correction_y: 10,
  vert_offset_correction: 1,
  horiz_offset_correction: 1,
};
/** Metres that a count of distance stands for in the packets. */
const RESOLUTION = 0.002;
const DEGREES = 180 / Math.PI;

/** A laser by its number, with values in degrees and metres; undefined: not stated. */
type Laser = { readonly id: number } & Readonly<Record<Field, number | undefined>>;

/** True for the text of a calibration of a Velodyne: the maker's `db.xml`, or the YAML that the ROS driver has of it. */
export function looksLikeVelodyneCalibration(text: string): boolean {
  return bearsMark(text.replace(/^\ufeff/, ''), formatOfId('velodyne-calibration'));
}

/**
 * Reads the calibration of the lasers of a unit: the maker's `db.xml` ("HDL-64E S3 User's Manual", 63-HDL64ES3 Rev. K, page
 * 10; cm and degrees), or the YAML that the ROS driver makes of it (metres and radians).
 *
 * @param lasers of the sensor
 * @returns elevations as stated; azimuths clockwise, which the file has the other way round; distances in mm. A laser
 *   without near corrections has that of 25 m everywhere.
 * @throws SocavonError 'metadata-malformed' that names the laser and the field
 */
export function parseVelodyneCalibration(
  text: string,
  name: string,
  lasers: number,
  product: string,
): ChannelAngles {
  if (!looksLikeVelodyneCalibration(text)) throw malformed(message('calibration-kind', { name, product }));
  const stated = /^\s*</.test(text.replace(/^\ufeff/, ''))
    ? lasersOfXml(text, name)
    : lasersOfYaml(text, name);
  if (Math.abs(stated.resolution - RESOLUTION) > 1e-9)
    throw malformed(
      message('calibration-resolution', { name, product, millimetres: 1000 * stated.resolution }),
    );
  const byId = new Map(stated.lasers.map((laser) => [laser.id, laser]));
  const ordered = Array.from({ length: lasers }, (_, id) => byId.get(id));
  const of = (field: Field, scale: number, absent?: (laser: Laser) => number): number[] =>
    ordered.map((laser, id) => {
      const value = laser?.[field] ?? (laser && absent?.(laser));
      if (value === undefined || !(Math.abs(value) <= MOST[field]))
        throw malformed(message('calibration-laser', { name, laser: id, field, product }));
      return value * scale;
    });
  if (stated.lasers.length !== lasers || byId.size !== lasers)
    throw malformed(message('calibration-lasers', { name, count: byId.size, lasers, product }));
  const far = (laser: Laser) => laser.dist_correction ?? Number.NaN;
  // Where a corner of the file has no near corrections, they are 0.
  const near = (field: 'dist_correction_x' | 'dist_correction_y') =>
    of(field, 1000, far).map((value, id) => (value === 0 ? 1000 * far(ordered[id]!) : value));
  return {
    elevationDeg: of('vert_correction', 1),
    azimuthDeg: of('rot_correction', -1),
    distances: {
      farMm: of('dist_correction', 1000),
      nearXMm: near('dist_correction_x'),
      nearYMm: near('dist_correction_y'),
      heightMm: of('vert_offset_correction', 1000, () => 0),
      sidewaysMm: of('horiz_offset_correction', 1000, () => 0),
    },
  };
}

interface Stated {
  readonly lasers: readonly Laser[];
  /** Metres. */
  readonly resolution: number;
}

/** Longest YAML that is parsed, and most marks in it that begin something: 64 lasers have 26 kB and 65 marks. */
const MOST_YAML = 65_536;
const MOST_MARKS = 1000;

function lasersOfYaml(text: string, name: string): Stated {
  // The time that the parser takes grows with the square of what it is made to nest.
  if (text.length > MOST_YAML || (text.match(/[[{&*?!]/g) ?? []).length > MOST_MARKS)
    throw malformed(message('calibration-overfull', { name }));
  let file: { lasers?: unknown; distance_resolution?: unknown } | null;
  try {
    file = parseYaml(text);
  } catch (error) {
    throw malformed(
      message('calibration-text', { name, why: (error as Error).message.split('\n')[0] }),
      error,
    );
  }
  const rows = Array.isArray(file?.lasers) ? file.lasers : [];
  const { distance_resolution: resolution = RESOLUTION } = file ?? {};
  return {
    resolution: Number(resolution),
    lasers: rows.map((row: Record<string, unknown> | null) => {
      const value = (field: Field): number | undefined => {
        const number = row?.[field];
        const isAngle = field === 'rot_correction' || field === 'vert_correction';
        return typeof number === 'number' ? number * (isAngle ? DEGREES : 1) : undefined;
      };
      return { id: Number(row?.laser_id), ...valuesOf(value) };
    }),
  };
}

function lasersOfXml(text: string, name: string): Stated {
  const fault = xmlFault(text);
  if (fault !== null) throw malformed(message('calibration-text', { name, why: fault.what }));
  const root = xmlRoot(text, { prefixes: true, skip: [] });
  const db = root && (root.tag === 'DB' ? root : childElement(root, 'DB'));
  const points = db && childElement(db, 'points_');
  const cells = (points ? childElements(points, 'item') : []).flatMap((item) => childElements(item, 'px'));
  const resolution = db && childElement(db, 'distLSB_')?.text;
  return {
    resolution: resolution ? Number(resolution) / 100 : RESOLUTION,
    lasers: cells.map((px) => {
      const number = (tag: string): number | undefined => {
        const own = childElement(px, tag)?.text;
        return own === undefined || own === '' ? undefined : Number(own);
      };
      const value = (field: Field): number | undefined => {
        const own = number(FIELDS[field]);
        const isAngle = field === 'rot_correction' || field === 'vert_correction';
        return own === undefined || isAngle ? own : own / 100;
      };
      return { id: number('id_') ?? Number.NaN, ...valuesOf(value) };
    }),
  };
}

function valuesOf(value: (field: Field) => number | undefined): Record<Field, number | undefined> {
  return Object.fromEntries(ALL_FIELDS.map((field) => [field, value(field)])) as Record<
    Field,
    number | undefined
  >;
}

function malformed(reason: ReturnType<typeof message>, cause?: unknown): SocavonError {
  return new SocavonError('metadata-malformed', reason, { cause });
}
