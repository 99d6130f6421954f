/** What a part of a job took: a stage, or one pass of it. */
export interface PartTime {
  /** Stage and number of the pass, from 1. */
  readonly part: string;
  readonly seconds: number;
}

/** Progress of a stage, as the engine reports it. */
interface StageProgress {
  readonly stage: string;
  readonly done: number;
  /** null: unknown. */
  readonly total: number | null;
}

/** Time in which the shown time follows a new estimate, s: it does not jump with every report. */
const FOLLOWS = 3;
/** Share of a part from which its own speed is believed. */
const KNOWN_FROM = 0.02;
/** A first report beyond this share says that work goes on where an earlier run stopped. */
const RESUMED_FROM = 0.1;
/** This run may be so much slower or faster than the last. */
const SLOWEST = 5;
const FASTEST = 0.2;

interface RunningPart {
  readonly part: string;
  readonly began: number;
  /** Units that were done before. */
  readonly from: number;
  done: number;
  total: number | null;
}

/**
 * Estimates how much of a whole job is left: the rest of the part that runs by its own speed, and the parts that are to
 * come by what they took the last time, as much slower or faster as this run is until now.
 */
export class WholeTime {
  readonly #expected: readonly PartTime[];
  readonly #began: number;
  readonly #finished: PartTime[] = [];
  #part: RunningPart | null = null;
  #shown: { readonly left: number; readonly at: number } | null = null;
  #fraction = 0;

  /**
   * @param expected parts of the last run in their order; empty: it is not known what follows the part that runs
   * @param began ms, any clock that runs evenly
   */
  constructor(expected: readonly PartTime[], began: number) {
    this.#expected = expected;
    this.#began = began;
  }

  report({ stage, done, total }: StageProgress, at: number): void {
    const running = this.#part;
    const isSame = running !== null && nameOf(running.part) === stage && done >= running.done;
    if (isSame) Object.assign(running, { done, total });
    else {
      this.#finish(at);
      const passes = this.#finished.filter(({ part }) => nameOf(part) === stage).length;
      const isResumed = total !== null && done < total && done > RESUMED_FROM * total;
      // The first part began with the job: what comes before a first report is of it.
      const began = running === null && !isResumed ? this.#began : at;
      this.#part = { part: `${stage} ${passes + 1}`, began, from: isResumed ? done : 0, done, total };
    }
    const left = this.#estimate(at);
    if (left === null) return;
    const before = this.#leftAt(at);
    const share = this.#shown === null ? 1 : 1 - Math.exp(-(at - this.#shown.at) / 1000 / FOLLOWS);
    this.#shown = { left: before === null ? left : before + share * (left - before), at };
  }

  /** Seconds until the job ends; null until that can be estimated. */
  secondsLeft(at: number): number | null {
    return this.#leftAt(at);
  }

  /** Share of the job that is done, 0..1, which never falls; null until it can be estimated. */
  fraction(at: number): number | null {
    const left = this.#leftAt(at);
    if (left === null) return null;
    const passed = (at - this.#began) / 1000;
    const share = this.#shareOfOnly() ?? (passed + left > 0 ? passed / (passed + left) : 0);
    this.#fraction = Math.max(this.#fraction, share);
    return this.#fraction;
  }

  /** Share of a job of one part by its own count, as it is shown elsewhere; null: there are several, or no count. */
  #shareOfOnly(): number | null {
    const isOnly = this.#finished.length === 0 && this.#expected.length <= 1;
    if (!isOnly || this.#part === null || !this.#part.total) return null;
    return Math.min(1, this.#part.done / this.#part.total);
  }

  /** What each part took, the running one until now. */
  parts(at: number): readonly PartTime[] {
    const running = this.#part && { part: this.#part.part, seconds: (at - this.#part.began) / 1000 };
    return running === null ? [...this.#finished] : [...this.#finished, running];
  }

  /** Seconds left as last estimated, less the time that has passed since. */
  #leftAt(at: number): number | null {
    return this.#shown && Math.max(0, this.#shown.left - (at - this.#shown.at) / 1000);
  }

  #finish(at: number): void {
    if (this.#part === null) return;
    this.#finished.push({ part: this.#part.part, seconds: (at - this.#part.began) / 1000 });
  }

  #estimate(at: number): number | null {
    if (this.#part === null) return null;
    const { part, began, from, done, total } = this.#part;
    const passed = (at - began) / 1000;
    const share = total === null || total <= from ? null : Math.min(1, (done - from) / (total - from));
    const place = this.#expected.findIndex((known) => known.part === part);
    const later = this.#expected
      .slice(place + 1)
      .filter((known) => !this.#finished.some((past) => past.part === known.part));
    const own = share === null || share < KNOWN_FROM ? null : (passed * (1 - share)) / share;
    const known = place < 0 ? null : this.#expected[place].seconds;
    const pace = this.#pace(part, passed, share, known);
    const rest = restOf(own, known === null ? null : pace * known, passed, share);
    if (rest === null) return null;
    return rest + pace * later.reduce((sum, { seconds }) => sum + seconds, 0);
  }

  /** How much longer this run takes than the last, by what is done of it. */
  #pace(part: string, passed: number, share: number | null, known: number | null): number {
    let took = 0;
    let expected = 0;
    for (const past of this.#finished) {
      const before = this.#expected.find((one) => one.part === past.part);
      if (before === undefined) continue;
      took += past.seconds;
      expected += before.seconds;
    }
    if (known !== null && share !== null && share >= KNOWN_FROM && part !== '') {
      took += passed;
      expected += share * known;
    }
    if (!(took > 0 && expected > 0)) return 1;
    return Math.min(SLOWEST, Math.max(FASTEST, took / expected));
  }
}

/** Rest of a part: the more of it is done, the more its own speed counts. */
function restOf(
  own: number | null,
  expected: number | null,
  passed: number,
  share: number | null,
): number | null {
  if (expected === null) return own;
  const byLast = share === null ? Math.max(0, expected - passed) : (1 - share) * expected;
  return own === null || share === null ? byLast : share * own + (1 - share) * byLast;
}

function nameOf(part: string): string {
  return part.slice(0, part.lastIndexOf(' '));
}
