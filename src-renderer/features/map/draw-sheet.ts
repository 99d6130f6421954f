import type { Colour } from '../../viewer/colour.ts';
import type { MeasureMark } from '../../viewer/measure-marks.ts';
import { barMetres, type Sheet } from './print-sheet.ts';

/** What stands on a sheet besides the map. */
export interface SheetTexts {
  readonly title: string;
  readonly date: string;
  /** Such as `1:200`, or that a perspective has no scale. */
  readonly scaleText: string;
  /** n of 1 : n; null: no bar. */
  readonly scale: number | null;
  /** Right and up, and the letter at its end; null: no arrow. */
  readonly north: { readonly direction: readonly [number, number]; readonly letter: string } | null;
  readonly legend: {
    readonly name: string;
    readonly ramp: readonly Colour[];
    readonly marks: readonly string[];
  } | null;
  /** In px of the map. */
  readonly measures: readonly MeasureMark[];
}

const INK = '#15181c';
const PAPER = '#ffffff';
const MARK = '#b5178a';
/** Heights of letters, and the width of lines, mm. */
const TITLE = 5;
const TEXT = 3.2;
const LINE = 0.25;

/** Draws the frame of a sheet and its texts over the map, which is there already. */
export function drawSheet(on: CanvasRenderingContext2D, sheet: Sheet, texts: SheetTexts): void {
  const { perMm, map } = sheet;
  const mm = (value: number): number => value * perMm;
  const bottom = map.y + map.height;
  on.save();
  on.beginPath();
  on.rect(map.x, map.y, map.width, map.height);
  on.clip();
  for (const mark of texts.measures) drawMark(on, mark, sheet);
  on.restore();

  // What is outside of the map, where a mark may have reached.
  on.strokeStyle = INK;
  on.fillStyle = INK;
  on.lineWidth = mm(LINE);
  on.strokeRect(map.x, map.y, map.width, map.height);
  on.textBaseline = 'alphabetic';
  on.font = fontOf(mm(TITLE), true);
  on.textAlign = 'left';
  on.fillText(texts.title, map.x, map.y - mm(4), map.width - mm(60));
  on.font = fontOf(mm(TEXT), false);
  on.textAlign = 'right';
  on.fillText(texts.date, map.x + map.width, map.y - mm(4), mm(55));

  on.textAlign = 'left';
  on.fillText(texts.scaleText, map.x, bottom + mm(6));
  if (texts.scale !== null) drawBar(on, texts.scale, map.x, bottom + mm(10), perMm);
  if (texts.legend !== null) drawLegend(on, texts.legend, map.x + map.width / 2, bottom + mm(6), mm);
  if (texts.north !== null) drawNorth(on, texts.north, map.x + map.width - mm(9), bottom + mm(10), mm);
}

function fontOf(px: number, isBold: boolean): string {
  return `${isBold ? 600 : 400} ${px.toFixed(1)}px system-ui, sans-serif`;
}

/** Scale bar in four parts, with its length at the end. */
function drawBar(on: CanvasRenderingContext2D, scale: number, x: number, y: number, perMm: number): void {
  const metres = barMetres(scale);
  const length = ((1000 * metres) / scale) * perMm;
  const height = 1.6 * perMm;
  for (let part = 0; part < 4; part++) {
    on.fillStyle = part % 2 === 0 ? INK : PAPER;
    on.fillRect(x + (part * length) / 4, y, length / 4, height);
  }
  on.strokeRect(x, y, length, height);
  on.fillStyle = INK;
  on.textAlign = 'left';
  on.fillText('0', x, y + height + 4 * perMm);
  on.textAlign = 'right';
  on.fillText(`${metres} m`, x + length, y + height + 4 * perMm);
  on.textAlign = 'left';
}

function drawLegend(
  on: CanvasRenderingContext2D,
  { name, ramp, marks }: NonNullable<SheetTexts['legend']>,
  x: number,
  y: number,
  mm: (value: number) => number,
): void {
  const width = mm(60);
  on.fillText(name, x, y);
  const colours = on.createLinearGradient(x, 0, x + width, 0);
  ramp.forEach((colour, i) => {
    const css = `rgb(${colour.map((value) => Math.round(255 * value)).join(' ')})`;
    colours.addColorStop(i / (ramp.length - 1), css);
  });
  on.fillStyle = colours;
  on.fillRect(x, y + mm(3), width, mm(3));
  on.fillStyle = INK;
  marks.forEach((mark, i) => {
    on.textAlign = i === 0 ? 'left' : i === marks.length - 1 ? 'right' : 'center';
    on.fillText(mark, x + (i * width) / Math.max(1, marks.length - 1), y + mm(10));
  });
  on.textAlign = 'left';
}

function drawNorth(
  on: CanvasRenderingContext2D,
  { direction: [right, up], letter }: NonNullable<SheetTexts['north']>,
  x: number,
  y: number,
  mm: (value: number) => number,
): void {
  on.save();
  on.translate(x, y);
  on.rotate(Math.atan2(right, up));
  on.beginPath();
  on.moveTo(0, -mm(5));
  on.lineTo(mm(2), mm(4));
  on.lineTo(0, mm(2.2));
  on.lineTo(-mm(2), mm(4));
  on.closePath();
  on.fill();
  on.restore();
  on.textAlign = 'center';
  on.textBaseline = 'middle';
  on.fillText(letter, x + right * mm(7.5), y - up * mm(7.5));
  on.textAlign = 'left';
  on.textBaseline = 'alphabetic';
}

function drawMark(on: CanvasRenderingContext2D, mark: MeasureMark, { map, perMm }: Sheet): void {
  on.save();
  on.translate(map.x, map.y);
  on.strokeStyle = MARK;
  on.lineWidth = 0.5 * perMm;
  if (mark.path !== '') on.stroke(new Path2D(mark.path));
  on.fillStyle = PAPER;
  const side = 1.6 * perMm;
  for (const { x, y } of mark.places) {
    on.fillRect(x - side / 2, y - side / 2, side, side);
    on.strokeRect(x - side / 2, y - side / 2, side, side);
  }
  on.font = fontOf(TEXT * perMm, true);
  on.lineWidth = 0.9 * perMm;
  on.strokeStyle = PAPER;
  on.lineJoin = 'round';
  const { x, y } = mark.label;
  on.strokeText(mark.text, x, y);
  on.fillStyle = INK;
  on.fillText(mark.text, x, y);
  on.restore();
}
