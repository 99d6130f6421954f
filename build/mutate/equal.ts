/** A change that no test can notice. */
export interface EqualMutant {
  readonly file: string;
  /** Its line, without the blanks around it. */
  readonly code: string;
  /** Of the change in it, from 0. */
  readonly column: number;
  readonly was: string;
  readonly becomes: string;
  readonly why: string;
}

/** What `npm run mutate` leaves out of the count, each with the reason that it changes no result. */
export const EQUAL: readonly EqualMutant[] = [];
