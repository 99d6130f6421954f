import { formatMessage } from '../../messages/message.ts';
import { formatRemark } from '../../messages/remark.ts';
import { coveredShare } from '../../model/drive-coverage.ts';
import { COVERAGE_95 } from '../../model/reliability.ts';
import { warningHeadline } from '../../model/warnings.ts';
import { controlPointCount } from '../control-summary.ts';
import { facts, type NamedValue, note, part, type ReportPart } from '../document.ts';
import type { ReportInput, ReportWarning } from '../report-input.ts';
import { chainageText, dateText, fill, fixed, percent } from '../texts/format.ts';
import type { ReportLanguage, Texts } from '../texts/texts.ts';

/**
 * Cover data: working, date, surveyor, instrument. Unset fields are omitted, except for the surveyor and the date.
 */
export function headPart(input: ReportInput, texts: Texts): ReportPart {
  const { project, sensor, computation, comparison } = input;
  const { heading, surveyedAt } = project;
  const none = texts.unknown;
  const rowOf = (name: string, value: string | null | undefined): NamedValue[] =>
    value ? [[name, value]] : [];
  return part(null, [
    facts([
      ...rowOf(texts['project.mine'], heading.mine),
      ...rowOf(texts['project.company'], heading.company),
      ...rowOf(texts['project.working'], heading.working),
      ...rowOf(texts['project.level'], heading.level),
      [texts['project.surveyor'], heading.surveyor ?? none],
      [texts['project.surveyedAt'], heading.surveyDate ?? (surveyedAt ? dateText(surveyedAt) : none)],
      ...rowOf(texts['project.previousAt'], comparison?.earlier.date),
      [texts['project.reportedAt'], dateText(project.reportedAt)],
      [
        texts['project.sensor'],
        `${sensor.productLine}, ${sensor.lidarMode}, ${sensor.serial || none}, fw ${sensor.firmware || none}`,
      ],
      ...rowOf(texts['project.instrument'], heading.instrument),
      [texts['project.frame'], frameText(input, texts)],
      ...rowOf(texts['project.grid'], heading.grid),
      [texts['project.chainage'], texts[`project.chainage.${input.axis.kind}`]],
      [texts['project.software'], `Socavón ${computation.softwareVersion}`],
    ]),
    heading.notes === null ? null : note(heading.notes),
  ]);
}

function frameText({ frame, refinement }: ReportInput, texts: Texts): string {
  if (refinement === null || !refinement.isPlacedByPoints) return texts[`frame.${frame.kind}`];
  return fill(texts['frame.control'], { count: fixed(controlPointCount(refinement), 0) });
}

/** Main result: the volume with its ±, and key quality figures. */
export function headlinePart(input: ReportInput, texts: Texts): ReportPart {
  const { volume, design, profiles, lengthSigma } = input;
  const { volume: total, perMetre, statedFirst } = volume;
  const isPerMetre = statedFirst === 'per-metre';
  const { value, plusMinus, confidence } = isPerMetre ? perMetre : total;
  const { integral, endArea, prismoidal, solid } = volume.methods;
  const methods = [integral, endArea, prismoidal, solid];
  const spread = (Math.max(...methods) - Math.min(...methods)) / total.value;
  const between = fill(texts['headline.between'], {
    from: chainageText(volume.chainageFrom),
    to: chainageText(volume.chainageTo),
    length: fixed(volume.length, 2),
  });
  const sure = fill(texts['headline.confidence'], { confidence: percent(confidence, 0) });
  const relative = fill(texts[isPerMetre ? 'headline.relativePerMetre' : 'headline.relative'], {
    share: percent(plusMinus / value, 2),
  });
  const withLength = fill(texts['headline.total'], {
    volume: fixed(total.value, 1),
    plusMinus: fixed(total.plusMinus, 1),
  });
  const { coverage } = volume;
  const marks: NamedValue[] = [
    ...(isPerMetre
      ? []
      : [
          [
            texts['headline.byMetre'],
            `${fixed(perMetre.value, 2)} ± ${fixed(perMetre.plusMinus, 2)} m³/m`,
          ] as const,
        ]),
    ...(coverage === undefined
      ? []
      : [
          [
            texts['headline.covered'],
            `${fixed(coverage.coveredLength, 1)} / ${fixed(coverage.drivenLength, 1)} m (${percent(coveredShare(coverage), 0)})`,
          ] as const,
        ]),
    [texts['headline.meanArea'], `${fixed(volume.drive.value / volume.length, 2)} m²`],
    [texts['headline.length'], `${fixed(COVERAGE_95 * lengthSigma, 2)} m`],
    [texts['headline.measured'], percent(volume.measuredShare, 1)],
    [texts['headline.spread'], percent(spread, 2)],
    [texts['headline.profiles'], fixed(profiles.length, 0)],
  ];
  if (design) {
    const { overbreak, underbreak, plusMinus } = design.volumes;
    marks.push([texts['headline.over'], statedText(overbreak, plusMinus?.overbreak)]);
    marks.push([texts['headline.under'], statedText(underbreak, plusMinus?.underbreak)]);
  }
  return part(
    null,
    [
      {
        kind: 'headline',
        title: texts[isPerMetre ? 'headline.perMetre' : 'headline.volume'],
        value: fixed(value, isPerMetre ? 2 : 1),
        plusMinus: fixed(plusMinus, isPerMetre ? 2 : 1),
        unit: isPerMetre ? 'm³/m' : 'm³',
        lines: [(isPerMetre ? withLength : '') + recesses(input, texts) + between, `${sure}, ${relative}`],
        marks,
      },
    ],
    true,
  );
}

function statedText(value: number, plusMinus: number | undefined): string {
  return `${fixed(value, 1)}${plusMinus === undefined ? '' : ` ± ${fixed(plusMinus, 1)}`} m³`;
}

/** Text on which void the headline refers to, if there is more than one. */
function recesses({ volume }: ReportInput, texts: Texts): string {
  if (volume.recesses.length === 0) return '';
  const { value, plusMinus } = volume.drive;
  return fill(texts['headline.recesses'], { drive: fixed(value, 1), plusMinus: fixed(plusMinus, 1) });
}

/** Section of warnings to be read before the numbers are used; null if there are none. */
export function warningsPart(
  warnings: readonly ReportWarning[],
  language: ReportLanguage,
  texts: Texts,
): ReportPart | null {
  if (warnings.length === 0) return null;
  const items = warnings.map((warning) => {
    const said = formatRemark(warning, language);
    const headline = warningHeadline(warning.code);
    // Of another version's codes there is no headline.
    return headline.code === 'text'
      ? { text: said, detail: null }
      : { text: formatMessage(headline, language), detail: said };
  });
  return part(null, [{ kind: 'warnings', title: texts['warnings.title'], items }]);
}
