/**
 * Sensors with a nominal beam table, usable without metadata: product, beams. `os1-16` and `os1-64-gen1` are of the first
 * generation.
 */
export const NOMINAL_SENSORS = [
  'os1-16',
  'os1-32',
  'os1-64',
  'os1-64-gen1',
  'os1-128',
  'os0-32',
  'os0-64',
  'os0-128',
  'os2-32',
  'os2-64',
  'os2-128',
] as const;

export type NominalSensor = (typeof NOMINAL_SENSORS)[number];
