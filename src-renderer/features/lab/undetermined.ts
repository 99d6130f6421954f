/** Unconstrained motion: rotation about a line, translation along one, or both. */
interface FreeMotion {
  readonly kind: 'shift' | 'turn' | 'both';
  /** Unit vectors; null if the rotation or translation is zero. */
  readonly turn: readonly [number, number, number] | null;
  readonly shift: readonly [number, number, number] | null;
}

/** Norm below which a part of a unit 6-vector counts as zero. */
const NONE = 1e-3;

/**
 * Splits an undetermined direction into rotation and translation.
 *
 * @param direction unit 6-vector, rotation first; see `RegistrationResult.undetermined`
 */
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
