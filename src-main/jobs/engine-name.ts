/** What a person may ask to compute a registration. */
export const ENGINE_NAMES = ['auto', 'cpu', 'gpu'] as const;

export type EngineName = (typeof ENGINE_NAMES)[number];
