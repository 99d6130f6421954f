import { basename } from 'node:path';
import type { AxisAsked } from '../../src-core/contract/measure-asked.ts';
import { readAxisFile } from '../../src-core/io/cad/axis-file.ts';
import type { Axis } from '../../src-core/model/axis.ts';
import type { ChainageOptions } from '../../src-core/model/axis-chainage.ts';
import { bytesOf } from '../files/bytes-of.ts';

/** An axis from a file, with one sentence each on how it was understood. */
export interface NamedAxis {
  readonly name: string;
  readonly axis: Axis;
  readonly notes: readonly string[];
}

/** How the chainage is counted; what was not asked is left out. */
export function countedOf({ kind, start, reversed }: AxisAsked): ChainageOptions {
  return {
    ...(kind !== null && { kind }),
    ...(start !== null && { start }),
    ...(reversed && { reversed }),
  };
}

/**
 * Reads the axis that a person named.
 *
 * @throws SocavonError 'file-missing', 'file-unreadable', and what `readAxisFile` throws
 */
export async function readAxis(path: string, asked: AxisAsked): Promise<NamedAxis> {
  const name = basename(path);
  const { line, unit, elevation } = asked;
  const { axis, notes } = readAxisFile(await bytesOf(path), name, {
    line,
    unit,
    elevation,
    ...countedOf(asked),
  });
  return { name, axis, notes };
}
