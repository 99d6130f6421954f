/** What a person may ask to compute something; auto: the one that is done sooner. */
export const ENGINE_NAMES = ['auto', 'cpu', 'gpu'] as const;

export type EngineName = (typeof ENGINE_NAMES)[number];
