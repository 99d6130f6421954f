import { epsgHeightUnit, epsgPlanUnit } from './epsg-units.ts';

/** What a well-known text says of the units of coordinates. */
interface WktUnits {
  /** Metres per unit in plan; null: it does not say, or they are angles. */
  readonly plan: number | null;
  /** Metres per unit of the heights where it states one of their own; null: none. */
  readonly height: number | null;
  /** It has heights of their own whose unit cannot be told. */
  readonly isHeightUnclear: boolean;
  /** The coordinates in plan are latitude and longitude. */
  readonly isGeographic: boolean;
}

/** An element of a well-known text: a keyword with what its brackets hold. */
interface WktNode {
  readonly keyword: string;
  readonly children: WktNode[];
  /** Names and numbers among them, in order. */
  readonly texts: string[];
  readonly numbers: number[];
}

/** Keywords of WKT 1 (OGC 01-009, and as ESRI writes it) and of WKT 2 (OGC 18-010). */
const PLANE = /^(PROJCS|PROJCRS|PROJECTEDCRS|DERIVEDPROJCRS|LOCAL_CS|ENGCRS|ENGINEERINGCRS|GEOCCS)$/;
const GEOGRAPHIC = /^(GEOGCS|GEOGCRS|GEOGRAPHICCRS|GEODCRS|GEODETICCRS)$/;
const VERTICAL = /^(VERT_CS|VERTCS|VERTCRS|VERTICALCRS)$/;
const UNIT = /^(UNIT|LENGTHUNIT)$/;
/** What wraps a system, or holds several. */
const WRAPPERS = /^(COMPD_CS|COMPOUNDCRS|BOUNDCRS|SOURCECRS|COORDINATEMETADATA|FITTED_CS)$/;

/** Deepest nesting that is followed; systems are some ten levels deep. */
const DEEPEST = 64;

/**
 * The units that a well-known text states: of the system in plan and of the heights, whatever wraps them or stands beside
 * them. Base systems, angles, and what a system is transformed to do not count.
 */
export function unitsOfWkt(wkt: string): WktUnits {
  const systems = parseWkt(wkt).flatMap((node) => systemsIn(node, 0));
  const plane = systems.find(({ keyword }) => PLANE.test(keyword));
  const geodetic = systems.find(({ keyword }) => GEOGRAPHIC.test(keyword));
  const vertical = systems.find(({ keyword }) => VERTICAL.test(keyword));
  // A geodetic system with three axes in metres is geocentric, and its coordinates are lengths.
  const isCentric = geodetic !== undefined && /cartesian/i.test(childText(geodetic, 'CS'));
  const system = plane ?? (isCentric ? geodetic : undefined);
  const plan = system === undefined ? null : (unitOf(system, 0) ?? codedUnit(system, epsgPlanUnit));
  const third = system === undefined ? null : axisUnit(system, 2);
  const own = vertical === undefined ? third : (unitOf(vertical, 0) ?? codedUnit(vertical, epsgHeightUnit));
  return {
    plan,
    height: own,
    isHeightUnclear: vertical !== undefined && own === null,
    isGeographic: system === undefined && geodetic !== undefined,
  };
}

function systemsIn(node: WktNode, depth: number): WktNode[] {
  if (!WRAPPERS.test(node.keyword) || depth > DEEPEST) return [node];
  if (node.keyword === 'BOUNDCRS')
    return node.children
      .filter(({ keyword }) => keyword === 'SOURCECRS')
      .flatMap((one) => systemsIn(one, depth + 1));
  return node.children.flatMap((one) => systemsIn(one, depth + 1));
}

/** The unit of a system itself, else of one of its axes, where WKT 2 may have it. */
function unitOf(system: WktNode, axis: number): number | null {
  return sizeOf(system) ?? axisUnit(system, axis);
}

function axisUnit(system: WktNode, axis: number): number | null {
  const axes = system.children.filter(({ keyword }) => keyword === 'AXIS');
  return axes[axis] === undefined ? null : sizeOf(axes[axis]);
}

/** Size of the unit in an element. Only the first number of a unit is its size; a code may follow in an ID. */
function sizeOf(node: WktNode): number | null {
  const metres = node.children.find(({ keyword }) => UNIT.test(keyword))?.numbers[0];
  return metres !== undefined && metres > 0 && Number.isFinite(metres) ? metres : null;
}

/** The unit that the EPSG code of a system prescribes, where it has one. */
function codedUnit(system: WktNode, unit: (code: number) => number | null): number | null {
  const id = system.children.find(
    ({ keyword, texts }) => /^(AUTHORITY|ID)$/.test(keyword) && texts[0]?.toUpperCase() === 'EPSG',
  );
  const code = id?.numbers[0] ?? Number(id?.texts[1]);
  return Number.isInteger(code) ? unit(code) : null;
}

function childText(node: WktNode, keyword: string): string {
  return node.children.find((one) => one.keyword === keyword)?.texts[0] ?? '';
}

const TOKEN =
  /([A-Za-z_]\w*)(\s*[[(])?|"((?:[^"]|"")*)"|([\])])|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)/g;

/** The elements of a text, those that stand beside each other in order. */
function parseWkt(text: string): WktNode[] {
  const root: WktNode = { keyword: '', children: [], texts: [], numbers: [] };
  const open = [root];
  for (const [, word, bracket, quoted, close, number] of text.matchAll(TOKEN)) {
    const top = open[open.length - 1];
    if (word !== undefined && bracket !== undefined) {
      const node: WktNode = { keyword: word.toUpperCase(), children: [], texts: [], numbers: [] };
      top.children.push(node);
      open.push(node);
    } else if (word !== undefined || quoted !== undefined) top.texts.push(word ?? quoted);
    else if (number !== undefined) top.numbers.push(Number(number));
    else if (close !== undefined && open.length > 1) open.pop();
  }
  return root.children;
}
