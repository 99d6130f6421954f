/** What a person may ask to compute something; auto: the one that is done sooner. */
export const ENGINE_NAMES = ['auto', 'cpu', 'gpu'] as const;

export type EngineName = (typeof ENGINE_NAMES)[number];

/** The engine that computed something: two engines, and two adapters, differ in the last digits. */
export type EngineIdentity =
  | { readonly kind: 'cpu' }
  /** `adapter`: name of the graphics card and version of its driver. */
  | { readonly kind: 'gpu'; readonly adapter: string };
