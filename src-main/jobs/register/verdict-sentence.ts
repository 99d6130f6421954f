import { type Message, message } from '../../../src-core/messages/message.ts';
import type { PoseVerdict, WeakestDirection } from '../../../src-lab/register/judge-pose.ts';

/** Share of a motion's square from which on it is a turn or a shift, and the rest not worth a word. */
const NEARLY_ALL = 0.9;

/** What a person is told of a pose that is weak or refused; null for one that is held. */
export function verdictSentence({ reason, weakest, better, deviation, relief }: PoseVerdict): Message | null {
  switch (reason) {
    case 'held':
      return null;
    case 'weak-direction':
      return weakest === null
        ? message('pose-weak-open')
        : message('pose-weak', { motion: motionOf(weakest.direction), sigma: doubtText(weakest) });
    case 'no-surface':
      return message('pose-no-surface');
    case 'better-elsewhere':
      return message('pose-better-elsewhere', {
        metres: metresText(better?.metres ?? 0),
        degrees: (better?.degrees ?? 0).toFixed(2),
      });
    case 'surfaces-bent':
      return message('pose-surfaces-bent', {
        deviation: metresText(deviation ?? 0),
        relief: metresText(relief ?? 0),
      });
    case 'surfaces-differ':
      return message('pose-surfaces-differ', {
        deviation: metresText(deviation ?? 0),
        relief: metresText(relief ?? 0),
      });
    case 'few-matches':
      return message('pose-few-matches');
  }
}

/**
 * The verdict, the share of matched points, and how well the direction is known that is held least, in one line.
 *
 * @param share 0..1
 */
export function verdictSummary({ verdict, weakest }: PoseVerdict, share: number): Message {
  const doubt =
    weakest === null
      ? ''
      : message('register-doubt', { motion: motionOf(weakest.direction), sigma: doubtText(weakest) });
  const percent = (100 * share).toFixed(0);
  return message('register-verdict', { verdict: message(`register-${verdict}`), percent, doubt });
}

/** One sigma along the direction that is held least, with its unit: degrees of a turn, else metres. */
function doubtText({ direction, sigma, lever }: WeakestDirection): string {
  const turns = Math.hypot(...direction.subarray(0, 3));
  if (turns * turns <= NEARLY_ALL) return `${metresText(sigma)} m`;
  return `${metresText(((sigma / lever) * 180) / Math.PI)}°`;
}

/** A number to two figures, without an exponent. */
function metresText(metres: number): string {
  return metres === 0 ? '0' : String(Number(metres.toPrecision(2)));
}

/** A unit 6-vector, rotation first, in words. */
export function motionOf(direction: Float64Array): Message {
  const turn = direction.subarray(0, 3);
  const shift = direction.subarray(3);
  const turns = Math.hypot(...turn);
  const shifts = Math.hypot(...shift);
  const along = (v: Float64Array, norm: number): string =>
    `(${[...v].map((value) => (value / norm).toFixed(2)).join(', ')})`;
  if (shifts * shifts > NEARLY_ALL) return message('register-shift', { axis: along(shift, shifts) });
  if (turns * turns > NEARLY_ALL) return message('register-turn', { axis: along(turn, turns) });
  return message('register-screw', { turn: along(turn, turns), shift: along(shift, shifts) });
}
