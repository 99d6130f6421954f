/** Colours of what held the motion, by code of `model/pose`, `ALONG_HOLDERS`; how tall each stands is the report's. */
export const HOLDER_INK = ['--chart-3', '--chart-2', '--warning', '--bad'] as const;
