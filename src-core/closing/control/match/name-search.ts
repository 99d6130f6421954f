/** Who may be whom: found thing i may be point a, and two such choices may hold together or not. */
export interface NamingProblem {
  /** Per found thing: points that it may be. */
  readonly choices: readonly (readonly number[])[];
  /** True where thing i as point a and thing j as point b agree. */
  agree(i: number, a: number, j: number, b: number): boolean;
  /** Namings of fewer things explain nothing. */
  readonly least: number;
  /** False where a whole naming cannot be, though its pairs agree. */
  holds(naming: Naming): boolean;
}

/** Per found thing its point, or null where it is none of them. */
export type Naming = readonly (number | null)[];

export interface NamingSolutions {
  /** All namings that explain the most things; more than `MOST_SOLUTIONS` are not listed. */
  readonly best: readonly Naming[];
  /** Things that each of them explains. */
  readonly size: number;
  /** True where the search was given up: too many things look alike. */
  readonly givenUp: boolean;
}

const MOST_SOLUTIONS = 50;
const MOST_STEPS = 300_000;

/**
 * The largest sets of choices that all agree with each other: maximum cliques of the correspondence graph (Bailey 2000
 * calls it joint compatibility), by branch and bound over the things in their order. Exact, so that a second naming as
 * good as the first is always found.
 */
export function searchNames(problem: NamingProblem): NamingSolutions {
  const { choices, least } = problem;
  const n = choices.length;
  const naming: (number | null)[] = new Array(n).fill(null);
  let best: Naming[] = [];
  let size = Math.max(least, 1);
  let steps = 0;
  const visit = (i: number, named: number): void => {
    // Also what was promising when its branch began: a larger naming may have been found meanwhile.
    if (steps > MOST_STEPS || named + (n - i) < size) return;
    if (i === n) {
      if (named > size) {
        if (!problem.holds(naming)) return;
        best = [];
        size = named;
      } else if (best.length >= MOST_SOLUTIONS || !problem.holds(naming)) return;
      best.push([...naming]);
      return;
    }
    for (const a of choices[i]) {
      steps++;
      if (!agreesWithAll(problem, naming, i, a)) continue;
      naming[i] = a;
      visit(i + 1, named + 1);
      naming[i] = null;
    }
    visit(i + 1, named);
  };
  visit(0, 0);
  return { best, size: best.length > 0 ? size : 0, givenUp: steps > MOST_STEPS };
}

function agreesWithAll(problem: NamingProblem, naming: Naming, i: number, a: number): boolean {
  for (let j = 0; j < i; j++) {
    const b = naming[j];
    if (b !== null && !problem.agree(j, b, i, a)) return false;
  }
  return true;
}
