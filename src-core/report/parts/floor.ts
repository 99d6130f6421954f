import type { Stretch } from '../../model/axis.ts';
import type { Bottleneck, ClearanceStudy } from '../../model/clearance.ts';
import type { FloorGrade, GradeStretch } from '../../model/grade.ts';
import {
  facts,
  figure,
  type NamedValue,
  note,
  numberColumn,
  part,
  type ReportPart,
  type TableBlock,
  table,
  textColumn,
} from '../document.ts';
import { clearanceFigure } from '../figures/clearance.ts';
import { clearanceSectionFigure } from '../figures/clearance-section.ts';
import { floorSectionFigure } from '../figures/floor-section.ts';
import { CONTENT_WIDTH } from '../figures/paper.ts';
import type { ReportInput } from '../report-input.ts';
import { chainageText, fill, fixed } from '../texts/format.ts';
import type { ReportLanguage, Texts } from '../texts/texts.ts';
import { wallMapTexts } from '../texts/wall-map.ts';

/** Section on the gradient of the floor and its worst stretches; null if not requested. */
export function gradePart({ grade }: ReportInput, language: ReportLanguage, texts: Texts): ReportPart | null {
  if (!grade) return null;
  const { mean, baseLength, worst } = grade;
  const pairs: NamedValue[] = [
    [texts['grade.mean'], gradientText(mean)],
    [texts['grade.base'], `${fixed(baseLength, 1)} m`],
  ];
  return part(
    texts['grade.title'],
    [
      grade.stations.length > 1
        ? figure(floorSectionFigure({ grade, words: wallMapTexts(language) }, CONTENT_WIDTH), '')
        : null,
      facts(pairs, true),
      worst.length > 0 ? worstTable(grade, texts) : null,
    ],
    true,
  );
}

/** Gradient in per cent with its ±, and as 1:n. */
function gradientText({ gradient, plusMinus }: GradeStretch): string {
  const ratio = Math.abs(gradient) > 1e-4 ? ` (1:${fixed(1 / Math.abs(gradient), 1)})` : '';
  return `${fixed(100 * gradient, 2)} ± ${fixed(100 * plusMinus, 2)} %${ratio}`;
}

function worstTable({ worst }: FloorGrade, texts: Texts): TableBlock {
  const hasDesign = worst.some(({ designGradient }) => designGradient !== null);
  const columns = [
    textColumn(texts[hasDesign ? 'grade.farthest' : 'grade.steepest']),
    textColumn(texts['strip.end']),
    numberColumn(texts['grade.gradient'], '%'),
    numberColumn('±', '%'),
    ...(hasDesign ? [numberColumn(texts['table.design'], '%')] : []),
    numberColumn(texts['table.measured'], '%'),
  ];
  return table(
    columns,
    worst.map(({ from, to, gradient, plusMinus, designGradient, measuredShare }) => [
      chainageText(from),
      chainageText(to),
      fixed(100 * gradient, 2),
      fixed(100 * plusMinus, 2),
      ...(hasDesign ? [fixed(100 * (designGradient ?? Number.NaN), 2)] : []),
      fixed(100 * measuredShare, 0),
    ]),
  );
}

/** Section on the clearance of a vehicle and the narrowest places; null if not requested. */
export function clearancePart(
  { clearance, profiles }: ReportInput,
  language: ReportLanguage,
  texts: Texts,
): ReportPart | null {
  if (!clearance) return null;
  const { vehicle, verdict, largestWidth, largestHeight } = clearance;
  const at = ({ value, chainage, measured }: Bottleneck): string =>
    `${measured ? '' : '≤ '}${fixed(value, 2)} m, ${chainageText(chainage)}`;
  const pairs: NamedValue[] = [
    [
      texts['clearance.vehicle'],
      `${fixed(vehicle.width, 2)} × ${fixed(vehicle.height, 2)} × ${fixed(vehicle.length, 2)} m`,
    ],
    [texts['clearance.ground'], `${fixed(vehicle.groundClearance, 2)} m`],
    [texts['clearance.verdict'], texts[`clearance.${verdict}`]],
    [texts['clearance.width'], at(largestWidth)],
    [texts['clearance.height'], at(largestHeight)],
    ...stretchRows(clearance, texts),
  ];
  const words = wallMapTexts(language);
  const study = clearance;
  const station = study.stations.find(({ chainage }) => chainage === largestWidth.chainage);
  const profile = profiles.find(({ chainage }) => chainage === largestWidth.chainage);
  return part(
    texts['clearance.title'],
    [
      facts(pairs, true),
      study.stations.length > 1 ? figure(clearanceFigure({ study, words }, CONTENT_WIDTH), '') : null,
      station && profile
        ? figure(
            clearanceSectionFigure({ profile, station, study, texts, words }, CONTENT_WIDTH / 2),
            fill(texts['clearance.narrowest'], { chainage: chainageText(station.chainage) }),
          )
        : null,
      note(texts['clearance.note']),
    ],
    true,
  );
}

function stretchRows({ blocked, unseen, open }: ClearanceStudy, texts: Texts): NamedValue[] {
  const rowOf = (name: string, stretches: readonly Stretch[]): NamedValue[] => {
    if (stretches.length === 0) return [];
    const shown = stretches
      .slice(0, MAX_STRETCHES)
      .map(({ from, to }) => `${chainageText(from, 1)} … ${chainageText(to, 1)}`);
    const more =
      stretches.length > MAX_STRETCHES
        ? fill(texts['clearance.more'], { count: fixed(stretches.length - MAX_STRETCHES, 0) })
        : [];
    return [[name, [...shown, more].flat().join('; ')]];
  };
  return [
    ...rowOf(texts['clearance.blockedAt'], blocked),
    ...rowOf(texts['clearance.unseenAt'], unseen),
    ...rowOf(texts['clearance.openAt'], open),
  ];
}

/** Maximum stretches listed individually. */
const MAX_STRETCHES = 6;
