import {
  type Block,
  note,
  numberColumn,
  part,
  type ReportPart,
  type Signature,
  table,
  text,
  textColumn,
} from '../document.ts';
import type { ReportInput, ReportStep } from '../report-input.ts';
import { fill, fixed } from '../texts/format.ts';
import type { Texts } from '../texts/texts.ts';

/** Section on the input captures, by name and hash. */
export function capturesPart({ captures, session }: ReportInput, texts: Texts): ReportPart {
  const whole = `${texts['captures.scans']}: ${fixed(session.scans, 0)} · ${texts['captures.duration']}: ${fixed(session.durationSeconds, 1)} s`;
  return part(texts['captures.title'], [
    table(
      [
        textColumn(texts['captures.name']),
        numberColumn(texts['captures.size'], 'MB'),
        { heading: texts['captures.hash'], align: 'code' },
      ],
      captures.map(({ name, bytes, sha256 }) => [name, fixed(bytes / 1e6, 1), sha256]),
    ),
    note(whole),
  ]);
}

/** Section on the method of each stage, with its options and the hash of its input, for reproducibility. */
export function methodPart({ computation }: ReportInput, texts: Texts): ReportPart {
  const { engine, adapter, softwareVersion, steps } = computation;
  const processor = adapter === null ? engine.toUpperCase() : `${engine.toUpperCase()} (${adapter})`;
  const closing = fill(texts['how.engine'], { engine: processor, version: softwareVersion });
  return part(texts['how.title'], [...steps.flatMap((step) => stepBlocks(step, texts)), text(closing)]);
}

function stepBlocks({ stage, options, inputHash }: ReportStep, texts: Texts): Block[] {
  const list = Object.entries(options)
    .map(([name, value]) => `${name} = ${value === null ? '–' : String(value)}`)
    .join(',  ');
  const lines = [
    ...(list ? [`${texts['how.options']}: ${list}`] : []),
    ...(inputHash === null ? [] : [`${texts['how.input']}: ${inputHash}`]),
  ];
  const { movedLeftOut } = options;
  return [
    text(texts[`how.${stage}`]),
    ...(stage === 'map' && typeof movedLeftOut === 'number'
      ? [text(fill(texts['how.moved'], { count: fixed(movedLeftOut, 0) }))]
      : []),
    ...(lines.length > 0 ? [{ kind: 'code', lines } as const] : []),
  ];
}

/** Signature fields: the surveyor and the reviewer. The date is that of signing, left blank to be written by hand. */
export function signatures({ project }: ReportInput, texts: Texts): Signature[] {
  const lines = (name: string, licence: string): Signature['lines'] => [
    [texts['sign.name'], name],
    [texts['sign.licence'], licence],
    [texts['sign.date'], ''],
  ];
  return [
    {
      role: texts['sign.prepared'],
      lines: lines(project.heading.surveyor ?? '', project.heading.licence ?? ''),
    },
    { role: texts['sign.reviewed'], lines: lines('', '') },
  ];
}
