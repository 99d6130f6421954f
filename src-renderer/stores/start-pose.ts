import type { CloudMoments } from '../../src-core/math/pose-error.ts';
import { anglesOf, rotationOfAngles } from '../../src-core/math/rotation-angles.ts';
import { applyToPoint } from '../../src-core/math/se3.ts';
import type { WireTransform } from './transformed-points.ts';

/** Start pose as it is typed: turns about the middle of the moving cloud, degrees, and the shift of that middle, m. */
export interface StartFields {
  readonly roll: number;
  readonly pitch: number;
  readonly yaw: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

export const AT_REST: StartFields = { roll: 0, pitch: 0, yaw: 0, x: 0, y: 0, z: 0 };

/** Digits of a field: a millionth of a degree is two micrometres at a hundred metres. */
const DIGITS = 6;

/** Transform of typed fields; null: none of them moves the cloud, or one is empty. */
export function poseOfStart(
  fields: StartFields,
  { centre }: Pick<CloudMoments, 'centre'>,
): WireTransform | null {
  const values = Object.values(fields) as number[];
  if (values.every((value) => value === 0) || !values.every(Number.isFinite)) return null;
  const R = rotationOfAngles(fields);
  const [x, y, z] = [centre[0], centre[1], centre[2]];
  const turned = applyToPoint({ R, t: new Float64Array(3) }, x, y, z);
  return { R: [...R], t: [fields.x + x - turned[0], fields.y + y - turned[1], fields.z + z - turned[2]] };
}

/** Fields of a transform, rounded to a micrometre and a millionth of a degree. */
export function startOfPose({ R, t }: WireTransform, { centre }: Pick<CloudMoments, 'centre'>): StartFields {
  const [x, y, z] = [centre[0], centre[1], centre[2]];
  const place = applyToPoint({ R: Float64Array.from(R), t: Float64Array.from(t) }, x, y, z);
  const { roll, pitch, yaw } = anglesOf(R);
  const rounded = (value: number): number => Number(value.toFixed(DIGITS)) + 0;
  return {
    roll: rounded(roll),
    pitch: rounded(pitch),
    yaw: rounded(yaw),
    x: rounded(place[0] - x),
    y: rounded(place[1] - y),
    z: rounded(place[2] - z),
  };
}

/** Steps of a nudge by a key: m and degrees. */
export interface NudgeStep {
  readonly shift: number;
  readonly turn: number;
}

const KEYS: Readonly<
  Record<string, readonly [shift: 'x' | 'y' | 'z', turn: 'roll' | 'pitch' | 'yaw', sign: number]>
> = {
  ArrowRight: ['x', 'yaw', 1],
  ArrowLeft: ['x', 'yaw', -1],
  ArrowUp: ['y', 'pitch', 1],
  ArrowDown: ['y', 'pitch', -1],
  PageUp: ['z', 'roll', 1],
  PageDown: ['z', 'roll', -1],
};

/** Fields after a key: arrows and page keys shift, with Shift they turn; null: the key is none of them. */
export function nudgedStart(
  fields: StartFields,
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  step: NudgeStep,
): StartFields | null {
  const row = KEYS[key];
  if (row === undefined) return null;
  const [shift, turn, sign] = row;
  const field = shiftKey ? turn : shift;
  const size = shiftKey ? step.turn : step.shift;
  const value = Number.isFinite(fields[field]) ? fields[field] : 0;
  return { ...fields, [field]: Number((value + sign * size).toFixed(DIGITS)) };
}
