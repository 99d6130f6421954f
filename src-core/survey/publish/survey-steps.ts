import { DYNAMIC_DEFAULTS } from '../../closing/dynamic/dynamic-options.ts';
import { poseText } from '../../math/pose-text.ts';
import type { AlignmentEdit } from '../../model/alignment-edit.ts';
import { type CloudFacts, cloudInstrument } from '../../model/cloud-survey.ts';
import { soleSection } from '../../model/design.ts';
import type { EngineIdentity } from '../../model/engine-name.ts';
import type { EpochComparison } from '../../model/epoch.ts';
import { correctsMap, type InstrumentCalibration } from '../../model/instrument-calibration.ts';
import { correctionText } from '../../model/object-correction.ts';
import type { SensorModel } from '../../model/sensor.ts';
import { askedFields } from '../../question/asked-fields.ts';
import type { QuestionStage } from '../../question/measure-fields.ts';
import type { AnsweredQuestion } from '../../question/survey-question.ts';
import type { ReportStep } from '../../report/report-input.ts';
import { editsText } from '../alignment-edits.ts';
import { measureOptions, profilesOf } from '../measure.ts';
import type { RefinedSurvey, RefineQuestion } from '../refine.ts';
import { instrumentOf, type SurveyOptions } from '../survey-request.ts';

/** Root of the hashes of a survey. */
export interface AuditRoot {
  /** Hash of the captures and the sensor, which every result depends on. */
  readonly captureHash: string;
  readonly sensor: Pick<SensorModel, 'productLine'>;
  /** Calibration that corrects the map; absent or null: none. */
  readonly calibration?: InstrumentCalibration | null;
  /** Cloud of another program that stands in place of aligned scans; absent or null: none. */
  readonly cloud?: CloudFacts | null;
  /** Engine that aligned the scans. */
  readonly engine: EngineIdentity;
  /** Manual edits of the alignment. */
  readonly edits: readonly AlignmentEdit[];
  /** Hash of any plain value. */
  hash(value: unknown): string;
}

/**
 * Input hash and options of each stage: the audit trail of every number in the report. The hash of a step
 * depends on all inputs of its numbers and on nothing else, so that equal hash and options mean equal
 * numbers.
 *
 * @param refined null, or a refinement without any factor: the poses are the alignment's, and there is no
 *   such step
 * @param movedLeftOut dynamic returns that are in neither map nor measurement; with 0, whether there were
 *   none or they were restored, the numbers are those of all returns, and so are the hashes
 * @param earlier survey that the report compares this one with; null: none
 */
export function surveySteps(
  request: AnsweredQuestion,
  options: SurveyOptions,
  root: AuditRoot,
  refined: RefinedSurvey | null = null,
  movedLeftOut = 0,
  earlier: EpochComparison['earlier'] | null = null,
): ReportStep[] {
  const { files, chainage, measure: question, language } = request;
  const { axis, design } = files;
  const { captureHash, calibration = null, cloud = null, hash } = root;
  const align = cloud === null ? alignStep(request, options, root) : null;
  const imported = cloud === null ? {} : cloudOptions(cloud, request);
  const aligned =
    align === null
      ? hash({ input: captureHash, options: imported })
      : hash({ input: align.inputHash, options: align.options });
  const refine = refined?.value.refined
    ? ({ stage: 'refine', inputHash: aligned, options: refineOptions(refined.asked, hash) } as const)
    : null;
  const placed = refine === null ? aligned : hash({ input: refine.inputHash, options: refine.options });
  const corrected: Record<string, string> =
    calibration && correctsMap(calibration)
      ? { calibration: hash(calibration.parameters.filter(({ isApplied }) => isApplied)) }
      : {};
  const left = movedLeftOut === 0 ? {} : { movedLeftOut, ...flat(DYNAMIC_DEFAULTS, 'moved.') };
  const measure = {
    stage: 'measure',
    // Files are identified by their content, not by their names.
    inputHash: hash({
      input: placed,
      ...left,
      ...corrected,
      axis: axis && { ...axis.axis, chainage: [...axis.axis.chainage], xyz: [...axis.axis.xyz] },
      design: design && (soleSection(design.programme) ?? design.programme),
    }),
    options: {
      axis: axis?.name ?? question.axis.of,
      chainage: chainage ? `${chainage.from}:${chainage.to}` : 'surveyed',
      design: design?.name ?? null,
      ...(design &&
        withoutNulls({ offsets: design.programme.offsets, tolerance: design.programme.tolerance })),
      ...measureParameters(request, root),
    },
  } as const;
  const measured = hash({ input: measure.inputHash, options: measure.options });
  return [
    { stage: 'import', inputHash: null, options: { captures: captureHash, ...imported } },
    ...(align === null ? [] : [align]),
    ...(refine === null ? [] : [refine]),
    { stage: 'map', inputHash: placed, options: { ...flat(options.map), ...left, ...corrected } },
    measure,
    {
      stage: 'export',
      inputHash: measured,
      options: {
        language,
        ...askedOptions(request, ['publish'], hash),
        ...(earlier && withoutNulls({ earlier })),
      },
    },
  ];
}

function alignStep(
  { T_grid_first }: AnsweredQuestion,
  { odometry }: SurveyOptions,
  { captureHash, engine, edits }: AuditRoot,
): ReportStep {
  return {
    stage: 'align',
    inputHash: captureHash,
    options: {
      engine: engine.kind,
      ...(engine.kind === 'gpu' && { adapter: engine.adapter }),
      originPose: T_grid_first && poseText(T_grid_first),
      ...flat(odometry),
      ...(edits.length > 0 && { changedByHand: editsText(edits) }),
    },
  };
}

/** What a cloud was read with, and where it was placed; its accuracy enters the measurement only. */
function cloudOptions(
  { unitMetres, path, trajectory }: CloudFacts,
  { T_grid_first }: AnsweredQuestion,
): ReportStep['options'] {
  return { unitMetres, path, trajectory, originPose: T_grid_first && poseText(T_grid_first) };
}

/**
 * The parameters that the wall is gathered and measured with, and the question less its defaults. Without those that the
 * alignment overrules: an unused parameter is not listed.
 */
function measureParameters(
  request: AnsweredQuestion,
  { sensor, calibration = null, cloud = null, hash }: AuditRoot,
): ReportStep['options'] {
  const stated = cloud?.accuracy ?? null;
  const instrument = stated === null ? instrumentOf(sensor, calibration) : cloudInstrument(stated);
  const {
    volume,
    chainage: _,
    stations: _at,
    design: _against,
    ...fixed
  } = measureOptions(request, instrument);
  const { alongSigma: _along, radialSigma: _radial, ...used } = volume;
  const { corrections, ...profiles } = profilesOf(request.measure);
  return {
    ...flat({ profiles, ...fixed }),
    // The chainage is listed as on the command line, whether set or not.
    ...askedOptions({ ...request, chainage: null }, ['gather', 'measure'], hash),
    ...(corrections.length > 0 && { corrections: corrections.map(correctionText).join('; ') }),
    ...flat(used, 'volume.'),
    ...(stated && {
      lateralSigma: stated.placeSigma,
      accuracyBy: stated.by,
      instrument: stated.instrument,
      lengthShare: stated.lengthShare,
    }),
  };
}

/**
 * The question less its defaults, of some stages: what a person asked for, by key. Every field of the table is in it, so that
 * none changes numbers without changing parameters and hash.
 */
function askedOptions(
  question: AnsweredQuestion,
  stages: readonly QuestionStage[],
  hash: AuditRoot['hash'],
): ReportStep['options'] {
  const fields = Object.assign({}, ...stages.map((stage) => askedFields(question, stage)));
  return Object.fromEntries(
    Object.entries(flat(fields, '', hash)).map(([key, value]) => [parameterName(key), value]),
  );
}

/** Name of a field among the parameters: results hold those of the chainage by the name of what they count. */
export function parameterName(key: string): string {
  return key.replace(/^measure\./, '').replace(/^axis\.(?=(?:kind|start|reversed)$)/, 'chainage.');
}

/** Files and decisions by the hash of their content. */
function refineOptions(
  { points, targets, loopDecisions, loops, level, knownLengths, roughStart, reference }: RefineQuestion,
  hash: AuditRoot['hash'],
): ReportStep['options'] {
  const named = (role: 'control' | 'check'): string =>
    points
      .filter((point) => point.role === role)
      .map(({ name }) => name)
      .join(' ');
  const lengths = knownLengths.map(
    ({ fromScan, toScan, length, sigma }) => `${fromScan}:${toScan}:${length}:${sigma}`,
  );
  return {
    loops,
    level,
    ...(points.length > 0 && { control: named('control'), check: named('check'), points: hash(points) }),
    ...(targets.length > 0 && { targetsDecided: hash(targets) }),
    ...(loopDecisions.length > 0 && { loopsDecided: hash(loopDecisions) }),
    ...(lengths.length > 0 && { knownLengths: lengths.join(' ') }),
    ...(roughStart && { roughStart: poseText(roughStart) }),
    ...(reference && { reference: reference.key }),
  };
}

/** Copy of the options without null values. */
function withoutNulls(options: object): Record<string, string | number | boolean | null> {
  return Object.fromEntries(Object.entries(flat(options)).filter(([, value]) => value !== null));
}

/**
 * Options as `group.name: value` pairs.
 *
 * @param hash left out: there are no lists. A list of numbers is written out, another one is hashed
 */
function flat(
  options: object,
  prefix = '',
  hash?: AuditRoot['hash'],
): Record<string, string | number | boolean | null> {
  return Object.fromEntries(
    Object.entries(options).flatMap(([key, value]) => {
      const name = `${prefix}${key}`;
      if (Array.isArray(value) && hash !== undefined)
        return [[name, value.every((item) => typeof item === 'number') ? value.join(' ') : hash(value)]];
      return typeof value === 'object' && value !== null
        ? Object.entries(flat(value, `${name}.`, hash))
        : [[name, value]];
    }),
  );
}
