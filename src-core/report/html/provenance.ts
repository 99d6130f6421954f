import { escapeHtml, fill, fixed } from '../format.ts';
import type { ReportInput, ReportStep } from '../report-input.ts';
import type { Texts } from '../texts.ts';
import { paragraph, part, table } from './elements.ts';

/** The captures that went in, by name and hash. */
export function capturesPart({ captures, session }: ReportInput, texts: Texts): string {
  const html = table(
    [
      { heading: texts['captures.name'], align: 'text' },
      { heading: texts['captures.size'], unit: 'MB', align: 'number' },
      { heading: texts['captures.hash'], align: 'text' },
    ],
    captures.map(({ name, bytes, sha256 }) => [name, fixed(bytes / 1e6, 1), sha256]),
  );
  const whole = `${texts['captures.scans']}: ${fixed(session.scans, 0)} · ${texts['captures.duration']}: ${fixed(session.durationSeconds, 1)} s`;
  return part(texts['captures.title'], html + paragraph(whole), 'captures');
}

/** How each stage worked, with its options and the hash of its input, so that the result can be made again. */
export function methodPart({ computation }: ReportInput, texts: Texts): string {
  const { engine, adapter, softwareVersion, steps } = computation;
  const processor = adapter === null ? engine.toUpperCase() : `${engine.toUpperCase()} (${adapter})`;
  const closing = fill(texts['how.engine'], { engine: processor, version: softwareVersion });
  return part(texts['how.title'], steps.map((step) => stepText(step, texts)).join('\n') + paragraph(closing));
}

function stepText({ stage, options, inputHash }: ReportStep, texts: Texts): string {
  const list = Object.entries(options)
    .map(([name, value]) => `${name} = ${value === null ? '–' : String(value)}`)
    .join(',  ');
  const lines = [
    ...(list ? [`${texts['how.options']}: ${list}`] : []),
    ...(inputHash === null ? [] : [`${texts['how.input']}: ${inputHash}`]),
  ];
  const code = lines.length > 0 ? `<p class="code">${lines.map(escapeHtml).join('<br>')}</p>` : '';
  const { movedLeftOut } = options;
  const moved =
    stage === 'map' && typeof movedLeftOut === 'number'
      ? paragraph(fill(texts['how.moved'], { count: fixed(movedLeftOut, 0) }))
      : '';
  return `<div class="step">${paragraph(texts[`how.${stage}`])}${moved}${code}</div>`;
}

/** Room for the two signatures that make it a document. */
export function signaturePart(texts: Texts): string {
  const lines = [texts['sign.prepared'], texts['sign.reviewed'], texts['sign.date']];
  return `<div class="sign">${lines.map((text) => `<div>${escapeHtml(text)}</div>`).join('')}</div>`;
}
