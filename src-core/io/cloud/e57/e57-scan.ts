import type { Bounds } from '../../../model/bounds.ts';
import type { Rigid } from '../../../model/rigid.ts';

/** One number of each point as it is stored. */
export interface E57Field {
  /** Name of the element, with the prefix of its extension if it has one. */
  readonly name: string;
  /** Encoding of its stream; `text` is not read. */
  readonly kind: 'single' | 'double' | 'integer' | 'text';
  /** Bits of a value in the stream; 0: all points have `minimum`. */
  readonly bits: number;
  /** Integers are stored less this. */
  readonly minimum: bigint;
  /** Greatest integer. */
  readonly maximum: bigint;
  /** A value is its integer times `scale`, plus `offset`. */
  readonly scale: number;
  readonly offset: number;
}

/** A scan of an E57: an entry of its list `data3D`. */
export interface E57Scan {
  /** Its name, else its position in the list. */
  readonly name: string;
  /** Maker, model and serial number of the scanner; null: not stated. */
  readonly sensor: string | null;
  /** Byte of the file where its section of points begins. */
  readonly sectionOffset: number;
  readonly count: number;
  /** In the order of the streams. */
  readonly fields: readonly E57Field[];
  /** Transform of its points to the frame of the file; null: none is stated, they are in it. */
  readonly T_file_scan: Rigid | null;
  readonly intensityLimits: readonly [min: number, max: number] | null;
  /** Of its points before `T_file_scan`, m. */
  readonly bounds: Bounds | null;
  /** Start of the acquisition, seconds of GPS time, to which the time stamps are relative. */
  readonly start: number | null;
}

/** What the XML section of an E57 lists and tells of the whole file. */
export interface E57Contents {
  readonly scans: readonly E57Scan[];
  /** Library that wrote it; null: not stated. */
  readonly library: string | null;
  /** Time of writing, seconds of GPS time; null: not stated. */
  readonly written: number | null;
  /** Coordinate system as well-known text; null: not stated. */
  readonly wkt: string | null;
}
