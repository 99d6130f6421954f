import proj4 from 'proj4';

/** A geodetic datum: its ellipsoid and the published way to WGS 84 (EPSG dataset). */
interface Datum {
  readonly name: string;
  readonly epsg: number;
  readonly wktName: string;
  readonly datumEpsg: number;
  readonly ellipsoid: Ellipsoid;
  readonly toWgs84: DatumShift | null;
}

interface Ellipsoid {
  readonly name: string;
  readonly epsg: number;
  /** Semi-major axis, m, and inverse flattening. */
  readonly a: number;
  readonly inverseFlattening: number;
}

/** Published shift of a datum to WGS 84. */
interface DatumShift {
  /** Code of the EPSG dataset. */
  readonly epsg: number;
  /** Geocentric translations, m. */
  readonly translation: readonly [number, number, number];
  /** Accuracy that the EPSG dataset states, m. */
  readonly accuracy: number;
}

const WGS84: Ellipsoid = { name: 'WGS 84', epsg: 7030, a: 6_378_137, inverseFlattening: 298.257223563 };
const GRS80: Ellipsoid = { name: 'GRS 1980', epsg: 7019, a: 6_378_137, inverseFlattening: 298.257222101 };
const INTERNATIONAL: Ellipsoid = {
  name: 'International 1924',
  epsg: 7022,
  a: 6_378_388,
  inverseFlattening: 297,
};

const DATUMS = {
  wgs84: {
    ...{ name: 'WGS 84', epsg: 4326, wktName: 'WGS_1984', datumEpsg: 6326, ellipsoid: WGS84 },
    toWgs84: null,
  },
  sirgas: {
    ...{ name: 'SIRGAS 2000', epsg: 4674, datumEpsg: 6674, ellipsoid: GRS80 },
    wktName: 'Sistema_de_Referencia_Geocentrico_para_las_AmericaS_2000',
    toWgs84: { epsg: 15_894, translation: [0, 0, 0], accuracy: 1 },
  },
  peru96: {
    ...{ name: 'Peru96', epsg: 5373, wktName: 'Peru96', datumEpsg: 1067, ellipsoid: GRS80 },
    toWgs84: { epsg: 5378, translation: [0, 0, 0], accuracy: 1 },
  },
  psad56: {
    ...{ name: 'PSAD56', epsg: 4248, datumEpsg: 6248, ellipsoid: INTERNATIONAL },
    wktName: 'Provisional_South_American_Datum_1956',
    // Peru; the one of all of South America (EPSG 1201) is good to 42 m.
    toWgs84: { epsg: 1208, translation: [-279, 175, -379], accuracy: 16 },
  },
} as const satisfies Record<string, Datum>;

/** A published projected system: a zone of UTM, south. */
export interface ProjectedSystem {
  readonly epsg: number;
  readonly name: string;
  readonly datum: Datum;
  /** Central meridian, degrees. */
  readonly meridian: number;
}

function zones(datum: Datum, codes: Readonly<Record<17 | 18 | 19, number>>): ProjectedSystem[] {
  return ([17, 18, 19] as const).map((zone) => ({
    epsg: codes[zone],
    name: `${datum.name} / UTM zone ${zone}S`,
    datum,
    meridian: 6 * zone - 183,
  }));
}

/** Systems of the mines of the Andes: UTM 17 to 19 south. */
export const PROJECTED_SYSTEMS: readonly ProjectedSystem[] = [
  ...zones(DATUMS.wgs84, { 17: 32_717, 18: 32_718, 19: 32_719 }),
  ...zones(DATUMS.sirgas, { 17: 31_977, 18: 31_978, 19: 31_979 }),
  ...zones(DATUMS.peru96, { 17: 5839, 18: 5387, 19: 5389 }),
  ...zones(DATUMS.psad56, { 17: 24_877, 18: 24_878, 19: 24_879 }),
];

/** The system of an EPSG code; undefined: not one of those known. */
export function projectedSystem(epsg: number): ProjectedSystem | undefined {
  return PROJECTED_SYSTEMS.find((system) => system.epsg === epsg);
}

const UTM = { scale: 0.9996, easting: 500_000, northing: 10_000_000 };

/** Well-known text of a system (OGC 01-009), as the EPSG dataset defines it. */
export function systemWkt({ epsg, name, datum, meridian }: ProjectedSystem): string {
  const { ellipsoid } = datum;
  const authority = (code: number): string => `AUTHORITY["EPSG","${code}"]`;
  const spheroid = `SPHEROID["${ellipsoid.name}",${ellipsoid.a},${ellipsoid.inverseFlattening},${authority(ellipsoid.epsg)}]`;
  const geographic = `GEOGCS["${datum.name}",DATUM["${datum.wktName}",${spheroid},${authority(datum.datumEpsg)}],PRIMEM["Greenwich",0,${authority(8901)}],UNIT["degree",0.0174532925199433,${authority(9122)}],${authority(datum.epsg)}]`;
  const parameters = [
    ['latitude_of_origin', 0],
    ['central_meridian', meridian],
    ['scale_factor', UTM.scale],
    ['false_easting', UTM.easting],
    ['false_northing', UTM.northing],
  ].map(([key, value]) => `PARAMETER["${key}",${value}]`);
  return `PROJCS["${name}",${geographic},PROJECTION["Transverse_Mercator"],${parameters.join(',')},UNIT["metre",1,${authority(9001)}],AXIS["Easting",EAST],AXIS["Northing",NORTH],${authority(epsg)}]`;
}

const GEOGRAPHIC = '+proj=longlat +datum=WGS84 +no_defs';

function definition({ datum: { ellipsoid, toWgs84 }, meridian }: ProjectedSystem): string {
  const shift = (toWgs84?.translation ?? [0, 0, 0]).join(',');
  return `+proj=tmerc +lat_0=0 +lon_0=${meridian} +k=${UTM.scale} +x_0=${UTM.easting} +y_0=${UTM.northing} +a=${ellipsoid.a} +rf=${ellipsoid.inverseFlattening} +towgs84=${shift} +units=m +no_defs`;
}

/** Easting and northing, m, from one system to another, by the published shift where their datums differ. */
export function reproject(
  [easting, northing]: readonly [number, number],
  height: number,
  from: ProjectedSystem,
  to: ProjectedSystem,
): [number, number] {
  if (from.epsg === to.epsg) return [easting, northing];
  const [x, y] = proj4(definition(from), definition(to), [easting, northing, height]);
  return [x, y];
}

/** Longitude and latitude on WGS 84, degrees, of easting and northing, m. */
export function geographicOf(
  [easting, northing]: readonly [number, number],
  height: number,
  system: ProjectedSystem,
): [number, number] {
  const [longitude, latitude] = proj4(definition(system), GEOGRAPHIC, [easting, northing, height]);
  return [longitude, latitude];
}

/** How long a metre of the ground is in the grid, at a place. */
export interface GridScale {
  /** Of the projection: from the ellipsoid to the grid. */
  readonly point: number;
  /** From the ground to the ellipsoid: `R / (R + h)`, R the Gaussian mean radius of curvature. */
  readonly elevation: number;
  /** The product of both. */
  readonly combined: number;
}

/**
 * Scale of a grid at a place. The projection is conformal, so that its scale is the same in all directions; it is taken
 * from the northings and eastings of a small step of latitude, over the length of that step on the ellipsoid.
 *
 * @param height above the ellipsoid, m; a height above the sea is some 40 m less in the Andes, 6 ppm
 */
export function gridScale(
  place: readonly [number, number],
  height: number,
  system: ProjectedSystem,
): GridScale {
  const { a, inverseFlattening } = system.datum.ellipsoid;
  const own = `+proj=longlat +a=${a} +rf=${inverseFlattening} +no_defs`;
  const plane = definition(system).replace(/ \+towgs84=\S+/, '');
  const [longitude, latitude] = proj4(plane, own, [place[0], place[1]]);
  const step = 1e-4;
  const [e0, n0] = proj4(own, plane, [longitude, latitude - step]);
  const [e1, n1] = proj4(own, plane, [longitude, latitude + step]);
  const f = 1 / inverseFlattening;
  const e2 = f * (2 - f);
  const w = Math.sqrt(1 - e2 * Math.sin((latitude * Math.PI) / 180) ** 2);
  const meridianRadius = (a * (1 - e2)) / w ** 3;
  const point = Math.hypot(e1 - e0, n1 - n0) / (meridianRadius * ((2 * step * Math.PI) / 180));
  const mean = (a * Math.sqrt(1 - e2)) / w ** 2;
  const elevation = mean / (mean + height);
  return { point, elevation, combined: point * elevation };
}
