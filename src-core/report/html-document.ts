import type { ReportDocument, ReportLogo } from './document.ts';
import { mm } from './figures/svg.ts';
import { partHtml, signaturesHtml } from './html/blocks.ts';
import { styleSheet } from './html/style.ts';
import { escapeHtml } from './texts/format.ts';

/** Report as one self-contained HTML file. */
export function htmlDocument({ language, title, head, parts, signatures }: ReportDocument): string {
  const working = head.working === null ? '' : `<p class="working">${escapeHtml(head.working)}</p>`;
  return `<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${styleSheet(title)}</style>
</head>
<body>
<main>
<header><div><p class="kind">${escapeHtml(head.kind)}</p><h1>${escapeHtml(head.name)}</h1>${working}</div>${markHtml(head.logo)}</header>
${parts.map(partHtml).join('\n')}
${signaturesHtml(signatures)}
</main>
</body>
</html>
`;
}

/** The mark at the head: the logo of the company in the place of the program's name. */
function markHtml(logo: ReportLogo | undefined): string {
  if (logo === undefined) return '<div class="mark">Socavón</div>';
  const { url, width, height, alt } = logo;
  return `<img src="${url}" alt="${escapeHtml(alt)}" style="flex:none;width:${mm(width)}mm;height:${mm(height)}mm">`;
}
