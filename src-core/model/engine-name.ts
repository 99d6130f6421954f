/** Engines that the user can choose; auto: the faster one. */
export const ENGINE_NAMES = ['auto', 'cpu', 'gpu'] as const;

export type EngineName = (typeof ENGINE_NAMES)[number];

/**
 * The engine that computed something; results of the two engines, and of two adapters, differ in the last digits.
 */
export type EngineIdentity =
  | { readonly kind: 'cpu' }
  /** `adapter`: name of the graphics card and version of its driver. */
  | { readonly kind: 'gpu'; readonly adapter: string };
