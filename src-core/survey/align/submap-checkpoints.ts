import type { Submap } from '../../odometry/match/submap.ts';
import type { OdometryOptions } from '../../odometry/odometry-options.ts';

/** The submap after a keyframe. */
interface SubmapMark {
  /** Its scan. */
  readonly scan: number;
  /** Options that the submap hangs on. */
  readonly key: string;
  readonly submap: Submap;
}

/** Keyframes from one mark to the next. */
const SPACING = 20;
/** Bins that all marks may hold: 100 to 200 MB, some ten times the submap of a long drive. */
const MOST_BINS = 600_000;
/** More marks than these are thinned out. */
const MOST_MARKS = 12;

/**
 * Submaps of a little earlier, so that going back a few scans needs no walk over all keyframes in reach. The older they
 * are the farther apart: who goes back far waits a little.
 */
export class SubmapCheckpoints {
  #marks: SubmapMark[] = [];
  #keyframes = 0;

  /** Looks at the submap, whole, after a keyframe has joined it. @param must keeps it in any case */
  note(scan: number, options: OdometryOptions, submap: Submap, must = false): void {
    this.#keyframes++;
    if (this.#keyframes % SPACING !== 0 && !must) return;
    this.#marks.push({ scan, key: keyOf(options), submap: submap.clone(options.submap) });
    this.#thin();
  }

  /** The last mark up to a scan, as a submap of one's own; null: there is none. */
  lastUpTo(scan: number, options: OdometryOptions): { scan: number; submap: Submap } | null {
    const key = keyOf(options);
    const mark = this.#marks.findLast((known) => known.scan <= scan && known.key === key);
    return mark === undefined ? null : { scan: mark.scan, submap: mark.submap.clone(options.submap) };
  }

  /** Forgets what was made of poses after a scan. */
  forgetAfter(scan: number): void {
    this.#marks = this.#marks.filter((mark) => mark.scan <= scan);
  }

  /** Takes out every second of the older ones when there are many, and the oldest when they hold too much. */
  #thin(): void {
    const isMany = this.#marks.length > MOST_MARKS;
    let bins = 0;
    this.#marks = this.#marks
      .toReversed()
      .filter((_, age) => !isMany || age < 2 || age % 2 === 0)
      .filter(({ submap }, age) => {
        bins += submap.bins;
        return age === 0 || bins <= MOST_BINS;
      })
      .toReversed();
  }
}

function keyOf({ filter, submap }: OdometryOptions): string {
  return JSON.stringify([filter, submap]);
}
