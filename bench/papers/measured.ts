import { ENGINES, type Engine, type Presentation } from './experiment.ts';

/** Results of the engines that an experiment was run on. */
export type Measured<Values> = Readonly<Partial<Record<Engine, Values>>>;

/** Result of one engine. */
export interface OfEngine<Values> {
  readonly engine: Engine;
  /** As tables and drawings name it. */
  readonly title: string;
  readonly values: Values;
}

/** In the order of `ENGINES`. */
export function perEngine<Values>(measured: Measured<Values>): OfEngine<Values>[] {
  return ENGINES.flatMap((engine) => {
    const values = measured[engine];
    return values === undefined ? [] : [{ engine, title: engineTitle(engine), values }];
  });
}

export function engineTitle(engine: Engine): string {
  return engine.toUpperCase();
}

/** Of an experiment whose engine was not run. */
export const NOTHING_MEASURED: Presentation = { body: [], why: [], figures: [] };

/** A line of a drawing over the points: of the rows, those that were timed. */
export function timedPoints<Row extends { readonly points: number }>(
  rows: readonly Row[],
  msOf: (row: Row) => number | null,
): (readonly [points: number, ms: number])[] {
  return rows.flatMap((row) => {
    const ms = msOf(row);
    return ms === null ? [] : [[row.points, ms] as const];
  });
}
