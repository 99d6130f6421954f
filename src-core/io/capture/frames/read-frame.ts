import type { ReadSource } from '../../bytes/byte-stream.ts';
import type { CloudReader } from '../../cloud/cloud-reader.ts';
import { inOneUnit, type SaidUnits, unitsOf } from '../../cloud/cloud-unit.ts';
import { openCloud } from '../../cloud/open-cloud.ts';

/** The file of a frame, opened when it is its turn. */
export interface FrameFile {
  readonly name: string;
  /** Reads with the open file, and closes it. @throws SocavonError of the file */
  use<T>(read: (source: ReadSource) => Promise<T>): Promise<T>;
}

/** The points of a frame. */
export interface Frame {
  readonly name: string;
  readonly count: number;
  /** 3 * count, m, sensor frame. */
  readonly xyz: Float32Array;
  readonly reflectivity: Uint16Array;
  /** Time of each point as in the file, s; null: it has none. */
  readonly seconds: Float64Array | null;
}

/** Reads a frame. @param said units that a person states @throws SocavonError of the file, its units and its reader */
export function readFrame({ name, use }: FrameFile, said: SaidUnits): Promise<Frame> {
  return use(async (source) => {
    const reader = await openCloud(source);
    const units = unitsOf({ ...reader, name }, said);
    return framePoints(name, inOneUnit(reader, units), units.plan);
  });
}

async function framePoints(name: string, reader: CloudReader, unitMetres: number): Promise<Frame> {
  const time = reader.timeName ?? null;
  const parts = [];
  let count = 0;
  for await (const chunk of reader.chunks(time === null ? [] : [time])) {
    parts.push(chunk);
    count += chunk.count;
  }
  const xyz = new Float32Array(3 * count);
  const reflectivity = new Uint16Array(count);
  const seconds = time === null ? null : new Float64Array(count);
  let at = 0;
  for (const part of parts) {
    for (let i = 0; i < 3 * part.count; i++)
      xyz[3 * at + i] = (part.xyz[i] + part.origin[i % 3]) * unitMetres;
    if (part.reflectivity) reflectivity.set(part.reflectivity.subarray(0, part.count), at);
    if (part.scalars) seconds?.set(part.scalars[0].subarray(0, part.count), at);
    at += part.count;
  }
  return { name, count, xyz, reflectivity, seconds };
}
