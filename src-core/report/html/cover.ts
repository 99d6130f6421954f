import { COVERAGE_95 } from '../../model/reliability.ts';
import { heldPoints } from '../control-summary.ts';
import { chainageText, dateText, escapeHtml, fill, fixed, percent } from '../format.ts';
import type { ReportInput, ReportWarning } from '../report-input.ts';
import type { TextKey, Texts } from '../texts.ts';
import { facts } from './elements.ts';

/** Head of the report: what was surveyed, when, with what. */
export function headPart(input: ReportInput, texts: Texts): string {
  const { project, sensor, computation } = input;
  const none = texts.unknown;
  return `<header><div><p class="kind">${escapeHtml(texts.title)}</p><h1>${escapeHtml(project.name)}</h1>${
    project.working === null
      ? ''
      : `<p class="working">${escapeHtml(`${texts['project.working']}: ${project.working}`)}</p>`
  }</div><div class="mark">Socavón</div></header>
${facts([
  [texts['project.surveyor'], project.surveyor ?? none],
  [texts['project.surveyedAt'], project.surveyedAt ? dateText(project.surveyedAt) : none],
  [texts['project.reportedAt'], dateText(project.reportedAt)],
  [
    texts['project.sensor'],
    `${sensor.productLine}, ${sensor.lidarMode}, ${sensor.serial || none}, fw ${sensor.firmware || none}`,
  ],
  [texts['project.frame'], frameText(input, texts)],
  [texts['project.software'], `Socavón ${computation.softwareVersion}`],
])}`;
}

function frameText({ frame, refinement }: ReportInput, texts: Texts): string {
  if (refinement === null || !refinement.isPlacedByPoints) return texts[`frame.${frame.kind}`];
  return fill(texts['frame.control'], { count: fixed(heldPoints(refinement), 0) });
}

/** The result: the volume with its ±, and the few numbers that tell what it is worth. */
export function headlinePart({ volume, design, profiles, lengthSigma }: ReportInput, texts: Texts): string {
  const { value, plusMinus, confidence } = volume.volume;
  const { integral, endArea, prismoidal, solid } = volume.methods;
  const methods = [integral, endArea, prismoidal, solid];
  const spread = (Math.max(...methods) - Math.min(...methods)) / value;
  const between = fill(texts['headline.between'], {
    from: chainageText(volume.chainageFrom),
    to: chainageText(volume.chainageTo),
    length: fixed(volume.length, 2),
  });
  const sure = fill(texts['headline.confidence'], { confidence: percent(confidence, 0) });
  const relative = fill(texts['headline.relative'], { share: percent(plusMinus / value, 2) });
  const marks: [string, string][] = [
    [texts['headline.meanArea'], `${fixed(value / volume.length, 2)} m²`],
    [texts['headline.length'], `${fixed(COVERAGE_95 * lengthSigma, 2)} m`],
    [texts['headline.measured'], percent(volume.measuredShare, 1)],
    [texts['headline.spread'], percent(spread, 2)],
    [texts['headline.profiles'], fixed(profiles.length, 0)],
  ];
  if (design) {
    marks.push([texts['headline.over'], `${fixed(design.volumes.overbreak, 1)} m³`]);
    marks.push([texts['headline.under'], `${fixed(design.volumes.underbreak, 1)} m³`]);
  }
  return `<section class="headline"><h2>${escapeHtml(texts['headline.volume'])}</h2>
<p class="value">${fixed(value, 1)} <span class="pm">± ${fixed(plusMinus, 1)}</span> m³</p>
<p class="between">${escapeHtml(between)}</p>
<p class="between note">${escapeHtml(`${sure}, ${relative}`)}</p>
<dl class="marks">${marks.map(([name, text]) => `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(text)}</dd></div>`).join('')}</dl></section>`;
}

/** What the reader must know before using the numbers; nothing where there is nothing. */
export function warningsPart(warnings: readonly ReportWarning[], texts: Texts): string {
  if (warnings.length === 0) return '';
  const items = warnings.map(({ code, message }) => {
    const key = `warnings.${code}`;
    if (!isTextKey(key, texts)) return `<li>${escapeHtml(message)}</li>`;
    return `<li>${escapeHtml(texts[key])}<p class="note">${escapeHtml(message)}</p></li>`;
  });
  return `<section class="warnings"><h2>${escapeHtml(texts['warnings.title'])}</h2><ul>${items.join('')}</ul></section>`;
}

function isTextKey(key: string, texts: Texts): key is TextKey {
  return Object.hasOwn(texts, key);
}
