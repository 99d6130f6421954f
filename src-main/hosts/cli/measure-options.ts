import { type Command, Option } from 'commander';
import type { ObjectTreatment } from '../../../src-core/model/drive-object.ts';
import type { Rigid } from '../../../src-core/model/rigid.ts';
import { defaultFormatsOf, PAPERS, type Paper } from '../../../src-core/model/survey-content.ts';
import type { LengthUnitName } from '../../../src-core/question/field.ts';
import type { ReportLanguage } from '../../../src-core/report/texts/texts.ts';
import type { DesignCommandOptions } from './design-options.ts';
import type { ExtraCommandOptions } from './extra-options.ts';
import { addFields } from './field-options.ts';
import { type ChainageRange, parseCount, parsePose } from './option-parsers.ts';
import { formatsParser } from './output-options.ts';
import { say } from './words.ts';

/** Options of the axis and its chainage. */
export interface AxisCommandOptions {
  readonly axis?: string;
  readonly axisLine?: string;
  readonly axisUnit?: LengthUnitName;
  readonly axisElevation?: number;
  readonly axisOf?: 'trajectory' | 'map';
  readonly chainageKind?: 'slope' | 'horizontal';
  readonly chainageStart?: number;
  readonly chainageReversed?: boolean;
}

/** Options of how a drive is measured; each command offers those that affect its result. */
export interface MeasureCommandOptions extends AxisCommandOptions, DesignCommandOptions, ExtraCommandOptions {
  readonly originPose?: Rigid;
  readonly chainage?: ChainageRange;
  readonly interval?: number;
  readonly stations?: string;
  readonly sections?: 'normal' | 'vertical';
  readonly outline?: 'radial' | 'solid';
  readonly keepObjects?: boolean;
  readonly mesh?: ObjectTreatment;
  readonly ducts?: ObjectTreatment;
  readonly vehicles?: ObjectTreatment;
  readonly muck?: ObjectTreatment;
  readonly corrections?: string;
  readonly recessLine?: 'jambs' | 'design';
  readonly rangeBias?: number;
  readonly unrolled?: boolean;
}

export function addAxisOptions(command: Command): Command {
  return addFields(command, 'axis');
}

/** Adds the options of the sections. */
export function addSectionOptions(command: Command): Command {
  return addFields(command, 'axis', 'wall', 'sections');
}

/** Adds the options of the wall: stretch, section plane, and objects in front of it. */
export function addWallOptions(command: Command): Command {
  return addFields(command, 'wall');
}

/** Adds the options of the uncertainty: the range bias. */
export function addRangeBias(command: Command): Command {
  return addFields(command, 'uncertainty');
}

/** Adds all options of a volume. */
export function addVolumeOptions(command: Command): Command {
  return addFields(command, 'axis', 'wall', 'sections', 'uncertainty', 'design', 'contract', 'extras');
}

/** Adds all options of a report: those of a volume, and those of presentation. */
export function addReportOptions(command: Command): Command {
  return addFields(addVolumeOptions(command), 'report');
}

/** Options of the report as a file: its language, its paper, and the logo at its head. */
export interface ReportFileOptions {
  readonly language: ReportLanguage;
  readonly paper: Paper;
  /** Path of the picture; false: removes the stored one. */
  readonly logo?: string | false;
}

/** Adds the options of the report as a file. @param flag of its forms @param help what they are of */
export function addReportFile(command: Command, flag: 'format' | 'report', help: string): Command {
  return command
    .option(`--${flag} <forms>`, help, formatsParser('report'), [...defaultFormatsOf('report')])
    .addOption(new Option('--language <code>', say('help-of-report')).choices(['es', 'en']).default('es'))
    .addOption(new Option('--paper <size>', say('help-of-pages')).choices(PAPERS).default('a4'))
    .option('--logo <file>', say('help-report-logo'))
    .option('--no-logo', say('help-report-no-logo'));
}

/** Adds the option of the pose of the first scan; only `run` has a longer help text. */
export function addOriginPose(command: Command): Command {
  return command.option('--origin-pose <pose>', say('help-origin-pose'), parsePose);
}

/**
 * Adds the options of an earlier survey of the same working and the pose of its first scan.
 *
 * @param help what the earlier survey is for
 */
export function addEarlier(command: Command, help: string): Command {
  return command
    .option('--earlier <id>', help, parseCount)
    .option('--earlier-pose <pose>', say('help-earlier-pose'), parsePose);
}
