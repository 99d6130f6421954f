import { basename } from 'node:path';
import { type MineGrid, parseMineGrid, publishedGrid } from '../../src-core/grid/mine-grid.ts';
import { readText } from '../files/read-text.ts';

/**
 * The grid that a person names: the code of a published one, `EPSG:32718`, or the file of a mine grid.
 *
 * @throws SocavonError 'file-format', 'usage' for a code that is not known, or of the file
 */
export async function readGrid(named: string): Promise<MineGrid> {
  const code = /^epsg:(\d+)$/i.exec(named.trim())?.[1];
  return code === undefined
    ? parseMineGrid(await readText(named), basename(named))
    : publishedGrid(Number(code));
}
