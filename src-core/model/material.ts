/** Densities of rock in place, t/m^3; a greater value was probably in kg/m^3. */
export const DENSITIES = { min: 0.1, max: 10 } as const;
/** Shares by which rock swells; a greater value was probably in per cent. */
export const SWELLS = { min: 0, max: 1.5 } as const;
