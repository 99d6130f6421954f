import { headerFormat } from './header-format.ts';

/** Endings of text files of points: their content is numbers like that of any table. */
const TEXT_ENDING = /\.(xyz|asc|pts|ptx|txt|csv)$/i;

/**
 * True if a text is a trajectory: lines of a time, a position and a unit quaternion (TUM). As points its times would be
 * eastings.
 *
 * @param head its first bytes
 */
export function looksLikeTrajectory(head: Uint8Array): boolean {
  const lines = String.fromCharCode(...head)
    .split(/\r\n|\r|\n/)
    .slice(0, -1)
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return lines.length > 0 && lines.every(isPoseLine);
}

function isPoseLine(line: string): boolean {
  const numbers = line
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (numbers.length !== 8 || !numbers.every(Number.isFinite)) return false;
  return Math.abs(Math.hypot(...numbers.slice(4)) - 1) < 1e-3;
}

/** Bytes of a file that tell whether it is one of points. */
export const CLOUD_HEAD_BYTES = 1024;

/**
 * True if a file holds points and not a capture: by its first bytes, whatever its name; text of numbers by its ending too.
 *
 * @param head its first bytes, `CLOUD_HEAD_BYTES` of them
 */
export function looksLikeCloud(name: string, head: Uint8Array): boolean {
  const text = String.fromCharCode(...head);
  if (headerFormat(text) !== null) return true;
  return TEXT_ENDING.test(name) && head.length > 0 && !text.includes('\0');
}
