/** Several threads that work on the points of a registration. */
export interface Crew {
  /** Points from which it is worth it. */
  readonly leastPoints: number;
  /** The same values, their arrays in memory that all threads see. */
  share<Values extends object>(values: Values): Values;
  /**
   * Takes up some work, its arrays shared; the work before it is done.
   *
   * @param share a `CrewShare` of crew-work.ts
   * @returns function that does all its parts
   */
  take(share: { readonly kind: 'surface' | 'track' }): () => void;
}
