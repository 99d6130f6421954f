import { alignmentSummary } from './alignment-summary.ts';
import { escapeHtml } from './format.ts';
import { headlinePart, headPart, warningsPart } from './html/cover.ts';
import { areaPart, longSectionPart, planPart, sectionsPart } from './html/drawings.ts';
import { alignmentPart, budgetPart, chainageTablePart, designPart, methodsPart } from './html/numbers.ts';
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

export const REPORT_DEFAULTS: ReportOptions = { language: 'es', sections: 18, tableRows: 120 };

/**
 * The report as one HTML file that needs nothing else: styles and drawings inside, no script, no font, no
 * address outside. Prints on A4 with its drawings at true scale.
 */
export function htmlReport(input: ReportInput, options: ReportOptions = REPORT_DEFAULTS): string {
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
<div class="pair">${methodsPart(input, texts)}${budgetPart(input, texts)}</div>
${designPart(input, texts)}
${alignmentPart(alignment, texts)}
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
