import type { Submap } from '../../odometry/match/submap.ts';
import type { OdometryOptions } from '../../odometry/odometry-options.ts';

/** Copy of the submap after a keyframe. */
interface SubmapMark {
  /** Index of the keyframe. */
  readonly scan: number;
  /** Options that the submap depends on. */
  readonly key: string;
  readonly submap: Submap;
}

/** Where a submap is copied from. */
interface HasSubmap {
  copySubmap(): Submap | Promise<Submap>;
}

/** Keyframes from one checkpoint to the next. */
const SPACING = 20;
/** Most bins in all checkpoints together: 100 to 200 MB, some ten times the submap of a long drive. */
const MOST_BINS = 600_000;
/** With more checkpoints than these, some are dropped. */
const MOST_MARKS = 12;

/**
 * Checkpoints of the submap, so that going back a few scans does not rebuild it from all keyframes in reach.
 * The older they are, the wider their spacing: going back far takes a little longer.
 */
export class SubmapCheckpoints {
  #marks: SubmapMark[] = [];
  #keyframes = 0;

  /** Records the complete submap after a keyframe was added to it. @param must stores it in any case */
  async note(scan: number, options: OdometryOptions, of: HasSubmap, must = false): Promise<void> {
    this.#keyframes++;
    if (this.#keyframes % SPACING !== 0 && !must) return;
    this.#marks.push({ scan, key: keyOf(options), submap: await of.copySubmap() });
    this.#thin();
  }

  /** The last checkpoint up to a scan, with a copy of its submap; null: there is none. */
  lastUpTo(scan: number, options: OdometryOptions): { scan: number; submap: Submap } | null {
    const key = keyOf(options);
    const mark = this.#marks.findLast((known) => known.scan <= scan && known.key === key);
    return mark === undefined ? null : { scan: mark.scan, submap: mark.submap.clone(options.submap) };
  }

  /** Drops the checkpoints that depend on poses after a scan. */
  forgetAfter(scan: number): void {
    this.#marks = this.#marks.filter((mark) => mark.scan <= scan);
  }

  /** Drops every second of the older ones if there are too many, and the oldest if they exceed the memory limit. */
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
