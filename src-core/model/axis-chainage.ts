import { type Message, message } from '../messages/message.ts';
import type { Axis } from './axis.ts';
import { SocavonError } from './errors.ts';

/** Options for counting the chainage of a line. */
export interface ChainageOptions {
  /** Along the line in space or along its plan; left out: as the axis has it. */
  readonly kind?: Axis['kind'];
  /**
   * Value at the first vertex (of the reversed line, if reversed); left out: that of the axis, and where an axis of the
   * survey is reversed up to half a metre more, so that whole half metres are at the same places in both directions.
   */
  readonly start?: number;
  /** Counted from the other end. */
  readonly reversed?: boolean;
}

/** The ends of what is measured are at multiples of this, m of chainage. */
export const CHAINAGE_MARK = 0.5;

/** Minimum length of an axis, m. */
const SHORTEST = 1;

/**
 * Returns the line with another chainage. If the kind is unchanged, the steps are too: a surveyor's chainage may
 * differ from the chord lengths because a curve is longer than its chords. Otherwise they are the lengths of the
 * line's own segments.
 *
 * @throws SocavonError axis-unusable if the line is vertical and its plan is counted, or if the start is not a
 *   number
 */
export function withChainage(axis: Axis, options: ChainageOptions): Axis {
  const { kind = axis.kind, start = axis.chainage[0], reversed = false } = options;
  if (!Number.isFinite(start)) throw new SocavonError('axis-unusable', message('axis-start', { start }));
  if (kind === axis.kind && start === axis.chainage[0] && !reversed) return axis;
  const n = axis.chainage.length;
  const xyz = reversed ? turned(axis.xyz) : axis.xyz;
  const from = (i: number): number => (reversed ? n - 1 - i : i);
  const chainage = new Float64Array(n);
  chainage[0] = start;
  for (let i = 1; i < n; i++) {
    const step =
      kind === axis.kind
        ? Math.abs(axis.chainage[from(i)] - axis.chainage[from(i - 1)])
        : segmentLength(xyz, i, kind);
    if (!(step > 0))
      throw new SocavonError('axis-unusable', message('axis-vertical', { from: i, to: i + 1 }));
    chainage[i] = chainage[i - 1] + step;
  }
  if (!reversed || options.start !== undefined || axis.source === 'given')
    return { ...axis, chainage, xyz, kind };
  const length = chainage[n - 1] - start;
  const toMark = Math.ceil(length / CHAINAGE_MARK - 1e-9) * CHAINAGE_MARK - length;
  return { ...axis, chainage: chainage.map((value) => value + toMark), xyz, kind };
}

/**
 * Makes an axis of a line without chainage.
 *
 * @param xyz 3 per vertex, metres, map frame
 * @param name shown in messages
 * @throws SocavonError axis-unusable: fewer than two vertices, one that is not finite or coincides with the one
 *   before, or a line shorter than a metre
 */
export function axisOfLine(xyz: Float64Array, name: string, options: ChainageOptions = {}): Axis {
  const n = xyz.length / 3;
  if (n < 2) throw refusal(name, message(n === 1 ? 'axis-csv-one' : 'axis-csv-none'));
  const chainage = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    if (![0, 1, 2].every((k) => Number.isFinite(xyz[3 * i + k])))
      throw refusal(name, message('axis-vertex-no-number', { vertex: i + 1 }));
    if (i === 0) continue;
    const step = segmentLength(xyz, i, 'slope');
    if (!(step > 0)) throw refusal(name, message('axis-vertex-twice', { vertex: i + 1 }));
    chainage[i] = chainage[i - 1] + step;
  }
  if (chainage[n - 1] < SHORTEST)
    throw refusal(name, message('axis-too-short', { metres: chainage[n - 1].toFixed(3), least: SHORTEST }));
  return withChainage({ chainage, xyz, kind: 'slope', source: 'given' }, options);
}

/** Length of the segment that ends at a vertex. */
function segmentLength(xyz: Float64Array, i: number, kind: Axis['kind']): number {
  const rise = kind === 'slope' ? xyz[3 * i + 2] - xyz[3 * i - 1] : 0;
  return Math.hypot(xyz[3 * i] - xyz[3 * i - 3], xyz[3 * i + 1] - xyz[3 * i - 2], rise);
}

function turned(xyz: Float64Array): Float64Array {
  const last = xyz.length / 3 - 1;
  return xyz.map((_, i) => xyz[3 * (last - Math.floor(i / 3)) + (i % 3)]);
}

function refusal(name: string, what: Message): SocavonError {
  return new SocavonError('axis-unusable', message('axis-refused', { name, what }));
}
