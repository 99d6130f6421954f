import { basename } from 'node:path';
import { type LineFacts, linesOf, sentenceOf } from '../../../src-core/io/cad/drawing-lines.ts';
import { type LengthUnit, unitText } from '../../../src-core/io/cad/length-units.ts';
import { readSolid } from '../../../src-core/io/mesh/read-solid.ts';
import { enclosedVolume } from '../../../src-core/math/closed-mesh.ts';
import { type Message, message } from '../../../src-core/messages/message.ts';
import { type CancelToken, inOneGo } from '../../../src-core/model/context.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { bytesBeside, readBytes } from '../../files/read-bytes.ts';
import type { Entry } from './capture-facts.ts';

/** What a drawing or a mesh holds, metres. */
export interface DrawingFacts {
  /** Its closed solid; null: it has none, or none that is closed, which the warnings say. */
  readonly solid: SolidFacts | null;
  /** Its lines or alignments, in the order of the file. */
  readonly lines: readonly LineFacts[];
  /** How it was understood, one sentence each. */
  readonly notes: readonly Message[];
  /** What could not be read of it. */
  readonly warnings: readonly Message[];
}

interface SolidFacts {
  readonly triangles: number;
  readonly min: readonly number[];
  readonly max: readonly number[];
  /** m³ */
  readonly volume: number;
  /** Unit of the file, and whether it states it. */
  readonly unit: LengthUnit;
  readonly isDeclared: boolean;
}

/** Codes of a file that holds nothing of what was asked for, which says nothing against the rest of it. */
const NOTHING = new Set(['drawing-empty']);
const NO_TRIANGLES = new Set(['solid-empty', 'solid-surpac-points', 'landxml-holds', 'landxml-no-alignment']);

/**
 * Describes a drawing or a mesh: its closed solid, and its lines by name. What cannot be read of it is among the warnings.
 *
 * @param format id of the table of formats
 * @throws CancelledError
 */
export async function drawingFacts(
  path: string,
  format: string,
  { cancel }: { readonly cancel: CancelToken },
): Promise<DrawingFacts> {
  const notes: Message[] = [];
  const warnings: Message[] = [];
  const tried = async <T>(
    isEmpty: (error: SocavonError) => boolean,
    task: () => Promise<T>,
  ): Promise<T | null> => {
    try {
      return await inOneGo(cancel, task);
    } catch (error) {
      if (!(error instanceof SocavonError) || error.code === 'cancelled') throw error;
      if (!isEmpty(error)) warnings.push(sentenceOf(error));
      return null;
    }
  };
  const name = basename(path);
  const bytes = await tried(
    () => false,
    () => readBytes(path),
  );
  if (bytes === null) return { solid: null, lines: [], notes, warnings };
  const hasLines = LINED.has(format);
  const lines = hasLines
    ? await tried(
        ({ code }) => NOTHING.has(code),
        async () => linesOf(format, bytes, name, { notes, warnings }),
      )
    : null;
  const solid =
    format === 'str'
      ? null
      : await tried(
          ({ sentence }) => hasLines && NO_TRIANGLES.has(sentence?.code ?? ''),
          () => solidOf(path, bytes, notes),
        );
  return { solid, lines: lines ?? [], notes: distinct(notes), warnings };
}

const LINED: ReadonlySet<string> = new Set(['dxf', 'str', 'landxml']);

async function solidOf(path: string, bytes: Uint8Array, heard: Message[]): Promise<SolidFacts> {
  const { mesh, unit, isDeclared, notes } = await readSolid(bytes, basename(path), {
    beside: (other) => bytesBeside(path, other),
  });
  heard.push(...notes);
  const { origin, xyz, triangles } = mesh;
  const min = [0, 1, 2].map(() => Number.POSITIVE_INFINITY);
  const max = [0, 1, 2].map(() => Number.NEGATIVE_INFINITY);
  for (let i = 0; i < xyz.length; i++) {
    const value = xyz[i] + origin[i % 3];
    min[i % 3] = Math.min(min[i % 3], value);
    max[i % 3] = Math.max(max[i % 3], value);
  }
  return { triangles: triangles.length / 3, min, max, volume: enclosedVolume(mesh), unit, isDeclared };
}

/** Without those that alignments have in common. */
function distinct(said: readonly Message[]): Message[] {
  return [...new Map(said.map((one) => [JSON.stringify(one), one])).values()];
}

/** Lines that are listed one by one. */
const LINES_SHOWN = 16;

/** Description of a drawing, line by line. */
export function drawingEntries({ solid, lines }: DrawingFacts): Entry[] {
  return [
    ...(solid === null ? [] : solidEntries(solid)),
    ...lines.slice(0, LINES_SHOWN).map((line): Entry => ['line', lineWords(line)]),
    ...(lines.length > LINES_SHOWN
      ? [['lines', message('fact-lines-more', { count: lines.length - LINES_SHOWN })] as Entry]
      : []),
  ];
}

function solidEntries({ triangles, min, max, volume, unit, isDeclared }: SolidFacts): Entry[] {
  const place = (at: readonly number[]): string => at.map((value) => value.toFixed(3)).join(', ');
  return [
    ['triangles', triangles],
    ['extent', `${[0, 1, 2].map((k) => (max[k] - min[k]).toFixed(2)).join(' × ')} m`],
    ['from', place(min)],
    ['to', place(max)],
    ['enclosed', `${volume.toFixed(3)} m³`],
    [
      'unit',
      isDeclared ? message('fact-unit-stated', { unit: unitText(unit) }) : message('fact-unit-assumed'),
    ],
  ];
}

function lineWords({ name, length, closed, station }: LineFacts): Message | string {
  const metres = length.toFixed(3);
  if (station !== null) return message('fact-alignment', { name, metres, station: station.toFixed(3) });
  return closed ? message('fact-line-closed', { name, metres }) : `${name}: ${metres} m`;
}
