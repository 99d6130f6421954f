import { z } from 'zod';
import { message } from '../../../messages/message.ts';
import { READING_LIMITS } from '../../../model/reading-limits.ts';
import { latin1 } from '../../bytes/file-kind.ts';
import { unzlib } from '../../bytes/zlib.ts';
import type { LengthUnit } from '../../cad/length-units.ts';
import { farthestSingleStep } from './coordinate-step.ts';
import { cornersOf, type Faces, otherVersion, unusable } from './faces.ts';
import { chosenPart } from './parts.ts';

const HEADER_BYTES = 60;
const VERSION_AT = 4;
const PROJECT_AT = 36;
const JSON_AT = 52;
/** What files of version 1 say, those of omf-python before and after its 1.0. */
const VERSION = /^OMF-v(?:0\.9|1\.)/;

/** Words for units in `Project.units`, a text that anyone may choose. */
const UNITS: Readonly<Record<string, LengthUnit>> = {
  m: 'm',
  metre: 'm',
  metres: 'm',
  meter: 'm',
  meters: 'm',
  mm: 'mm',
  cm: 'cm',
  km: 'km',
  ft: 'ft',
  foot: 'ft',
  feet: 'ft',
  'us-ft': 'us-ft',
  ftus: 'us-ft',
};

const Place = z.tuple([z.number(), z.number(), z.number()]);
const Project = z.object({
  units: z.string().nullish(),
  origin: Place.default([0, 0, 0]),
  elements: z.array(z.string()).default([]),
});
const Surface = z.object({ name: z.string().nullish(), geometry: z.string() });
const Geometry = z.object({
  origin: Place.default([0, 0, 0]),
  vertices: z.string(),
  triangles: z.string(),
});
const Stored = z.object({
  array: z.object({ start: z.number(), length: z.number(), dtype: z.enum(['<f8', '<f4', '<i8', '<i4']) }),
});

/**
 * Triangles of a surface of an Open Mining Format file, version 1, as omf-python and this program write it: vertices about
 * the origin of the surface, and that about the origin of the project. Surfaces that are grids are left out.
 *
 * @param wanted name of the surface; null: the only one
 * @throws SocavonError 'solid-unusable': damaged, a version that is not read, several surfaces without a choice
 */
export function omfFaces(
  bytes: Uint8Array,
  name: string,
  { unit, part }: { readonly unit: LengthUnit | null; readonly part: string | null },
): Faces {
  const damaged = (what: string) => unusable(message('solid-damaged', { name, what }));
  if (bytes.length < HEADER_BYTES) throw unusable(message('solid-cut', { name }));
  const version = latin1(bytes.subarray(VERSION_AT, PROJECT_AT)).replace(/\0.*$/s, '');
  if (!VERSION.test(version)) throw otherVersion(name, 'OMF', version.replace(/^OMF-v/, ''), 1);
  const jsonAt = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(JSON_AT, true));
  if (!(jsonAt >= HEADER_BYTES && jsonAt < bytes.length)) throw unusable(message('solid-cut', { name }));
  const objects = jsonOf(bytes.subarray(jsonAt));
  if (objects === null) throw damaged('JSON');
  const elementOf = <T>(schema: z.ZodType<T>, id: string, className: string): T => {
    const object = Object.hasOwn(objects, id) ? objects[id] : null;
    const parsed = schema.safeParse(object);
    if (!parsed.success) throw damaged(className);
    return parsed.data;
  };
  const classOf = (id: string): unknown =>
    Object.hasOwn(objects, id) ? (objects[id] as { __class__?: unknown } | null)?.__class__ : undefined;
  const root = guidAt(bytes);
  const project = elementOf(
    Project,
    classOf(root) === 'Project'
      ? root
      : (Object.keys(objects).find((id) => classOf(id) === 'Project') ?? root),
    'Project',
  );
  const surfaces = project.elements
    .filter((id) => classOf(id) === 'SurfaceElement')
    .map((id) => elementOf(Surface, id, 'SurfaceElement'))
    .filter(({ geometry }) => classOf(geometry) === 'SurfaceGeometry')
    .map((surface) => ({ name: surface.name ?? '', geometry: surface.geometry }));
  const geometry = elementOf(Geometry, chosenPart(surfaces, part, name).geometry, 'SurfaceGeometry');
  const arrayOf = (id: string, className: string): { values: Float64Array; isSingle: boolean } => {
    const { start, length, dtype } = elementOf(Stored, id, className).array;
    if (!(start >= HEADER_BYTES && length >= 0 && start + length <= jsonAt)) throw damaged(className);
    const size = Number(dtype[2]);
    let data: Uint8Array;
    try {
      data = unzlib(bytes.subarray(start, start + length), 9 * size * READING_LIMITS.triangles);
    } catch (cause) {
      if (cause instanceof RangeError)
        throw unusable(message('solid-larger', { name, most: READING_LIMITS.triangles }));
      throw damaged(className);
    }
    if (data.length % (3 * size) !== 0) throw damaged(className);
    const view = new DataView(data.buffer, data.byteOffset, data.length);
    const values = new Float64Array(data.length / size);
    for (let i = 0; i < values.length; i++) values[i] = NUMBER_AT[dtype](view, size * i);
    return { values, isSingle: dtype === '<f4' };
  };
  const { values: xyz, isSingle } = arrayOf(geometry.vertices, 'Vector3Array');
  const { values: triangles } = arrayOf(geometry.triangles, 'Int3Array');
  const wrong = triangles.findIndex((vertex) => !(vertex >= 0 && 3 * vertex < xyz.length));
  if (wrong >= 0)
    throw unusable(
      message('solid-vertex', { name, face: Math.floor(wrong / 3) + 1, vertex: triangles[wrong] }),
    );
  const step = isSingle ? farthestSingleStep(xyz) : 0;
  for (let i = 0; i < xyz.length; i++) xyz[i] += geometry.origin[i % 3] + project.origin[i % 3];
  return {
    corners: cornersOf(xyz, triangles),
    unit: unit ?? unitOf(project.units ?? '', name),
    add: [0, 0, 0],
    step,
  };
}

const NUMBER_AT: Readonly<
  Record<z.infer<typeof Stored>['array']['dtype'], (view: DataView, at: number) => number>
> = {
  '<f8': (view, at) => view.getFloat64(at, true),
  '<f4': (view, at) => view.getFloat32(at, true),
  '<i8': (view, at) => Number(view.getBigInt64(at, true)),
  '<i4': (view, at) => view.getInt32(at, true),
};

function jsonOf(bytes: Uint8Array): Readonly<Record<string, unknown>> | null {
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof json === 'object' ? (json as Readonly<Record<string, unknown>> | null) : null;
  } catch {
    return null;
  }
}

/** Identifier of the project in the header, as the objects have theirs. */
function guidAt(bytes: Uint8Array): string {
  const digits = [...bytes.subarray(PROJECT_AT, JSON_AT)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** @returns null if the file says nothing */
function unitOf(word: string, name: string): LengthUnit | null {
  const key = word.trim().toLowerCase();
  if (key === '') return null;
  if (Object.hasOwn(UNITS, key)) return UNITS[key];
  throw unusable(message('solid-unit', { name, unit: word.slice(0, 40) }));
}
