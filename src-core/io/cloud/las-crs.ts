import { type Message, message } from '../../messages/message.ts';
import { epsgHeightUnit, epsgPlanUnit, epsgUnit } from './epsg-units.ts';
import { fieldText, findVlr, type LasVlr, PROJECTION, WKT_RECORD } from './las-vlr.ts';
import { unitsOfWkt } from './wkt-units.ts';

/** Coordinate system of a cloud, as far as its file states it. */
export interface CloudCrs {
  /** OGC well-known text; null if the file has only GeoTIFF keys. */
  readonly wkt: string | null;
  /** Its name, or its EPSG code where only that is stated; null: neither. */
  readonly name: string | null;
  /** Metres per unit of the coordinates in plan; null if they are degrees or the file does not say. */
  readonly linearUnitMetres: number | null;
  /** Metres per unit of the heights, where the file states one for them; null: it states none, they are as in plan. */
  readonly heightUnitMetres: number | null;
  /** True if the coordinates in plan are latitude and longitude. */
  readonly isGeographic: boolean;
  /** What it states of a unit that cannot be followed: unknown, or two that contradict each other; null: nothing. */
  readonly unclear: UnclearUnit | null;
}

/** A unit that is stated and cannot be followed. */
interface UnclearUnit {
  readonly of: 'plan' | 'heights';
  readonly why: Message;
}

const GEO_KEYS_RECORD = 34735;
const GEO_DOUBLES_RECORD = 34736;

/**
 * The coordinate system of a LAS file: its WKT record (LAS 1.4 R15, section 3.2), else its GeoTIFF keys; null if it
 * has neither. Where it has both, what one leaves open is taken from the other.
 */
export function lasCrs(vlrs: readonly LasVlr[]): CloudCrs | null {
  const record = findVlr(vlrs, PROJECTION, WKT_RECORD);
  const wkt = record ? fieldText(record).trim() : '';
  const keys = findVlr(vlrs, PROJECTION, GEO_KEYS_RECORD);
  const byKeys = keys ? geoKeysCrs(keys, findVlr(vlrs, PROJECTION, GEO_DOUBLES_RECORD)) : null;
  if (wkt === '') return byKeys;
  const byText = wktCrs(wkt);
  if (byKeys === null || byText.isGeographic) return byText;
  const [plan, other] = [byText.linearUnitMetres, byKeys.linearUnitMetres];
  const [height, otherHeight] = [byText.heightUnitMetres, byKeys.heightUnitMetres];
  return {
    ...byText,
    linearUnitMetres: plan ?? other,
    heightUnitMetres: height ?? otherHeight,
    unclear:
      byText.unclear ??
      contradiction('plan', plan, other) ??
      contradiction('heights', height, otherHeight) ??
      (plan === null || (height === null && otherHeight === null) ? byKeys.unclear : null),
  };
}

/** The coordinate system that a well-known text describes. */
export function wktCrs(wkt: string): CloudCrs {
  const name = /^\s*[A-Za-z_]\w*\s*[[(]\s*"((?:[^"]|"")*)"/.exec(wkt)?.[1];
  const { plan, height, isHeightUnclear, isGeographic } = unitsOfWkt(wkt);
  return {
    wkt,
    name: name || null,
    linearUnitMetres: plan,
    heightUnitMetres: height,
    isGeographic,
    unclear: isHeightUnclear ? unknownUnit('heights') : null,
  };
}

/** Units that differ by less are one: the two feet differ by 2e-6, and texts round their sizes. */
const SAME_UNIT = 5e-7;

/** True if two sizes are those of one unit. */
export function isSameUnit(a: number, b: number): boolean {
  return Math.abs(a / b - 1) < SAME_UNIT;
}

function contradiction(of: UnclearUnit['of'], one: number | null, other: number | null): UnclearUnit | null {
  if (one === null || other === null || isSameUnit(one, other)) return null;
  const sizes = { one: sizeText(one), other: sizeText(other) };
  return { of, why: message('crs-units-differ', { of: message(`crs-${of}`), ...sizes }) };
}

function unknownUnit(of: UnclearUnit['of']): UnclearUnit {
  return { of, why: message('crs-unit-unknown', { of: message(`crs-${of}`) }) };
}

/** A unit in metres: as many digits as tell the feet of the survey from those of today. */
export function sizeText(metres: number): string {
  return String(Number(metres.toPrecision(9)));
}

/** Keys of GeoTIFF 1.1 (OGC 19-008r4), as LAS 1.4 R15, section 3.1 takes them over. */
const KEY = {
  model: 1024,
  geographic: 2048,
  projected: 3072,
  planUnit: 3076,
  planUnitSize: 3077,
  vertical: 4096,
  heightUnit: 4099,
} as const;
const GEOGRAPHIC_MODEL = 2;
const USER_DEFINED = 32767;
/** Codes below are of GeoTIFF 1.0 or none: they name no unit. */
const FIRST_PROJECTED = 2000;
const ORDINALS_BEFORE_EPSG = [5001, 5106] as const;

function geoKeysCrs(keys: Uint8Array, doubles: Uint8Array | null): CloudCrs {
  const entries = new Map<number, { readonly location: number; readonly value: number }>();
  for (const [key, location, value] of geoKeys(keys)) entries.set(key, { location, value });
  /** Value of a key that is stored in its entry; 0 and absent: not stated. */
  const short = (key: number): number => {
    const entry = entries.get(key);
    return entry?.location === 0 ? entry.value : 0;
  };
  const code = short(KEY.projected);
  const isCoded = code > 0 && code !== USER_DEFINED;
  const hasPlane = isCoded || short(KEY.model) === 1 || short(KEY.planUnit) > 0;
  const plan = planUnit(short, sizeOf(entries.get(KEY.planUnitSize), doubles));
  const height = heightUnit(short);
  return {
    wkt: null,
    name: isCoded ? `EPSG:${code}` : null,
    linearUnitMetres: plan.metres,
    heightUnitMetres: height.metres,
    isGeographic: short(KEY.model) === GEOGRAPHIC_MODEL || (!hasPlane && short(KEY.geographic) > 0),
    unclear: plan.unclear ?? height.unclear,
  };
}

interface StatedUnit {
  readonly metres: number | null;
  readonly unclear: UnclearUnit | null;
}

/** The unit in plan: its own key, else that of the system that a code names. */
function planUnit(short: (key: number) => number, size: number | null): StatedUnit {
  const code = short(KEY.projected);
  const coded = code >= FIRST_PROJECTED && code !== USER_DEFINED ? epsgPlanUnit(code) : null;
  const key = short(KEY.planUnit);
  if (key === 0) return { metres: size ?? coded, unclear: null };
  return stated('plan', epsgUnit(key) ?? size, coded);
}

function heightUnit(short: (key: number) => number): StatedUnit {
  const code = short(KEY.vertical);
  const [first, last] = ORDINALS_BEFORE_EPSG;
  // Those of GeoTIFF 1.0 name a surface without a unit; some of their numbers are systems of EPSG today, all in metres.
  const hasUnit = code >= FIRST_PROJECTED && code !== USER_DEFINED && !(code >= first && code <= last);
  const coded = hasUnit ? epsgHeightUnit(code) : null;
  const key = short(KEY.heightUnit);
  if (key > 0) return stated('heights', epsgUnit(key), coded);
  return { metres: coded, unclear: hasUnit && coded === null ? unknownUnit('heights') : null };
}

/**
 * A unit by its own key. Where a code names a system in feet and the key metres, or the other feet, which of them is true
 * cannot be told; feet for a system in metres are how files stated systems in feet before these had codes.
 */
function stated(of: UnclearUnit['of'], key: number | null, coded: number | null): StatedUnit {
  if (key === null) return { metres: null, unclear: unknownUnit(of) };
  return { metres: key, unclear: coded === 1 ? null : contradiction(of, coded, key) };
}

/** Key, location and value of each entry of a GeoKeyDirectoryTag (GeoTIFF 1.1, section 7.1), after its header. */
function* geoKeys(keys: Uint8Array): Generator<readonly [key: number, location: number, value: number]> {
  const view = new DataView(keys.buffer, keys.byteOffset, keys.length);
  for (let at = 8; at + 8 <= keys.length; at += 8)
    yield [view.getUint16(at, true), view.getUint16(at + 2, true), view.getUint16(at + 6, true)];
}

function sizeOf(
  entry: { readonly location: number; readonly value: number } | undefined,
  doubles: Uint8Array | null,
): number | null {
  if (entry?.location !== GEO_DOUBLES_RECORD || doubles === null) return null;
  const at = 8 * entry.value;
  if (at + 8 > doubles.length) return null;
  const metres = new DataView(doubles.buffer, doubles.byteOffset).getFloat64(at, true);
  return metres > 0 && Number.isFinite(metres) ? metres : null;
}
