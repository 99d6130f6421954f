/**
 * Assignment problem of found targets to surveyed points: target i may be point a, and two such choices may be
 * compatible or not.
 */
interface NamingProblem {
  /** Per target: the points that it may be. */
  readonly choices: readonly (readonly number[])[];
  /** True if target i as point a and target j as point b are compatible. */
  agree(i: number, a: number, j: number, b: number): boolean;
  /** Least number of targets of a valid naming. */
  readonly least: number;
  /** False if a whole naming is inconsistent although its pairs are compatible. */
  isConsistent(naming: Naming): boolean;
}

/** Per target its point; null: none. */
export type Naming = readonly (number | null)[];

interface NamingSolutions {
  /** All namings that explain the most targets; at most `MOST_SOLUTIONS` are listed. */
  readonly best: readonly Naming[];
  /** Number of targets that each of them explains. */
  readonly size: number;
  /** True if the search was stopped at its step limit: too many targets look alike. */
  readonly givenUp: boolean;
}

const MOST_SOLUTIONS = 50;
const MOST_STEPS = 300_000;

/**
 * Finds the largest sets of mutually compatible choices: maximum cliques of the correspondence graph (Bailey 2000
 * calls it joint compatibility), by branch and bound over the targets in order. Exact, so that a second naming as
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
    // Also prunes what was promising when its branch began: a larger naming may have been found meanwhile.
    if (steps > MOST_STEPS || named + (n - i) < size) return;
    if (i === n) {
      if (named > size) {
        if (!problem.isConsistent(naming)) return;
        best = [];
        size = named;
      } else if (best.length >= MOST_SOLUTIONS || !problem.isConsistent(naming)) return;
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
