import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { McapIndexedReader } from '@mcap/core';
import Database from 'better-sqlite3';
import { decode } from 'fast-png';
import { XMLValidator } from 'fast-xml-parser';
import { unzipSync } from 'fflate';
import { validateBytes } from 'gltf-validator';
import { memorySource } from '../../../../src-core/io/bytes/byte-stream.ts';
import { DXF_READER_DEFAULTS, readDxf } from '../../../../src-core/io/cad/dxf/dxf-reader.ts';
import { readDxfFaces } from '../../../../src-core/io/cad/dxf-faces.ts';
import { UNIT_DEFAULTS } from '../../../../src-core/io/cad/length-units.ts';
import { readStr } from '../../../../src-core/io/cad/str-reader.ts';
import { openCloud } from '../../../../src-core/io/cloud/open-cloud.ts';
import { parseTum } from '../../../../src-core/io/tables/tum.ts';
import { imageOf } from '../../../io/export/tiff.ts';

/** Reads a file and says how much is in it: points, rows, triangles, bytes of a picture. None is too little. */
type Reader = (bytes: Uint8Array<ArrayBuffer>, name: string) => number | Promise<number>;

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const rows: Reader = (bytes) => text(bytes).trim().split('\n').length - 1;

const cloud: Reader = async (bytes, name) => {
  let count = 0;
  for await (const chunk of (await openCloud(memorySource(name, bytes))).chunks()) count += chunk.count;
  return count;
};

/** Counts of an XML whose tags close. */
const xml: Reader = (bytes, name) => {
  const validation = XMLValidator.validate(text(bytes));
  if (validation !== true) throw new Error(`${name}: ${validation.err.msg}`);
  return bytes.length;
};

const zip: Reader = (bytes) => {
  const parts = unzipSync(bytes);
  if (!('[Content_Types].xml' in parts)) throw new Error('no package of Office');
  return Object.entries(parts).reduce((sum, [name, part]) => {
    if (/\.(xml|rels)$/.test(name)) xml(part as Uint8Array<ArrayBuffer>, name);
    return sum + part.length;
  }, 0);
};

/** Values of all arrays of an OMF, by Node's own zlib, which omf-python has too. */
const omf: Reader = (bytes) => {
  const jsonAt = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(52, true));
  const objects = Object.values(JSON.parse(text(bytes.subarray(jsonAt)))) as Record<string, never>[];
  return objects.reduce((sum, { array }) => {
    // Others refer to an array by its identifier, or are a list of words.
    if (array === undefined || typeof array === 'string' || Array.isArray(array)) return sum;
    const { start, length } = array as { start: number; length: number };
    return sum + inflateSync(bytes.subarray(start, start + length)).length / 8;
  }, 0);
};

const mcap: Reader = async (bytes) => {
  const readable = {
    size: async () => BigInt(bytes.length),
    read: async (offset: bigint, size: bigint) => bytes.slice(Number(offset), Number(offset + size)),
  };
  const reader = await McapIndexedReader.Initialize({ readable });
  let count = 0;
  for await (const _ of reader.readMessages()) count++;
  return count;
};

const gpkg: Reader = (_, path) => {
  const database = new Database(path, { readonly: true });
  try {
    const sound = database.pragma('integrity_check', { simple: true });
    if (sound !== 'ok') throw new Error(String(sound));
    return database.prepare<[], number>('SELECT count(*) FROM gpkg_contents').pluck().get()!;
  } finally {
    database.close();
  }
};

const glb: Reader = async (bytes) => {
  const { issues } = await validateBytes(bytes);
  if (issues.numErrors > 0) throw new Error(JSON.stringify(issues.messages));
  return bytes.length;
};

/** Triangles of an STL, a PLY or an OBJ. */
const stl: Reader = (bytes) => new DataView(bytes.buffer, bytes.byteOffset).getUint32(80, true);
const obj: Reader = (bytes) => text(bytes).match(/^f /gm)?.length ?? 0;
const dxf: Reader = (bytes, name) => {
  // A drawing of faces alone is refused as one of lines.
  if (text(bytes).includes('3DFACE')) return readDxfFaces(bytes, name).corners.length;
  return readDxf(bytes, name, DXF_READER_DEFAULTS).polylines.length;
};

/** Rows of a Surpac string file that reads; strings of one point, as of a triangulation, are no lines. */
const strings: Reader = (bytes, name) => {
  readStr(bytes, name, { ...UNIT_DEFAULTS, unit: 'm' });
  return text(bytes).split('\n').length;
};

/** Entities of an IFC, of which all that are referred to are there. */
const ifc: Reader = (bytes) => {
  const file = text(bytes);
  if (!/^ISO-10303-21;[\s\S]*END-ISO-10303-21;\s*$/.test(file)) throw new Error('not a whole ISO 10303-21');
  const ids = new Set([...file.matchAll(/^#(\d+)=/gm)].map(([, id]) => id));
  const words = file.replaceAll(/'(?:[^']|'')*'/g, '');
  const missing = [...words.matchAll(/#(\d+)/g)].find(([, id]) => !ids.has(id));
  if (missing !== undefined) throw new Error(`${missing[0]} is used and not defined`);
  return ids.size;
};

/** Readers by the end of the name; the first that fits. */
const READERS: readonly (readonly [RegExp, Reader])[] = [
  [/\.(las|laz|e57|pts|pcd|ply)$/, cloud],
  [/\.tum$/, (bytes, name) => parseTum(text(bytes), name).length],
  [/\.mcap$/, mcap],
  [/\.json$/, (bytes) => Object.keys(JSON.parse(text(bytes))).length],
  [/-kitti(-times)?\.txt$/, rows],
  [/\.txt$/, rows],
  [/\.csv$/, rows],
  [/\.(html)$/, (bytes) => (/<html lang="(es|en)"[\s\S]*<\/html>\s*$/.test(text(bytes)) ? bytes.length : 0)],
  [
    /\.pdf$/,
    (bytes) => (/^%PDF-1\.\d[\s\S]*%%EOF\s*$/.test(Buffer.from(bytes).toString('latin1')) ? bytes.length : 0),
  ],
  [/\.(docx|xlsx)$/, zip],
  [/\.gpkg$/, gpkg],
  [/\.(svg|xml)$/, xml],
  [/\.png$/, (bytes) => decode(bytes).data.length],
  [/\.tif$/, (bytes) => imageOf(bytes).length],
  [/\.(pgw|tfw)$/, (bytes) => text(bytes).trim().split(/\s+/).map(Number).filter(Number.isFinite).length],
  [/\.stl$/, stl],
  [/\.obj$/, obj],
  [/\.glb$/, glb],
  [/\.dxf$/, dxf],
  [/\.ifc$/, ifc],
  [/\.str$/, strings],
  [/\.dtm$/, rows],
  [/\.omf$/, omf],
  [/\.(pcap|bin|lvx2|donut)$/, (bytes) => bytes.length],
  [/(\.sig|\/key(\.pub)?)$/, (bytes) => bytes.length],
];

/** What reads the files of a name; undefined: nothing does. */
export function readerOf(path: string): Reader | undefined {
  return READERS.find(([end]) => end.test(path))?.[1];
}

/** Files below a path: itself, or all in a folder. */
export function filesBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesBelow(join(path, name)));
}

/**
 * Reads a written file whole, by the program's reader of its format or by another program's.
 *
 * @throws if nothing reads it, or nothing is in it
 */
export async function readBack(path: string): Promise<void> {
  const read = readerOf(path);
  if (read === undefined) throw new Error(`no reader of ${basename(path)}`);
  const bytes = Uint8Array.from(readFileSync(path));
  const result = await read(bytes, path);
  if (!(result > 0)) throw new Error(`${basename(path)} has nothing in it`);
}
