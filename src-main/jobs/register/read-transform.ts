import { basename } from 'node:path';
import { parseTransform } from '../../../src-core/io/tables/transform-file.ts';
import type { Rigid } from '../../../src-core/model/rigid.ts';
import { readText } from '../../files/read-text.ts';

/**
 * Reads a rigid transform: 16 numbers row by row, or the JSON of `socavon register`.
 *
 * @throws SocavonError 'file-format', or of the file
 */
export async function readTransform(path: string): Promise<Rigid> {
  return parseTransform(await readText(path), basename(path));
}
