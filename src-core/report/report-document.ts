import { message } from '../messages/message.ts';
import { SocavonError } from '../model/errors.ts';
import type { Logo } from '../model/logo.ts';
import { alignmentSummary } from './alignment-summary.ts';
import type { ReportDocument, ReportLogo } from './document.ts';
import { alignmentPart, constraintsPart } from './parts/alignment.ts';
import { chainageTablePart } from './parts/chainage-table.ts';
import { cloudPart } from './parts/cloud.ts';
import { contourPart } from './parts/contour.ts';
import { controlPart, loopsPart } from './parts/control.ts';
import { headlinePart, headPart, warningsPart } from './parts/cover.ts';
import { coveragePart } from './parts/coverage.ts';
import { designPart } from './parts/design.ts';
import { areaPart, longSectionPart, planPart } from './parts/drawings.ts';
import { convergencePart, periodPart } from './parts/epochs.ts';
import { clearancePart, gradePart } from './parts/floor.ts';
import { howSurePart } from './parts/how-sure.ts';
import { instrumentPart } from './parts/instrument.ts';
import { objectsPart } from './parts/objects.ts';
import { capturesPart, methodPart, signatures } from './parts/provenance.ts';
import { sectionsPart } from './parts/sections.ts';
import { totalsPart } from './parts/totals.ts';
import { trailPart } from './parts/trail.ts';
import { unrolledParts } from './parts/unrolled.ts';
import { budgetPart, methodsPart } from './parts/volume.ts';
import type { ReportInput } from './report-input.ts';
import { type ReportLanguage, textsOf } from './texts/texts.ts';

export interface ReportOptions {
  readonly language: ReportLanguage;
  /** Maximum section drawings; Infinity draws all. With more sections every nth is drawn. */
  readonly sections: number;
  /** Rows of the chainage table above which every nth is listed; all profiles are in profiles.csv. */
  readonly tableRows: number;
}

export const REPORT_DEFAULTS: ReportOptions = { language: 'es', sections: 18, tableRows: 150 };

/**
 * Builds the report, independent of its output format. Null inputs produce no section.
 *
 * @throws SocavonError 'too-few-points' if there are fewer than two profiles
 */
export function reportDocument(input: ReportInput, options: ReportOptions = REPORT_DEFAULTS): ReportDocument {
  if (input.profiles.length < 2) {
    throw new SocavonError('too-few-points', message('report-sections', { count: input.profiles.length }));
  }
  const texts = textsOf(options.language);
  const alignment = alignmentSummary(input.trajectory, input.axis);
  const { name, heading, reportedAt, logo = null } = input.project;
  const { working } = heading;
  const parts = [
    headPart(input, texts),
    headlinePart(input, texts),
    warningsPart(
      [...input.warnings, ...input.volume.warnings, ...(input.comparison?.warnings ?? [])],
      options.language,
      texts,
    ),
    coveragePart(input, options.language, texts),
    totalsPart(input, texts),
    objectsPart(input, texts),
    methodsPart(input, texts),
    budgetPart(input, texts),
    designPart(input, texts),
    contourPart(input, texts),
    periodPart(input, texts),
    convergencePart(input, texts),
    ...unrolledParts(input, options.language, texts),
    planPart(input, alignment, texts),
    longSectionPart(input, alignment, texts),
    areaPart(input, texts),
    gradePart(input, options.language, texts),
    clearancePart(input, options.language, texts),
    input.cloud ? cloudPart(input.cloud, texts) : alignmentPart(alignment, texts),
    controlPart(input, texts),
    loopsPart(input, texts),
    instrumentPart(input, texts),
    constraintsPart(input, texts),
    sectionsPart(input, options.sections, texts),
    chainageTablePart(input, options.tableRows, texts),
    howSurePart(input, texts),
    methodPart(input, texts),
    capturesPart(input, texts),
    trailPart(input, texts),
  ];
  return visible({
    language: options.language,
    title: [texts.title, name, working].filter((word) => word !== null).join(' · '),
    head: {
      kind: texts.title,
      name,
      working: working && `${texts['project.working']}: ${working}`,
      ...(logo !== null && { logo: logoOnPaper(logo, heading.company ?? name) }),
    },
    parts: parts.filter((one) => one !== null),
    signatures: signatures(input, texts),
    date: reportedAt,
    pageOf: texts['page.of'],
  });
}

/** Control characters but ends of lines and tabs, which no page shows, and marks that turn the direction of what follows. */
const UNSEEN = /[^\P{Cc}\t\r\n]|[\u202a-\u202e\u2066-\u2069]/gu;

/** A document in whose texts the mark of an unknown character stands for each that would not be seen: names come from files of others. */
function visible<Value>(value: Value): Value {
  if (typeof value === 'string') return value.replace(UNSEEN, '\ufffd') as Value;
  if (Array.isArray(value)) return value.map(visible) as Value;
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, visible(inner)])) as Value;
}

/** Room for the logo in the head of a report, mm. */
const LOGO_ROOM = { width: 60, height: 18 };

/** A logo as large as its room, with its own aspect. */
function logoOnPaper({ type, url, width, height }: Logo, alt: string): ReportLogo {
  const scale = Math.min(LOGO_ROOM.width / width, LOGO_ROOM.height / height);
  return { type, url, width: scale * width, height: scale * height, alt };
}
