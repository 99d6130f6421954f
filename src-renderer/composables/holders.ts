/** How a strip shows what held the motion, by code of `model/pose`, `ALONG_HOLDERS`: colour and, for who sees none, height. */
export const HOLDER_INK = ['--chart-3', '--chart-2', '--warning', '--bad'] as const;
export const HOLDER_HEIGHT = [0.3, 0.5, 0.75, 1] as const;
