import { basename } from 'node:path';
import { readAxisFile } from '../../../src-core/io/cad/axis-file.ts';
import type { Message } from '../../../src-core/messages/message.ts';
import type { Axis } from '../../../src-core/model/axis.ts';
import { type CancelToken, inOneGo } from '../../../src-core/model/context.ts';
import type { Warning } from '../../../src-core/model/warnings.ts';
import { type AxisQuestion, chainageOptionsOf } from '../../../src-core/question/survey-question.ts';
import { readBytes } from '../../files/read-bytes.ts';

/** Axis from a file, with remarks on how it was interpreted. */
export interface NamedAxis {
  readonly name: string;
  readonly axis: Axis;
  readonly notes: readonly Message[];
  readonly warnings: readonly Warning[];
}

/**
 * Reads an axis file that the user named.
 *
 * @throws SocavonError 'file-missing', 'file-unreadable', and what `readAxisFile` throws
 */
export async function readAxis(
  path: string,
  question: AxisQuestion,
  cancel: CancelToken,
): Promise<NamedAxis> {
  const name = basename(path);
  const { line, unit, elevation } = question;
  const bytes = await readBytes(path);
  const { axis, notes, warnings } = await inOneGo(cancel, () =>
    readAxisFile(bytes, name, { line, unit, elevation, ...chainageOptionsOf(question) }),
  );
  return { name, axis, notes, warnings };
}
