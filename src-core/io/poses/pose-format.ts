import type { Rigid } from '../../model/rigid.ts';
import type { ReadSource } from '../bytes/byte-stream.ts';

/** A pose of the sensor as files hand it on: at the first column of its scan, on the clock of the sensor. */
export interface HandedPose {
  readonly scanIndex: number;
  readonly stampNs: bigint;
  readonly T_map_sensor: Rigid;
  /**
   * 6x6, row-major: easting, northing, elevation (m), then the rotations about these axes (rad), all in the frame of the
   * map; null: not known.
   */
  readonly covariance: Float64Array | null;
}

/** What a file of poses says beside them. */
export interface PoseNotes {
  /** Frame of the poses. */
  readonly frame: 'mine-grid' | 'local';
  readonly application: { readonly name: string; readonly version: string };
}

/** A pose as a file holds it; what the format lacks is left out. */
export type PoseInFile = Pick<HandedPose, 'T_map_sensor'> &
  Partial<Pick<HandedPose, 'scanIndex' | 'stampNs' | 'covariance'>>;

/** A format of poses: how it is written, and how its files are read back. */
export interface PoseFormatCode {
  /** Half a step of a coordinate, m, and of an element of the rotation matrix. */
  readonly rounding: { readonly metres: number; readonly rotation: number };
  /** The files, one for each ending of the format; two where stamps have one of their own. */
  files(poses: readonly HandedPose[], notes: PoseNotes): Promise<readonly Uint8Array[]>;
  /** @param sources in the order of `files` @throws an error if they cannot be read */
  read(sources: readonly ReadSource[]): Promise<readonly PoseInFile[]>;
}

/** Decimals of a coordinate and of a rotation in texts, as in TUM files. */
export const METRE_DIGITS = 6;
export const ROTATION_DIGITS = 12;
export const TEXT_ROUNDING = { metres: 0.5e-6, rotation: 4e-12 };

/** The whole of a small text file. */
export async function textOf(source: ReadSource): Promise<string> {
  return new TextDecoder().decode(await source.read(0, source.size));
}
