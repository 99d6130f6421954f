import { type DriveMesh, FACE_KINDS } from '../../model/mesh.ts';
import type { ReadSource } from '../bytes/byte-stream.ts';
import { guidOf } from '../bytes/text-guid.ts';
import { unzlib, zlibOf } from '../bytes/zlib.ts';
import {
  type MeshFormatCode,
  type MeshInFile,
  type MeshNotes,
  mapCoordinate,
  recordBatches,
} from './mesh-format.ts';

const MAGIC = [0x84, 0x83, 0x82, 0x81];
const VERSION = 'OMF-v0.9.0';
const HEADER_BYTES = 60;
const VERSION_AT = 4;
const PROJECT_AT = 36;
const JSON_AT = 52;
/** The format asks for a time of each object; a file of the same drive has the same bytes. */
const DATES = { date_created: '1970-01-01T00:00:00Z', date_modified: '1970-01-01T00:00:00Z' };
const COLOR = [170, 150, 120];

/** Where an array lies in the file: zlib, little-endian, `<f8` doubles or `<i8` integers of 64 bits. */
interface ArrayPlace {
  readonly start: number;
  readonly length: number;
  readonly dtype: '<f8' | '<i8';
}

/** An object of the file: its class, what it has, and what it refers to by identifiers. */
type OmfObject = { readonly __class__: string } & Readonly<Record<string, unknown>>;

/**
 * Open Mining Format, version 1 (Global Mining Guidelines Group; written as omf-python 1.0 does, whose files say v0.9.0):
 * a header, arrays in zlib, and a JSON of all objects. The mesh is one surface in the mine grid, with the values of its
 * vertices as scalars and the kinds of its faces as a legend.
 */
export const OMF: MeshFormatCode = {
  frame: 'grid',
  step: 0,
  *pieces(mesh, notes) {
    const parts: Uint8Array[] = [];
    let at = HEADER_BYTES;
    const put = (dtype: ArrayPlace['dtype'], records: Iterable<Uint8Array>): ArrayPlace => {
      const start = at;
      const stream = zlibOf(records);
      parts.push(stream);
      at += stream.length;
      return { start, length: at - start, dtype };
    };
    const { project, objects } = objectsOf(mesh, notes, put);
    const header = new Uint8Array(HEADER_BYTES);
    header.set(MAGIC);
    header.set(new TextEncoder().encode(VERSION), VERSION_AT);
    header.set(
      project.match(/[0-9a-f]{2}/g)!.map((digits) => Number.parseInt(digits, 16)),
      PROJECT_AT,
    );
    new DataView(header.buffer).setBigUint64(JSON_AT, BigInt(at), true);
    yield header;
    yield* parts;
    yield new TextEncoder().encode(JSON.stringify(objects));
  },
  async read(source: ReadSource): Promise<MeshInFile> {
    const header = await source.read(0, HEADER_BYTES);
    if (MAGIC.some((byte, i) => header[i] !== byte) || header.length < HEADER_BYTES)
      throw new Error('no OMF');
    const jsonAt = Number(new DataView(header.buffer, header.byteOffset).getBigUint64(JSON_AT, true));
    if (!(jsonAt > HEADER_BYTES && jsonAt < source.size)) throw new Error(`no JSON at ${jsonAt}`);
    const json = new TextDecoder().decode(await source.read(jsonAt, source.size - jsonAt));
    const objects = JSON.parse(json) as Record<string, Record<string, never>>;
    const only = (name: string): Record<string, never> => {
      const matching = Object.values(objects).filter((one) => one.__class__ === name);
      if (matching.length !== 1) throw new Error(`${matching.length} objects are ${name}`);
      return matching[0];
    };
    const arrayOf = async (id: string): Promise<Float64Array> => {
      const { start, length, dtype } = objects[id].array as ArrayPlace;
      const { buffer } = unzlib(await source.read(start, length));
      return dtype === '<f8'
        ? new Float64Array(buffer)
        : Float64Array.from(new BigInt64Array(buffer), Number);
    };
    const values = async (name: string): Promise<Float64Array | undefined> => {
      const data = Object.values(objects).find((one) => one.name === name && 'location' in one);
      return data && (await arrayOf(data.array));
    };
    const { vertices, triangles } = only('SurfaceGeometry');
    const [chainage, overbreak] = [await values('chainage'), await values('overbreak')];
    return {
      origin: [0, 0, 0],
      xyz: await arrayOf(vertices),
      triangles: Uint32Array.from(await arrayOf(triangles)),
      measured: await values('measured'),
      kind: await values('kind'),
      ...(chainage && { chainage }),
      ...(overbreak && { overbreak }),
    };
  },
};

/** Objects of the file by their identifiers, and that of the project; `put` places an array. */
function objectsOf(
  mesh: DriveMesh,
  { application, project }: MeshNotes,
  put: (dtype: ArrayPlace['dtype'], records: Iterable<Uint8Array>) => ArrayPlace,
): { project: string; objects: Record<string, OmfObject> } {
  const { name, xyz, triangles, measured, chainage, overbreak, kind } = mesh;
  const objects: Record<string, OmfObject> = {};
  const add = (what: string, object: OmfObject): string => {
    const id = guidOf(`${project} ${name} ${what} ${xyz.length} ${triangles.length}`);
    objects[id] = { ...object, ...DATES };
    return id;
  };
  const reals = (what: string, className: string, count: number, at: (i: number) => number): string =>
    add(what, {
      __class__: className,
      array: put(
        '<f8',
        recordBatches(count, 8, (view, place, i) => view.setFloat64(place, at(i), true)),
      ),
    });
  const integers = (what: string, className: string, of: Uint8Array | Uint32Array): string =>
    add(what, {
      __class__: className,
      array: put(
        '<i8',
        recordBatches(of.length, 8, (view, at, i) => view.setBigInt64(at, BigInt(of[i]), true)),
      ),
    });
  const scalars = (what: string, description: string, of: Uint8Array | Float32Array): string =>
    add(what, {
      __class__: 'ScalarData',
      name: what,
      description,
      location: 'vertices',
      array: reals(`${what} values`, 'ScalarArray', of.length, (i) => of[i]),
    });
  const words = add('kind words', { __class__: 'StringArray', array: FACE_KINDS });
  const legend = add('kind legend', { __class__: 'Legend', name: 'kind', description: '', values: words });
  const kinds = add('kind', {
    __class__: 'MappedData',
    name: 'kind',
    description: 'What a face rests on',
    location: 'faces',
    array: integers('kind values', 'ScalarArray', kind),
    legends: [legend],
  });
  const geometry = add('geometry', {
    __class__: 'SurfaceGeometry',
    origin: [0, 0, 0],
    vertices: reals('vertices', 'Vector3Array', xyz.length, (i) =>
      mapCoordinate(mesh, Math.floor(i / 3), i % 3),
    ),
    triangles: integers('triangles', 'Int3Array', triangles),
  });
  const surface = add('surface', {
    __class__: 'SurfaceElement',
    name,
    description: 'Mine grid, metres: easting, northing, elevation',
    subtype: 'surface',
    color: COLOR,
    geometry,
    textures: [],
    data: [
      scalars('measured', '1 where points measured the vertex', measured),
      ...(chainage === null ? [] : [scalars('chainage', 'm', chainage)]),
      ...(overbreak === null
        ? []
        : [scalars('overbreak', 'Distance to the line of excavation, m, negative within it', overbreak)]),
      kinds,
    ],
  });
  const root = add('project', {
    __class__: 'Project',
    name: project,
    description: '',
    author: `${application.name} ${application.version}`,
    revision: '',
    units: 'm',
    origin: [0, 0, 0],
    elements: [surface],
  });
  return { project: root, objects };
}
