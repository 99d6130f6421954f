import { basename, extname } from 'node:path';
import { AxisInput, type RoundsInput } from '../../../src-core/contract/measure-input.ts';
import { SurveyInput } from '../../../src-core/contract/survey-requests.ts';
import { parseCorrectionsCsv } from '../../../src-core/io/tables/corrections-csv.ts';
import { isRoundsTable, parseRoundsCsv } from '../../../src-core/io/tables/rounds-csv.ts';
import { message } from '../../../src-core/messages/message.ts';
import { remarkOf } from '../../../src-core/messages/remark.ts';
import { parseChainages } from '../../../src-core/model/chainage-list.ts';
import type { StageContext } from '../../../src-core/model/context.ts';
import { type DesignProgramme, soleSection, wholeAxis } from '../../../src-core/model/design.ts';
import type { Design } from '../../../src-core/model/design-schema.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { DESIGN_EXTENSIONS, SOLID_EXTENSIONS } from '../../../src-core/model/file-endings.ts';
import type { Logo } from '../../../src-core/model/logo.ts';
import { checkCorrections, type ObjectCorrection } from '../../../src-core/model/object-correction.ts';
import type { Rigid } from '../../../src-core/model/rigid.ts';
import { checkQuestion } from '../../../src-core/question/check-question.ts';
import { roundsOf } from '../../../src-core/tunnel/design/rounds.ts';
import { readText } from '../../files/read-text.ts';
import { readAxis } from '../../jobs/import/read-axis.ts';
import { readDesign, readSolidDesign } from '../../jobs/import/read-design.ts';
import { readLogoFile } from '../../jobs/print/stored-logo.ts';
import type { SurveyInputs } from '../../jobs/session/survey-inputs.ts';
import type { DesignCommandOptions } from './design-options.ts';
import { givenFields } from './field-options.ts';
import { gradeFromOptions } from './grade-from-options.ts';
import type { AxisCommandOptions, MeasureCommandOptions, ReportFileOptions } from './measure-options.ts';

/**
 * Logo of the report from the command line; null: the stored one is to be removed, undefined: nothing is said of it.
 *
 * @throws what `readLogoFile` throws
 */
export async function logoFromOptions({ logo }: ReportFileOptions): Promise<Logo | null | undefined> {
  if (logo === undefined) return undefined;
  return logo === false ? null : readLogoFile(logo);
}

const ONE_SURVEY = { sessionId: 0, earlierId: null, T_grid_earlier: null } as const;

/**
 * Design section from the command line, with its contract terms; null if none is named.
 *
 * @throws SocavonError 'usage' if options of a design are set without a design, and what `readDesign` throws
 */
async function designFromOptions(
  options: MeasureCommandOptions,
  context: StageContext,
): Promise<Design | null> {
  const { design: file, designLine, designUnit, designPlane, designAxisAt, designView } = options;
  if (file === undefined) return noDesign(options);
  if (isSolidFile(file)) {
    const { design, notes } = await solidDesign(file, options, context);
    for (const note of notes) context.emit({ kind: 'note', stage: 'measure', ...remarkOf(note) });
    return { ...design, programme: withContract(design.programme ?? wholeAxis(design.section), options) };
  }
  const drawn = {
    ...(designLine !== undefined && { line: designLine }),
    ...(designUnit && { unit: designUnit }),
    ...(designPlane && { plane: designPlane }),
    ...(designAxisAt && { axisAt: designAxisAt }),
    ...(designView && { view: designView }),
  };
  const { design, notes } = await readDesign(file, drawn, context.cancel);
  for (const note of notes) context.emit({ kind: 'note', stage: 'measure', ...remarkOf(note) });
  const programme = withContract(design.programme ?? wholeAxis(design.section), options);
  return soleSection(programme) === null ? { ...design, programme } : design;
}

/** True for a file that is a solid, and no drawing of a section. */
function isSolidFile(file: string): boolean {
  const ending = extname(file).slice(1).toLowerCase();
  const has = (endings: readonly string[]): boolean => endings.includes(ending);
  return has(SOLID_EXTENSIONS) && !has(DESIGN_EXTENSIONS);
}

/** @throws SocavonError 'usage' without an axis that it is cut along, and for what only a drawing has */
async function solidDesign(file: string, options: MeasureCommandOptions, { cancel }: StageContext) {
  const { axis, designLine, designUnit, designPlane, designAxisAt, designView } = options;
  const ofDrawing = [
    ['--design-plane', designPlane],
    ['--design-axis-at', designAxisAt],
    ['--design-view', designView],
  ].find(([, value]) => value !== undefined);
  if (ofDrawing !== undefined)
    throw new SocavonError('usage', message('design-solid-option', { option: String(ofDrawing[0]) }));
  if (axis === undefined)
    throw new SocavonError('usage', message('design-solid-axis', { name: basename(file) }));
  const along = await readAxis(axis, axisFromOptions(options), cancel);
  const choice = { unit: designUnit ?? null, part: designLine ?? null };
  return readSolidDesign(file, choice, along, options.sections ?? 'normal', cancel);
}

/** Fills contract terms missing from the design with those of the options; the pay line is handled separately. */
function withContract(
  { offsets, tolerance, ...design }: DesignProgramme,
  { tolerance: band, minClearance, shotcrete }: DesignCommandOptions,
): DesignProgramme {
  return {
    ...design,
    offsets: {
      ...offsets,
      clearance: offsets.clearance ?? minClearance ?? null,
      shotcrete: offsets.shotcrete ?? shotcrete ?? null,
    },
    tolerance: {
      over: tolerance.over ?? band?.over ?? null,
      under: tolerance.under ?? band?.under ?? null,
    },
  };
}

/** Rejects contract options without a design, because a tolerance without a design would have no effect. */
function noDesign(options: DesignCommandOptions): null {
  const said = [
    ['--design-line', options.designLine],
    ['--design-unit', options.designUnit],
    ['--design-plane', options.designPlane],
    ['--design-axis-at', options.designAxisAt],
    ['--design-view', options.designView],
    ['--pay-line', options.payLine],
    ['--tolerance', options.tolerance],
    ['--min-clearance', options.minClearance],
    ['--shotcrete', options.shotcrete],
  ].find(([, value]) => value !== undefined);
  if (said === undefined) return null;
  throw new SocavonError('usage', message('design-option-alone', { option: String(said[0]) }));
}

/**
 * Survey question from the command line, in the same form as from a window; reads its files.
 *
 * @throws SocavonError of the files, and 'usage' if a number is invalid
 */
export async function measureFromOptions(
  options: MeasureCommandOptions,
  context: StageContext,
  of: Pick<SurveyInputs, 'sessionId' | 'earlierId' | 'T_grid_earlier'> = ONE_SURVEY,
): Promise<SurveyInputs> {
  const { originPose, chainage, interval, rangeBias, payLine, stations } = options;
  const question = {
    ...of,
    T_grid_first: transformToWire(originPose),
    axis: options.axis ?? null,
    chainage: chainage ?? null,
    design: await designFromOptions(options, context),
    payLimit: payLine,
    interval,
    rangeBias: rangeBias ?? null,
    measure: {
      ...givenFields(options, 'measure'),
      axis: axisFromOptions(options),
      stations: stations === undefined ? null : await chainagesOf(stations, '--stations'),
      corrections: await correctionsFromOptions(options),
      rounds: await roundsFromOptions(options),
      material: materialOf(options),
      grade: await gradeFromOptions(options),
      vehicle: vehicleOf(options),
    },
  };
  checkQuestion(question);
  const parsed = SurveyInput.safeParse(question);
  if (parsed.success) return parsed.data;
  const [{ path, message: why }] = parsed.error.issues;
  throw new SocavonError('usage', message('option-unusable', { option: path.join('.'), why }));
}

/** Wire form of a pose; null if none was given. */
export function transformToWire(pose: Rigid | undefined): SurveyInputs['T_grid_first'] {
  return pose === undefined ? null : { R: [...pose.R], t: [...pose.t] };
}

/** Axis question from the command line. @throws SocavonError 'usage' if options of a file are set without a file */
export function axisFromOptions(options: AxisCommandOptions): AxisInput {
  const ofFile = [
    ['--axis-line', options.axisLine],
    ['--axis-unit', options.axisUnit],
    ['--axis-elevation', options.axisElevation],
  ].find(([, value]) => value !== undefined);
  if (options.axis === undefined && ofFile !== undefined)
    throw new SocavonError('usage', message('axis-option-alone', { option: String(ofFile[0]) }));
  return AxisInput.parse({ ...givenFields(options, 'measure.axis'), line: options.axisLine ?? null });
}

/**
 * Rounds from the command line, consecutive or by name.
 *
 * @throws SocavonError rounds-unusable, and errors of a file
 */
export async function roundsFromOptions({
  rounds,
  roundLength,
}: Pick<MeasureCommandOptions, 'rounds' | 'roundLength'>): Promise<RoundsInput | null> {
  if (roundLength !== undefined) return { by: 'length', ...roundLength };
  if (rounds === undefined) return null;
  const file = isFile(rounds) ? await readText(rounds) : null;
  if (file !== null && isRoundsTable(file))
    return { by: 'list', rounds: parseRoundsCsv(file, basename(rounds)) };
  const chainages = parseChainages(file ?? rounds, file === null ? '--rounds' : basename(rounds));
  const bounds = roundsOf({ chainages });
  return { by: 'list', rounds: bounds.map((round, i) => ({ name: String(i + 1), ...round })) };
}

/** Corrections by hand from a file; null if none is named. @throws SocavonError 'usage', and errors of the file */
async function correctionsFromOptions({
  corrections: file,
}: Pick<MeasureCommandOptions, 'corrections'>): Promise<ObjectCorrection[] | null> {
  if (file === undefined) return null;
  const corrections = parseCorrectionsCsv(await readText(file), basename(file));
  checkCorrections(corrections);
  return corrections;
}

function materialOf({ density, swell }: MeasureCommandOptions) {
  if (density === undefined && swell !== undefined) throw new SocavonError('usage', message('swell-alone'));
  return density === undefined ? null : { density, swell: swell ?? 0 };
}

function vehicleOf({ vehicle, groundClearance, wheelbase, vehiclePlace }: MeasureCommandOptions) {
  if (vehicle !== undefined)
    return { ...vehicle, groundClearance, wheelbase: wheelbase ?? null, placement: vehiclePlace };
  if (groundClearance === undefined && wheelbase === undefined && vehiclePlace === undefined) return null;
  throw new SocavonError('usage', message('vehicle-missing'));
}

/** Reads chainages from a list or from the named file. */
async function chainagesOf(text: string, option: string): Promise<number[]> {
  return isFile(text) ? parseChainages(await readText(text), basename(text)) : parseChainages(text, option);
}

function isFile(text: string): boolean {
  return /\.(csv|txt)$/i.test(text);
}
