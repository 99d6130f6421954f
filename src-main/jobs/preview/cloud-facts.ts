import { stat } from 'node:fs/promises';
import type { CloudReader, CloudStation } from '../../../src-core/io/cloud/cloud-reader.ts';
import {
  inOneUnit,
  isInDegrees,
  looksSwapped,
  PLAUSIBLE_SIZE,
  type SaidUnits,
  statedUnit,
  unclearUnits,
  unitDoubt,
  unitsOf,
} from '../../../src-core/io/cloud/cloud-unit.ts';
import { COARSE_STEP, LARGEST_STEP } from '../../../src-core/io/cloud/coordinate-step.ts';
import { isSameUnit, sizeText } from '../../../src-core/io/cloud/las-crs.ts';
import { type CloudLook, lookAtCloud } from '../../../src-core/io/cloud/look-at-cloud.ts';
import { type Message, message } from '../../../src-core/messages/message.ts';
import { type Remark, remarkOf } from '../../../src-core/messages/remark.ts';
import type { Bounds } from '../../../src-core/model/bounds.ts';
import type { StageContext } from '../../../src-core/model/context.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { bytesText } from '../../files/bytes-text.ts';
import { openedClouds } from '../../project/cloud-files.ts';
import { type CloudChoice, saidUnits } from '../../project/import-clouds.ts';
import { durationWords, type Entry, instantWords, isDate } from './capture-facts.ts';

/** What a person states of a cloud that is looked at. */
export type StatedCloud = Pick<CloudChoice, 'unit' | 'heightUnit' | 'ignoreBox'>;

/** What a cloud of another program is, by its header and its points; lengths and places in the unit of its plan. */
export interface CloudDescription {
  readonly name: string;
  readonly bytes: number;
  readonly format: CloudReader['format'];
  /** Version and layout in the words of the format; null: it has none. */
  readonly layout: string | null;
  readonly writtenBy: string | null;
  readonly writtenOn: string | null;
  /** Points that the header announces; null: it announces none. */
  readonly announced: number | null;
  /** What the points tell; null: they could not be read, see `damage`. */
  readonly look: CloudLook | null;
  /** Box of all points, of the header where they were not all read; null: unknown. */
  readonly bounds: Bounds | null;
  /** Metres per unit of the coordinates; `by` says whether the format prescribes it, the coordinate system or a person states it, or nobody. */
  readonly unit: {
    readonly metres: number;
    readonly by: 'format' | 'crs' | 'user' | 'degrees' | 'assumed';
  };
  /** Metres per unit of the heights in the file, where it is another; null: it is the same. */
  readonly heightMetres: number | null;
  /** Why the units cannot be told; null: they can, or are assumed. */
  readonly unclear: Message | null;
  readonly crs: {
    readonly name: string | null;
    readonly wkt: string | null;
    readonly isGeographic: boolean;
  } | null;
  /** Names of the numbers of a point besides its place; null: the format names none. */
  readonly attributes: readonly string[] | null;
  readonly hasNormals: boolean;
  readonly time: {
    readonly name: string;
    readonly first: number | null;
    readonly last: number | null;
    /** Seconds from 1970 (UTC) to the zero of its clock; null: not known. */
    readonly clockZero: number | null;
  } | null;
  readonly stations: readonly DescribedStation[];
}

interface DescribedStation extends CloudStation {
  /** Place of the scanner; null: no pose is stated. */
  readonly position: readonly number[] | null;
  /** Null: not counted. */
  readonly points: number | null;
}

/**
 * Describes a cloud of another program for a person who has to decide how to measure it.
 *
 * @param most points that are read at most
 * @param choice what a person says of it, with which it is described as its import would read it
 * @returns and `damage`, the refusal of the reader where the points cannot be read to their end
 * @throws SocavonError of the file and of its header; CancelledError
 */
export async function describeCloud(
  path: string,
  most: number,
  { cancel }: Pick<StageContext, 'cancel'>,
  choice: StatedCloud = {},
): Promise<{ cloud: CloudDescription; damage: SocavonError | null }> {
  const { size } = await stat(path);
  const said = saidUnits(choice);
  for await (const opened of openedClouds([path], { ignoreBox: choice.ignoreBox ?? false })) {
    // What cannot be told is said; the description goes on as if all had the unit of the plan.
    const reader = unclearUnits(opened, said) === null ? inOneUnit(opened, unitsOf(opened, said)) : opened;
    try {
      const look = await lookAtCloud(reader, most, cancel);
      return { cloud: descriptionOf(reader, size, look, said), damage: null };
    } catch (error) {
      if (!(error instanceof SocavonError) || error.code === 'cancelled') throw error;
      return { cloud: descriptionOf(reader, size, null, said), damage: error };
    }
  }
  throw new Error(`no reader for ${path}`);
}

function descriptionOf(
  reader: CloudReader & { name: string },
  bytes: number,
  look: CloudLook | null,
  said: SaidUnits,
): CloudDescription {
  const { name, format, origin, count, crs, scalarNames, timeName, announcedBounds } = reader;
  const stated = said.plan ?? statedUnit(reader);
  // A unit of length that a person states is followed, whatever the system says.
  const system = said.plan === undefined ? crs : null;
  const bounds = look?.isWhole ? look.bounds : (announcedBounds ?? look?.bounds ?? null);
  const isOfDegrees = bounds === null ? system?.isGeographic === true : isInDegrees(bounds, system);
  const unclear = unclearUnits(reader, said);
  const height = unclear === null ? unitsOf(reader, said).height : null;
  return {
    name,
    bytes,
    format,
    layout: origin?.layout || null,
    writtenBy: origin?.writtenBy ?? null,
    writtenOn: origin?.writtenOn ?? null,
    announced: count,
    look,
    bounds,
    unit: {
      metres: stated ?? 1,
      by: isOfDegrees ? 'degrees' : whoStates(stated, format, said),
    },
    heightMetres: height === null || isSameUnit(height, stated ?? 1) ? null : height,
    unclear,
    crs: crs ? { name: crs.name, wkt: crs.wkt, isGeographic: crs.isGeographic } : null,
    attributes: scalarNames?.filter((one) => !isPlace(one)) ?? null,
    hasNormals: (scalarNames ?? []).filter((one) => NORMAL.test(one)).length >= 3,
    time: timeName
      ? {
          name: timeName,
          first: look?.times?.[0] ?? null,
          last: look?.times?.[1] ?? null,
          clockZero: origin?.clockZero ?? null,
        }
      : null,
    stations: (reader.scanPoses ?? []).map((pose, index) => ({
      ...(reader.stations?.[index] ?? { name: String(index + 1), sensor: null, mirrors: false }),
      position: pose === null ? null : [...pose.t],
      points: look?.isWhole ? (look.perStation[index] ?? null) : null,
    })),
  };
}

function whoStates(
  stated: number | null,
  format: CloudReader['format'],
  said: SaidUnits,
): CloudDescription['unit']['by'] {
  if (said.plan !== undefined) return 'user';
  if (stated === null) return 'assumed';
  return format === 'e57' ? 'format' : 'crs';
}

const PLACE = /^(?:[xyz]|cartesian[XYZ]|spherical(?:Range|Azimuth|Elevation))$/;
const NORMAL = /^(?:n[xyz]|normal_?[xyz]|nor:normal[XYZ])$/i;

function isPlace(name: string): boolean {
  return PLACE.test(name);
}

/** Stations that are listed one by one. */
const STATIONS_SHOWN = 8;
const ATTRIBUTES_SHOWN = 24;

/** Description of a cloud, line by line. */
export function cloudEntries(cloud: CloudDescription): Entry[] {
  const { format, layout, look, announced, bounds, unit, heightMetres, crs, attributes, stations } = cloud;
  const points = look?.isWhole ? look.points : announced;
  const unread = look?.leftOut ?? 0;
  const names = attributes?.slice(0, ATTRIBUTES_SHOWN) ?? [];
  const more = (attributes?.length ?? 0) - names.length;
  return [
    ['format', [FORMAT_NAMES[format], layout].filter((text) => text !== null).join(' ')],
    ['size', bytesText(cloud.bytes)],
    ['written by', cloud.writtenBy],
    ['written on', cloud.writtenOn],
    [
      'points',
      points === null
        ? message('fact-points-at-least', { count: look?.points ?? 0 })
        : unread > 0
          ? message('fact-points-left-out', { count: points, left: unread })
          : points,
    ],
    ['extent', unit.by === 'degrees' ? null : bounds && extentWords(bounds, unit.metres)],
    ['from', bounds && placeWords(bounds.min, unit)],
    ['to', bounds && placeWords(bounds.max, unit)],
    ['unit', heightMetres === null ? unitWords(unit) : unitsWords(unit, heightMetres)],
    ['step', look?.step && unit.by !== 'degrees' ? `${stepText(look.step * unit.metres)} m` : null],
    ['grid', crs === null ? message('fact-no-grid') : (crs.name ?? message('fact-unnamed'))],
    [
      'attributes',
      more > 0 ? message('names-more', { names: names.join(', '), more }) : names.join(', ') || null,
    ],
    ['normals', message(cloud.hasNormals ? 'fact-normals' : 'fact-no-normals')],
    ['time', timeWords(cloud)],
    ...(stations.length === 0 ? [] : [stationsEntry(stations)]),
    ...stations.slice(0, STATIONS_SHOWN).map((station): Entry => ['station', stationWords(station)]),
  ];
}

const FORMAT_NAMES: Readonly<Record<CloudReader['format'], string>> = {
  ply: 'PLY',
  las: 'LAS',
  laz: 'LAZ',
  pcd: 'PCD',
  xyz: 'XYZ',
  pts: 'PTS',
  ptx: 'PTX',
  e57: 'E57',
  kitti: 'KITTI',
};

function extentWords({ min, max }: Bounds, metres: number): string {
  return `${[0, 1, 2].map((k) => ((max[k] - min[k]) * metres).toFixed(2)).join(' × ')} m`;
}

/** A step in metres, two digits of it. */
function stepText(metres: number): string {
  return String(Number(metres.toPrecision(2)));
}

/** Decimals of degrees that are a decimetre. */
const DEGREE_DIGITS = 6;

function placeWords(place: readonly number[], unit?: CloudDescription['unit']): string {
  const inPlan = unit?.by === 'degrees' ? DEGREE_DIGITS : 3;
  return place.map((value, axis) => value.toFixed(axis < 2 ? inPlan : 3)).join(', ');
}

function unitWords({ metres, by }: CloudDescription['unit']): Message {
  if (by === 'format') return message('fact-unit-of-format');
  if (by === 'degrees') return message('fact-unit-degrees');
  if (by === 'user') return message('fact-unit-of-user', { metres: sizeText(metres) });
  return by === 'crs'
    ? message('fact-unit-of-grid', { metres: sizeText(metres) })
    : message('fact-unit-assumed');
}

function unitsWords(unit: CloudDescription['unit'], heightMetres: number): Message {
  return message('fact-unit-heights', { unit: unitWords(unit), metres: sizeText(heightMetres) });
}

function timeWords({ time }: CloudDescription): Message {
  if (time === null) return message('fact-no-time');
  const { name, first, last, clockZero } = time;
  if (first === null || last === null) return message('fact-time-per-point');
  const duration = durationWords(last - first);
  const start = (clockZero ?? 0) + first;
  return isDate(start)
    ? message('fact-time-dated', { name, duration, date: instantWords(start) })
    : message('fact-time-clock', { name, duration, first: first.toFixed(3), last: last.toFixed(3) });
}

function stationsEntry(stations: readonly DescribedStation[]): Entry {
  const posed = stations.filter(({ position }) => position !== null).length;
  return ['stations', message('fact-stations', { count: stations.length, posed })];
}

function stationWords({ name, position, points, sensor }: DescribedStation): Message {
  const parts = [
    ...(position === null ? [message('fact-station-unposed')] : [placeWords(position)]),
    ...(points === null ? [] : [message('fact-station-points', { count: points })]),
    ...(sensor === null ? [] : [sensor]),
  ];
  return message('fact-station', { name, what: parts });
}

/** A cloud whose points lie this many sides of the inner box beyond it, and so far, has strays. */
const FAR_SIDES = 5;
const FAR_METRES = 20;

/** What is odd about a cloud, and what to do about it. */
export function cloudDoubts(cloud: CloudDescription): { code: string; remark: Remark }[] {
  const { name, bounds, unit, look, announced, stations } = cloud;
  const doubts: Message[] = [];
  const inner = look?.inner ?? bounds;
  if (look?.isWhole && look.points === 0) doubts.push(message('cloud-no-points', { name }));
  if (unit.by === 'degrees') {
    doubts.push(message('cloud-degrees', { name }));
    return doubts.map(doubtOf);
  }
  if (cloud.unclear !== null) doubts.push(cloud.unclear);
  else if (unit.by === 'assumed') doubts.push(message('cloud-unit-assumed', { name }));
  if (bounds !== null && inner !== null) {
    const doubt =
      unit.metres === 1 && unit.by !== 'user' ? unitDoubt(inner, announced ?? look?.points ?? 0) : null;
    if (doubt !== null)
      doubts.push(
        message('cloud-unit-doubt', {
          name,
          size: extentWords(inner, 1),
          unit: message(`unit-${doubt}`),
          otherwise: extentWords(inner, doubt === 'mm' ? 0.001 : 0.3048),
        }),
      );
    const longest = unit.metres * Math.max(...[0, 1, 2].map((k) => bounds.max[k] - bounds.min[k]));
    if (doubt === null && (longest < PLAUSIBLE_SIZE[0] || longest > PLAUSIBLE_SIZE[1]))
      doubts.push(message('cloud-size-odd', { name, size: longest.toPrecision(3) }));
    if (looksSwapped(inner)) doubts.push(message('cloud-axes-swapped', { name }));
    const far = farthestBeyond(bounds, inner, unit.metres);
    if (far !== null)
      doubts.push(
        message('cloud-strays-far', { name, metres: far.toFixed(0), size: extentWords(inner, unit.metres) }),
      );
  }
  const mirrored = stations.filter(({ mirrors }) => mirrors).map((station) => station.name);
  if (mirrored.length > 0)
    doubts.push(message('cloud-mirrored', { name, count: mirrored.length, stations: mirrored }));
  const step = (look?.step ?? 0) * unit.metres;
  if (step > COARSE_STEP)
    doubts.push(
      message(step > LARGEST_STEP ? 'cloud-too-coarse' : 'cloud-coarse', { name, step: stepText(step) }),
    );
  return doubts.map(doubtOf);
}

function doubtOf(said: Message): { code: string; remark: Remark } {
  return { code: said.code, remark: remarkOf(said) };
}

/** How far the outermost points lie beyond the inner box, m, if that is far; null: it is not. */
function farthestBeyond(bounds: Bounds, inner: Bounds, metres: number): number | null {
  const beyond = [0, 1, 2].map((k) => {
    const most = metres * Math.max(inner.min[k] - bounds.min[k], bounds.max[k] - inner.max[k]);
    const side = metres * (inner.max[k] - inner.min[k]);
    return most > Math.max(FAR_METRES, FAR_SIDES * side) ? most : 0;
  });
  const far = Math.max(...beyond);
  return far > 0 ? far : null;
}
