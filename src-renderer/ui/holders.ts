/**
 * Colours of what constrained the motion, by code of `ALONG_HOLDERS` in `model/pose`; bar heights are as in the
 * report.
 */
export const HOLDER_INK = ['--chart-3', '--chart-2', '--warning', '--bad'] as const;
