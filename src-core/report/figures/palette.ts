/** Colours and line widths (mm) of the drawings: few, and distinguishable in greyscale. */
export const PALETTE = {
  ink: '#1b1f24',
  quiet: '#6b7280',
  grid: '#dcdfe4',
  frame: '#9aa1ab',
  void: '#f3f0ea',
  trajectory: '#b4651e',
  design: '#1f5fa8',
  pay: '#7a3e9d',
  over: '#f1bfae',
  under: '#a9c8ec',
  alert: '#b3261e',
  alertWash: '#fbe3e0',
  share: '#7d8794',
} as const;

export const LINE = { hair: 0.12, thin: 0.2, normal: 0.3, heavy: 0.45 } as const;

/** Text heights, mm; 2.1 mm is 6 point, the smallest that prints well. */
export const LETTER = { small: 2.1, normal: 2.5, title: 3 } as const;

/** Colours of the constraint on the sensor's motion along the axis, by name ... */
export const CONSTRAINT_COLOURS = {
  walls: '#8fb89c',
  reflectivity: '#5b86c2',
  inertial: '#d08a1d',
  assumed: '#b3261e',
} as const;
/** ... and height of its cells, by code (`model/pose`): the weaker the taller, for greyscale prints. */
export const CONSTRAINT_HEIGHT = [0.3, 0.5, 0.75, 1] as const;

/** Colours of the state of the wall along a drive ... */
export const COVERAGE_COLOURS = {
  measured: '#8fb89c',
  filled: '#d08a1d',
  open: '#b3261e',
  unseen: '#4b5563',
} as const;
/** ... and height of its cells: the less is known the taller. */
export const COVERAGE_HEIGHT = { measured: 0.3, filled: 0.55, open: 0.8, unseen: 1 } as const;
