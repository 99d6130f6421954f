/** A motion that the points do not hold: a turn about a line, a shift along one, or both at once. */
export interface FreeMotion {
  readonly kind: 'shift' | 'turn' | 'both';
  /** Unit vectors; null where that part is missing. */
  readonly turn: readonly [number, number, number] | null;
  readonly shift: readonly [number, number, number] | null;
}

/** A part of a unit 6-vector below this is none. */
const NONE = 1e-3;

/** @param direction unit 6-vector, rotation first; see `RegistrationResult.undetermined` */
export function freeMotion(direction: readonly number[]): FreeMotion {
  const turn = unit(direction.slice(0, 3));
  const shift = unit(direction.slice(3, 6));
  const kind = turn === null ? 'shift' : shift === null ? 'turn' : 'both';
  return { kind, turn, shift };
}

function unit([x, y, z]: readonly number[]): readonly [number, number, number] | null {
  const length = Math.hypot(x, y, z);
  return length < NONE ? null : [x / length, y / length, z / length];
}
