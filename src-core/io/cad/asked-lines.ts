import { SocavonError } from '../../model/errors.ts';
import type { ReadDrawing } from '../../model/polyline.ts';

/**
 * Reads the lines of a drawing that were asked for, so that the faults of others do not matter; where there is none of that
 * name, all of them, for the sentence that lists them.
 *
 * @param line layer or string; null: all
 * @param read reads those of these names; null: all
 * @throws what `read` throws
 */
export function askedLines(
  line: string | null,
  read: (names: readonly string[] | null) => ReadDrawing,
): ReadDrawing {
  if (line === null) return read(null);
  try {
    return read([line]);
  } catch (error) {
    if (error instanceof SocavonError && error.code === 'drawing-empty') return read(null);
    throw error;
  }
}
