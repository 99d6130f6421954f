import { SocavonError } from '../model/errors.ts';
import { alignmentSummary } from './alignment-summary.ts';
import { escapeHtml } from './format.ts';
import { controlPart, loopsPart } from './html/control.ts';
import { headlinePart, headPart, warningsPart } from './html/cover.ts';
import { areaPart, longSectionPart, planPart, sectionsPart } from './html/drawings.ts';
import {
  alignmentPart,
  budgetPart,
  chainageTablePart,
  designPart,
  holdersPart,
  methodsPart,
} from './html/numbers.ts';
import { capturesPart, methodPart, signaturePart } from './html/provenance.ts';
import { styleSheet } from './html/style.ts';
import type { ReportInput } from './report-input.ts';
import { type ReportLanguage, textsOf } from './texts.ts';

export interface ReportOptions {
  readonly language: ReportLanguage;
  /** Section drawings, evenly along the drive; Infinity draws all. */
  readonly sections: number;
  /** Rows of the table by chainage above which it is thinned; all profiles are in profiles.csv. */
  readonly tableRows: number;
}

export const REPORT_DEFAULTS: ReportOptions = { language: 'es', sections: 18, tableRows: 150 };

/**
 * The report as one HTML file that needs nothing else: styles and drawings inside, no script, no font, no
 * address outside. Prints on A4 with its drawings at true scale.
 * @throws SocavonError 'too-few-points' where there are not two profiles
 */
export function htmlReport(input: ReportInput, options: ReportOptions = REPORT_DEFAULTS): string {
  if (input.profiles.length < 2) {
    throw new SocavonError(
      'too-few-points',
      `A report needs at least two sections, there are ${input.profiles.length}; take a closer interval or a longer range of chainages.`,
    );
  }
  const texts = textsOf(options.language);
  const alignment = alignmentSummary(input.trajectory, input.axis);
  const { name, working } = input.project;
  const title = [texts.title, name, working].filter((word) => word !== null).join(' · ');
  return `<!DOCTYPE html>
<html lang="${options.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${styleSheet(title)}</style>
</head>
<body>
<main>
${headPart(input, texts)}
${headlinePart(input, texts)}
${warningsPart([...input.warnings, ...input.volume.warnings], texts)}
${planPart(input, alignment, texts)}
${longSectionPart(input, alignment, texts)}
${areaPart(input, texts)}
<div class="${input.design ? 'pair' : ''}">${methodsPart(input, texts)}${designPart(input, texts)}</div>
${budgetPart(input, texts)}
${alignmentPart(alignment, texts)}
${controlPart(input, texts)}
${loopsPart(input, texts)}
${holdersPart(input, texts)}
${sectionsPart(input, options.sections, texts)}
${chainageTablePart(input, options.tableRows, texts)}
${methodPart(input, texts)}
${capturesPart(input, texts)}
${signaturePart(texts)}
</main>
</body>
</html>
`;
}
