/** GeoTIFF keys of a LAS, as GeoTIFF 1.1, section 7.1 lays them out. @param keys key and value of each entry */
export function geoKeyRecord(keys: readonly (readonly [key: number, value: number, location?: number])[]): {
  userId: string;
  recordId: number;
  payload: Uint8Array;
} {
  const payload = new Uint8Array(8 * (keys.length + 1));
  const view = new DataView(payload.buffer);
  const entry = (at: number, ...values: number[]): void =>
    values.forEach((value, i) => {
      view.setUint16(at + 2 * i, value, true);
    });
  entry(0, 1, 1, 0, keys.length);
  keys.forEach(([key, value, location = 0], i) => {
    entry(8 * (i + 1), key, location, 1, value);
  });
  return { userId: 'LASF_Projection', recordId: 34735, payload };
}

/** The well-known text of a LAS. */
export function wktRecord(wkt: string): { userId: string; recordId: number; payload: Uint8Array } {
  return { userId: 'LASF_Projection', recordId: 2112, payload: new TextEncoder().encode(`${wkt}\0`) };
}

/** A system in plan by a unit in metres, and systems of heights, as WKT 1 and WKT 2 write them. */
export const plan1 = (unit: number): string =>
  `PROJCS["UTM 18S",GEOGCS["WGS 84",DATUM["WGS 84",SPHEROID["WGS 84",6378137,298.257]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["false_northing",10000000],UNIT["u",${unit}],AXIS["Easting",EAST],AXIS["Northing",NORTH],AUTHORITY["EPSG","32718"]]`;
export const heights1 = (unit: number): string =>
  `VERT_CS["Local heights",VERT_DATUM["Local",2005],UNIT["u",${unit}],AXIS["Up",UP]]`;
export const plan2 = (unit: number): string =>
  `PROJCRS["UTM 18S",BASEGEOGCRS["WGS 84",DATUM["WGS 84",ELLIPSOID["WGS 84",6378137,298.257,LENGTHUNIT["metre",1]]]],CONVERSION["UTM",METHOD["TM"],PARAMETER["False northing",10000000,LENGTHUNIT["metre",1]]],CS[Cartesian,2],AXIS["(E)",east,ORDER[1],LENGTHUNIT["u",${unit}]],AXIS["(N)",north,ORDER[2],LENGTHUNIT["u",${unit}]],ID["EPSG",32718]]`;
export const heights2 = (unit: number): string =>
  `VERTCRS["Local heights",VDATUM["Local"],CS[vertical,1],AXIS["gravity-related height (H)",up],LENGTHUNIT["u",${unit}]]`;
