import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseTransform } from '../../src-core/io/tables/transform-file.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { fileError } from '../files/file-errors.ts';

/**
 * Reads a rigid transform: 16 numbers row by row, or the JSON of `socavon register`.
 *
 * @throws SocavonError 'file-format', or of the file
 */
export async function readTransform(path: string): Promise<Rigid> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw fileError(path, 'read', error);
  }
  return parseTransform(text, basename(path));
}
