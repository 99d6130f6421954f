/** Units that a drawing may be in. */
export const UNITS = ['m', 'mm', 'cm', 'km', 'in', 'ft', 'us-ft'] as const;
export type UnitName = (typeof UNITS)[number];
