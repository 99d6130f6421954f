import Database from 'better-sqlite3';
import type { Cell, Feature, FeatureLayer, LayerSystem } from '../../src-core/model/data-table.ts';

/** 'GPKG', and version 1.3.0 (OGC 12-128r17, requirement 2). */
const APPLICATION_ID = 0x47504b47;
const USER_VERSION = 10_300;
/** A plane without a place on the Earth (requirement 11). */
const LOCAL_PLANE = -1;
/** ISO well-known binary (OGC 06-103r4): codes of geometries with elevation. */
const WKB = { POINT: 1001, LINESTRING: 1002 } as const;

const WGS84 =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4326"]]';

const TABLES = `
CREATE TABLE gpkg_spatial_ref_sys (
  srs_name TEXT NOT NULL, srs_id INTEGER NOT NULL PRIMARY KEY, organization TEXT NOT NULL,
  organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
CREATE TABLE gpkg_contents (
  table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE, description TEXT DEFAULT '',
  last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
  min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER,
  CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
CREATE TABLE gpkg_geometry_columns (
  table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL,
  z TINYINT NOT NULL, m TINYINT NOT NULL,
  CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name),
  CONSTRAINT uk_gc_table_name UNIQUE (table_name),
  CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
  CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));`;

/**
 * Writes layers as a GeoPackage 1.3 (OGC 12-128r17): a table each, with points or lines in space in f64.
 *
 * @param system of all layers; null: a plane in metres without a place on the Earth
 * @param changedAt date of the data; the same layers of the same date give the same bytes
 */
export function geoPackageBytes(
  layers: readonly FeatureLayer[],
  system: LayerSystem | null,
  changedAt: Date,
): Uint8Array {
  const database = new Database(':memory:');
  try {
    database.pragma(`application_id = ${APPLICATION_ID}`);
    database.pragma(`user_version = ${USER_VERSION}`);
    database.exec(TABLES);
    const srs = addSystems(database, system);
    database.transaction(() => {
      for (const layer of layers) addLayer(database, layer, srs, changedAt);
    })();
    return new Uint8Array(database.serialize());
  } finally {
    database.close();
  }
}

/** Adds the three systems that every GeoPackage has, and that of the layers. @returns the identifier of the latter */
function addSystems(database: Database.Database, system: LayerSystem | null): number {
  const add = database.prepare('INSERT INTO gpkg_spatial_ref_sys VALUES (?, ?, ?, ?, ?, ?)');
  add.run('Undefined cartesian SRS', LOCAL_PLANE, 'NONE', LOCAL_PLANE, 'undefined', 'local plane');
  add.run('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', 'unknown geographic');
  add.run('WGS 84 geodetic', 4326, 'EPSG', 4326, WGS84, 'longitude/latitude');
  if (system === null || system.epsg === null) return LOCAL_PLANE;
  if (system.epsg !== 4326) add.run(system.name, system.epsg, 'EPSG', system.epsg, system.wkt, system.name);
  return system.epsg;
}

function addLayer(
  database: Database.Database,
  { name, description, geometry, columns, features }: FeatureLayer,
  srs: number,
  changedAt: Date,
): void {
  const attributes = columns.map((column) => `${quoted(column.name)} ${column.type}`);
  database.exec(
    `CREATE TABLE ${quoted(name)} (fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, ${[`geom ${geometry}`, ...attributes].join(', ')})`,
  );
  const [minX, minY, maxX, maxY] = boxOf(features);
  database
    .prepare('INSERT INTO gpkg_contents VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
    .run(name, 'features', name, description, changedAt.toISOString(), minX, minY, maxX, maxY, srs);
  database
    .prepare('INSERT INTO gpkg_geometry_columns VALUES (?, ?, ?, ?, 1, 0)')
    .run(name, 'geom', geometry, srs);
  const marks = columns.map(() => ', ?').join('');
  const insert = database.prepare(`INSERT INTO ${quoted(name)} VALUES (NULL, ?${marks})`);
  for (const { xyz, values } of features) insert.run(geometryBlob(geometry, xyz, srs), ...values);
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function boxOf(features: readonly Feature[]): [number, number, number, number] {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { xyz } of features)
    for (let i = 0; i < xyz.length; i += 3) {
      box[0] = Math.min(box[0], xyz[i]);
      box[1] = Math.min(box[1], xyz[i + 1]);
      box[2] = Math.max(box[2], xyz[i]);
      box[3] = Math.max(box[3], xyz[i + 1]);
    }
  return box;
}

/** Header without envelope (2.1.3): magic, version, flags, system. */
const HEADER = 8;
const LITTLE_ENDIAN = 1;

/** A geometry as GeoPackage stores it: its header and well-known binary, little-endian. */
function geometryBlob(geometry: FeatureLayer['geometry'], xyz: Float64Array, srs: number): Uint8Array {
  const isLine = geometry === 'LINESTRING';
  const bytes = new Uint8Array(HEADER + 5 + (isLine ? 4 : 0) + 8 * xyz.length);
  const view = new DataView(bytes.buffer);
  bytes.set([0x47, 0x50, 0, LITTLE_ENDIAN]);
  view.setInt32(4, srs, true);
  view.setUint8(HEADER, LITTLE_ENDIAN);
  view.setUint32(HEADER + 1, WKB[geometry], true);
  let at = HEADER + 5;
  if (isLine) {
    view.setUint32(at, xyz.length / 3, true);
    at += 4;
  }
  for (const value of xyz) {
    view.setFloat64(at, value, true);
    at += 8;
  }
  return bytes;
}

/** A layer as it was read. */
interface ReadLayer {
  readonly name: string;
  readonly features: readonly Feature[];
}

/** Reads the layers of a GeoPackage that `geoPackageBytes` wrote. */
export function readGeoPackage(bytes: Uint8Array): ReadLayer[] {
  const database = new Database(Buffer.from(bytes), { readonly: true });
  try {
    const names = database.prepare('SELECT table_name FROM gpkg_contents ORDER BY rowid').pluck().all();
    return (names as string[]).map((name) => ({
      name,
      features: database
        .prepare(`SELECT * FROM ${quoted(name)} ORDER BY fid`)
        .raw()
        .all()
        .map((row) => {
          const [, blob, ...values] = row as [number, Uint8Array, ...Cell[]];
          return { xyz: coordinatesOf(blob), values };
        }),
    }));
  } finally {
    database.close();
  }
}

function coordinatesOf(blob: Uint8Array): Float64Array {
  const view = new DataView(blob.buffer, blob.byteOffset, blob.length);
  const isLine = view.getUint32(HEADER + 1, true) === WKB.LINESTRING;
  const at = HEADER + 5 + (isLine ? 4 : 0);
  const count = isLine ? 3 * view.getUint32(HEADER + 5, true) : 3;
  return Float64Array.from({ length: count }, (_, i) => view.getFloat64(at + 8 * i, true));
}
