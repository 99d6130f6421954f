import { fieldText, findVlr, type LasVlr, PROJECTION, WKT_RECORD } from './las-vlr.ts';

/** Coordinate system of a cloud, as far as its file states it. */
export interface CloudCrs {
  /** OGC well-known text; null if the file has only GeoTIFF keys. */
  readonly wkt: string | null;
  /** Its name, or its EPSG code where only that is stated; null: neither. */
  readonly name: string | null;
  /** Metres per unit of the coordinates; null if they are degrees or the file does not say. */
  readonly linearUnitMetres: number | null;
}

const GEO_KEYS_RECORD = 34735;
const GEO_DOUBLES_RECORD = 34736;

/**
 * The coordinate system of a LAS file: its WKT record (LAS 1.4 R15, section 3.2), else its GeoTIFF keys; null if it
 * has neither.
 */
export function lasCrs(vlrs: readonly LasVlr[]): CloudCrs | null {
  const record = findVlr(vlrs, PROJECTION, WKT_RECORD);
  const wkt = record ? fieldText(record).trim() : '';
  if (wkt !== '') return wktCrs(wkt);
  const keys = findVlr(vlrs, PROJECTION, GEO_KEYS_RECORD);
  if (!keys) return null;
  return {
    wkt: null,
    name: epsgOfGeoKeys(keys),
    linearUnitMetres: linearUnitOfGeoKeys(keys, findVlr(vlrs, PROJECTION, GEO_DOUBLES_RECORD)),
  };
}

/** The coordinate system that a well-known text describes. */
export function wktCrs(wkt: string): CloudCrs {
  const name = /^\s*[A-Za-z_]\w*\s*[[(]\s*"((?:[^"]|"")*)"/.exec(wkt)?.[1];
  return { wkt, name: name || null, linearUnitMetres: linearUnitOfWkt(wkt) };
}

/** True if a well-known text describes angles, latitude and longitude, and no lengths. */
export function isGeographic({ wkt }: CloudCrs): boolean {
  return /^\s*(GEOGCS|GEOGCRS|GEOGRAPHICCRS|GEODCRS)\b/i.test(wkt ?? '');
}

/** Keywords of the systems with lengths, in WKT 1 (OGC 01-009) and WKT 2 (OGC 18-010). */
const PLANE_SYSTEMS = /^(PROJCS|PROJCRS|PROJECTEDCRS|LOCAL_CS|ENGCRS|ENGINEERINGCRS|GEOCCS)$/;
const UNIT = /^(UNIT|LENGTHUNIT)$/;
const AXIS = /^AXIS$/;

/**
 * Metres per unit of a plane system: the unit of the system itself, not of the angles nor of the heights; in WKT 2
 * it may stand in the axes.
 */
export function linearUnitOfWkt(wkt: string): number | null {
  // Keywords of the brackets that are open, the outermost first.
  const open: string[] = [];
  let system = -1;
  let ofAxis: number | null = null;
  for (const [, word, quoted, close, number] of wkt.matchAll(
    /([A-Za-z_]\w*)\s*[[(]|("(?:[^"]|"")*")|([\])])|([-+]?\d[\d.]*(?:[eE][-+]?\d+)?)/g,
  )) {
    if (word !== undefined) {
      open.push(word.toUpperCase());
      if (system < 0 && PLANE_SYSTEMS.test(open[open.length - 1])) system = open.length - 1;
    } else if (close !== undefined) {
      if (open.length - 1 === system) return ofAxis;
      open.pop();
    } else if (quoted === undefined && system >= 0 && UNIT.test(open[open.length - 1])) {
      const metres = Number(number);
      if (!(metres > 0 && Number.isFinite(metres))) return null;
      if (open.length === system + 2) return metres;
      if (open.length === system + 3 && AXIS.test(open[system + 1])) ofAxis ??= metres;
      // Only the first number of a unit is its size; a code may follow in an ID.
    }
  }
  return null;
}

/** Units of length in GeoTIFF keys (EPSG codes): metre, foot, US survey foot. */
const EPSG_UNITS: Readonly<Record<number, number>> = { 9001: 1, 9002: 0.3048, 9003: 1200 / 3937 };
const PROJECTED_UNIT_KEY = 3076;
const PROJECTED_UNIT_SIZE_KEY = 3077;

const PROJECTED_SYSTEM_KEY = 3072;
const USER_DEFINED = 32767;

/** Code of the projected system. */
function epsgOfGeoKeys(keys: Uint8Array): string | null {
  for (const [key, , value] of geoKeys(keys))
    if (key === PROJECTED_SYSTEM_KEY && value > 0 && value !== USER_DEFINED) return `EPSG:${value}`;
  return null;
}

/** Key, location and value of each entry of a GeoKeyDirectoryTag (GeoTIFF 1.1, section 7.1), after its header. */
function* geoKeys(keys: Uint8Array): Generator<readonly [key: number, location: number, value: number]> {
  const view = new DataView(keys.buffer, keys.byteOffset, keys.length);
  for (let at = 8; at + 8 <= keys.length; at += 8)
    yield [view.getUint16(at, true), view.getUint16(at + 2, true), view.getUint16(at + 6, true)];
}

function linearUnitOfGeoKeys(keys: Uint8Array, doubles: Uint8Array | null): number | null {
  for (const [key, location, value] of geoKeys(keys)) {
    if (key === PROJECTED_UNIT_KEY && EPSG_UNITS[value] !== undefined) return EPSG_UNITS[value];
    if (key === PROJECTED_UNIT_SIZE_KEY && location === GEO_DOUBLES_RECORD && doubles)
      return sizeAt(doubles, 8 * value);
  }
  return null;
}

function sizeAt(doubles: Uint8Array, at: number): number | null {
  if (at + 8 > doubles.length) return null;
  const metres = new DataView(doubles.buffer, doubles.byteOffset).getFloat64(at, true);
  return metres > 0 && Number.isFinite(metres) ? metres : null;
}
