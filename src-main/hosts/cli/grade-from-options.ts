import { basename } from 'node:path';
import type { z } from 'zod';
import type { GradeInput } from '../../../src-core/contract/measure-input.ts';
import { parseGradeCsv } from '../../../src-core/io/tables/grade-csv.ts';
import { message } from '../../../src-core/messages/message.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import type { DesignGrade } from '../../../src-core/model/grade.ts';
import { readText } from '../../files/read-text.ts';
import type { MeasureCommandOptions } from './measure-options.ts';
import { parseGradients } from './measure-parsers.ts';

/**
 * Floor grade options from the command line; null if not requested.
 *
 * @throws SocavonError 'usage', 'grade-unusable', and errors of the file
 */
export async function gradeFromOptions({
  gradeBase,
  gradeDesign,
  gradeStart,
}: Pick<MeasureCommandOptions, 'gradeBase' | 'gradeDesign' | 'gradeStart'>): Promise<z.input<
  typeof GradeInput
> | null> {
  if (gradeDesign === undefined && gradeStart !== undefined)
    throw new SocavonError('usage', message('grade-start-alone'));
  if (gradeBase === undefined && gradeDesign === undefined) return null;
  const design = gradeDesign === undefined ? null : await designOf(gradeDesign, gradeStart ?? null);
  return { ...(gradeBase !== undefined && { baseLength: gradeBase }), design: wireOf(design) };
}

async function designOf(path: string, startElevation: number | null): Promise<DesignGrade> {
  return /\.(csv|txt)$/i.test(path)
    ? parseGradeCsv(await readText(path), startElevation, basename(path))
    : { kind: 'gradients', startElevation, runs: parseGradients(path) };
}

/** Copies the design grade into the mutable arrays of the wire format. */
function wireOf(design: DesignGrade | null): z.input<typeof GradeInput>['design'] {
  if (design === null) return null;
  return design.kind === 'elevations'
    ? { ...design, points: [...design.points] }
    : { ...design, runs: [...design.runs] };
}
