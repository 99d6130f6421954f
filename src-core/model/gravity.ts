/** Standard acceleration of free fall, m/s^2 (CGPM 1901). */
export const STANDARD_GRAVITY = 9.80665;
