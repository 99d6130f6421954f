import { CONTENT_WIDTH } from '../figures/paper.ts';

/**
 * Style sheet of the report: designed for print (A4, 15 mm margins, no blocks cut by page breaks), the same on
 * screen.
 * Uses only fonts installed on the reader's machine; tabular figures, so that columns of numbers align.
 * @param footer plain text in the footer of each printed page, next to the page number
 */
export function styleSheet(footer: string): string {
  return `
@page { size: A4; margin: 15mm 15mm 17mm;
  @bottom-left { content: ${cssString(footer)}; font: 7.5pt sans-serif; color: #6b7280; }
  @bottom-right { content: counter(page) " / " counter(pages); font: 7.5pt sans-serif; color: #6b7280; } }
:root { --ink: #1b1f24; --quiet: #5b636e; --rule: #d5d9df; --accent: #8a4b16; --alert: #b3261e; --wash: #f6f4f0; }
* { box-sizing: border-box; }
html { color-scheme: light; }
body { margin: 0; background: #fff; color: var(--ink);
  font: 9.5pt/1.45 "Source Sans 3", "Segoe UI", "Helvetica Neue", Arial, "Liberation Sans", sans-serif;
  font-variant-numeric: tabular-nums; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
main { width: ${CONTENT_WIDTH}mm; max-width: 100%; margin: 0 auto; }
svg { display: block; max-width: 100%; height: auto; font-family: inherit; font-variant-numeric: tabular-nums; }
header { display: flex; justify-content: space-between; align-items: flex-end; gap: 8mm;
  border-bottom: 0.6mm solid var(--ink); padding-bottom: 3mm; }
.kind { margin: 0 0 1mm; font-size: 8pt; letter-spacing: 0.09em; text-transform: uppercase; color: var(--accent); }
h1 { margin: 0; font-size: 21pt; line-height: 1.1; font-weight: 650; letter-spacing: -0.01em; overflow-wrap: anywhere; }
header .working { margin: 1mm 0 0; font-size: 11pt; color: var(--quiet); }
.mark { font-weight: 650; font-size: 11pt; letter-spacing: 0.02em; white-space: nowrap; }
h2 { margin: 0 0 2.5mm; font-size: 12pt; font-weight: 650; border-bottom: 0.25mm solid var(--rule); padding-bottom: 1mm; break-after: avoid; }
section { margin-top: 7.5mm; }
section:first-of-type { margin-top: 0; }
p { margin: 0 0 2mm; max-width: 150mm; }
.note, figcaption { color: var(--quiet); font-size: 8.5pt; }
figure { margin: 0; break-inside: avoid; }
figcaption { margin-top: 1mm; }
figure + figure { margin-top: 4mm; }
.keep { break-inside: avoid; }
.facts { display: grid; grid-template-columns: 1fr 1fr; column-gap: 8mm; margin: 3mm 0 0; }
.facts div { display: flex; gap: 3mm; padding: 0.7mm 0; border-bottom: 0.15mm solid var(--rule); }
.facts dt { color: var(--quiet); flex: none; min-width: 24mm; }
.facts dd { margin: 0; overflow-wrap: anywhere; }
.facts.long { grid-template-columns: 1fr; }
.facts.long dt { flex: 1; }
.facts.long dd { text-align: right; }
.headline { padding: 5mm 6mm; background: var(--wash); border-left: 1mm solid var(--accent); break-inside: avoid; }
.headline h2 { border: 0; margin: 0; padding: 0; font-size: 9pt; font-weight: 600; color: var(--quiet); }
.headline .value { margin: 0.5mm 0 0; max-width: none; font-size: 27pt; line-height: 1.15; font-weight: 650; letter-spacing: -0.015em; white-space: nowrap; }
.headline .value .pm { font-weight: 400; color: var(--accent); }
.headline .between { margin: 0.5mm 0 0; max-width: none; }
.headline .marks { margin-top: 4mm; }
.marks { display: flex; flex-wrap: wrap; gap: 2mm 5.5mm; margin: 0; }
.marks dt { font-size: 8pt; color: var(--quiet); }
.marks dd { margin: 0; font-size: 12pt; font-weight: 600; white-space: nowrap; }
.warnings { padding: 4mm 6mm 3mm; border: 0.35mm solid var(--alert); background: #fdf3f2; break-inside: avoid; }
.warnings h2 { border: 0; margin: 0 0 1.5mm; padding: 0; color: var(--alert); font-size: 11pt; }
.warnings ul { margin: 0; padding-left: 5mm; }
.warnings li { margin-bottom: 1.5mm; }
.warnings .note { margin: 0; max-width: none; }
table { border-collapse: collapse; width: 100%; font-size: 8.8pt; line-height: 1.3; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
th { text-align: left; font-weight: 600; vertical-align: bottom; padding: 0 2mm 1mm 0; border-bottom: 0.35mm solid var(--ink); }
td { padding: 0.75mm 2mm 0.75mm 0; border-bottom: 0.12mm solid var(--rule); vertical-align: top; }
table + .facts, table + .note { margin-top: 2mm; }
th.number, td.number { text-align: right; padding-right: 0; padding-left: 3mm; white-space: nowrap; }
td.number + td:not(.number), th.number + th:not(.number) { padding-left: 4mm; }
td.code { font: 7pt/1.4 ui-monospace, "Cascadia Mono", Consolas, "Liberation Mono", monospace; overflow-wrap: anywhere; }
th.code, td.code { padding-left: 4mm; }
td:has(~ .code) { min-width: 24mm; overflow-wrap: anywhere; }
.unit { display: block; font-weight: 400; font-size: 7.5pt; color: var(--quiet); }
tr.total td { font-weight: 650; border-top: 0.35mm solid var(--ink); border-bottom: 0; }
.sheet { display: grid; grid-template-columns: repeat(var(--per-row), 1fr); gap: 4mm 3mm; margin-top: 2mm; }
.sheet svg { margin: 0 auto; }
.sheet > div { break-inside: avoid; }
p.code { margin-bottom: 4mm; font: 7.5pt/1.4 ui-monospace, "Cascadia Mono", Consolas, "Liberation Mono", monospace; color: var(--quiet); overflow-wrap: anywhere; max-width: none; }
.sign { display: grid; grid-template-columns: 1fr 1fr; gap: 14mm; margin-top: 10mm; break-inside: avoid; }
.sign > div > p { margin: 0 0 20mm; font-weight: 600; }
.sign dl { margin: 0; border-top: 0.25mm solid var(--ink); padding-top: 1mm; }
.sign dl div { display: flex; gap: 3mm; min-height: 6mm; font-size: 8.5pt; }
.sign dt { color: var(--quiet); min-width: 24mm; }
.sign dd { margin: 0; }
@media screen { html { background: #e9ebee; } body { background: none; }
  main { background: #fff; box-sizing: content-box; padding: 14mm 15mm 18mm; margin: 6mm auto; box-shadow: 0 1px 6px rgb(0 0 0 / 0.18); } }
@media screen and (max-width: 215mm) { main { box-sizing: border-box; width: 100%; margin: 0; padding: 6mm 5mm; box-shadow: none; }
  .facts { grid-template-columns: 1fr; } .headline .value { font-size: 20pt; white-space: normal; } section { overflow-x: auto; } }
`;
}

/** String literal of a style sheet inside a style element. */
function cssString(text: string): string {
  return `"${text.replace(/[^\p{L}\p{N} .,:()_+-]/gu, (sign) => `\\${sign.codePointAt(0)!.toString(16)} `)}"`;
}
