import type { PointCloud } from '../../model/cloud.ts';
import type { MapAttribute } from '../../model/survey-content.ts';

/** A number of each point beside reflectivity and scan, and how formats of records hold it. */
export interface PointAttribute {
  /** Name in PLY, PCD and the extra bytes of LAS. */
  readonly name: MapAttribute;
  readonly bytes: 1 | 4 | 8;
  /** Data type of LAS extra bytes (LAS 1.4 R15, table 24). */
  readonly lasType: number;
  /** Description of LAS extra bytes, at most 32 characters. */
  readonly description: string;
  readonly plyType: string;
  readonly pcdType: 'F' | 'U';
  of(cloud: PointCloud): ArrayLike<number> | undefined;
  put(view: DataView, at: number, value: number): void;
  get(view: DataView, at: number): number;
}

const ATTRIBUTES: Readonly<Record<MapAttribute, PointAttribute>> = {
  time: {
    name: 'time',
    bytes: 8,
    lasType: 10,
    description: 'sensor clock, s',
    plyType: 'double',
    pcdType: 'F',
    of: ({ time }) => time,
    put: (view, at, value) => view.setFloat64(at, value, true),
    get: (view, at) => view.getFloat64(at, true),
  },
  range: {
    name: 'range',
    bytes: 4,
    lasType: 9,
    description: 'distance from the sensor, m',
    plyType: 'float',
    pcdType: 'F',
    of: ({ range }) => range,
    put: (view, at, value) => view.setFloat32(at, value, true),
    get: (view, at) => view.getFloat32(at, true),
  },
  beam: {
    name: 'beam',
    bytes: 1,
    lasType: 1,
    description: 'row of the beam in the sensor',
    plyType: 'uchar',
    pcdType: 'U',
    of: ({ beam }) => beam,
    put: (view, at, value) => view.setUint8(at, value),
    get: (view, at) => view.getUint8(at),
  },
  measured: {
    name: 'measured',
    bytes: 1,
    lasType: 1,
    description: '1 on the measured wall, else 0',
    plyType: 'uchar',
    pcdType: 'U',
    of: ({ measured }) => measured,
    put: (view, at, value) => view.setUint8(at, value),
    get: (view, at) => view.getUint8(at),
  },
  overbreak: {
    name: 'overbreak',
    bytes: 4,
    lasType: 9,
    description: 'beyond excavation line, m or NaN',
    plyType: 'float',
    pcdType: 'F',
    of: ({ overbreak }) => overbreak,
    put: (view, at, value) => view.setFloat32(at, value, true),
    get: (view, at) => view.getFloat32(at, true),
  },
};

/** Attributes in the order of their names. */
export function pointAttributes(names: readonly MapAttribute[] = []): PointAttribute[] {
  return names.map((name) => ATTRIBUTES[name]);
}

/** Bytes of the attributes of one point. */
export function attributeBytes(attributes: readonly PointAttribute[]): number {
  return attributes.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Puts the attributes of all points of a cloud into their records, one after the other from an offset in each on. */
export function putAttributes(
  view: DataView,
  from: number,
  stride: number,
  cloud: PointCloud,
  attributes: readonly PointAttribute[],
): void {
  let offset = from;
  for (const { of, put, bytes } of attributes) {
    const values = of(cloud);
    for (let i = 0; i < cloud.count; i++) put(view, offset + stride * i, values?.[i] ?? 0);
    offset += bytes;
  }
}
