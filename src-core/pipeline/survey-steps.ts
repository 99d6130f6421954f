import type { AlignmentEdit } from '../contract/alignment-requests.ts';
import type { ScanEngineIdentity } from '../mapping/scan-aligner.ts';
import { poseText } from '../math/pose-text.ts';
import type { ReportStep } from '../report/report-input.ts';
import { editsText } from './alignment-edits.ts';
import type { SurveyOptions, SurveyRequest } from './survey-request.ts';

/** Where the hashes of a survey start. */
export interface AuditRoot {
  /** Hash of the captures and the sensor: what everything rests on. */
  readonly captureHash: string;
  /** What aligns the scans. */
  readonly engine: ScanEngineIdentity;
  /** What a person changed of the alignment by hand. */
  readonly edits: readonly AlignmentEdit[];
  /** Hash of any plain value. */
  hash(value: unknown): string;
}

/**
 * Input hash and options of each stage: the audit trail of every number in the report. A step's hash follows from all
 * that its numbers rest on and from nothing else, so that equal hash and options mean the same numbers.
 */
export function surveySteps(
  { T_grid_first, axis, chainage, design, language }: SurveyRequest,
  options: SurveyOptions,
  { captureHash, engine, edits, hash }: AuditRoot,
): ReportStep[] {
  const align = {
    stage: 'align',
    inputHash: captureHash,
    options: {
      engine: engine.name,
      ...(engine.adapter !== null && { adapter: engine.adapter }),
      originPose: T_grid_first && poseText(T_grid_first),
      ...flat(options.odometry),
      ...(edits.length > 0 && { changedByHand: editsText(edits) }),
    },
  } as const;
  const placed = hash({ input: align.inputHash, options: align.options });
  const measure = {
    stage: 'measure',
    // Files are known by what they hold, not by their names.
    inputHash: hash({
      input: placed,
      axis: axis && { ...axis.axis, chainage: [...axis.axis.chainage], xyz: [...axis.axis.xyz] },
      design: design?.section ?? null,
    }),
    options: {
      axis: axis?.name ?? 'trajectory',
      chainage: chainage ? `${chainage.from}:${chainage.to}` : 'surveyed',
      design: design?.name ?? null,
      ...(design?.payLimit && { payLimit: design.payLimit }),
      ...flat(options.measure),
    },
  } as const;
  const measured = hash({ input: measure.inputHash, options: measure.options });
  return [
    { stage: 'import', inputHash: null, options: { captures: captureHash } },
    align,
    { stage: 'map', inputHash: placed, options: flat(options.map) },
    measure,
    { stage: 'export', inputHash: measured, options: { language } },
  ];
}

/** Options as `group.name: value` pairs. */
function flat(options: object, prefix = ''): Record<string, string | number | boolean | null> {
  return Object.fromEntries(
    Object.entries(options).flatMap(([key, value]) =>
      typeof value === 'object' && value !== null
        ? Object.entries(flat(value, `${prefix}${key}.`))
        : [[`${prefix}${key}`, value]],
    ),
  );
}
