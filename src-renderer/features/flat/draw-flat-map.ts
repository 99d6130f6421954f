import { decimalsOf, niceStep, ticks } from '../../../src-core/report/figures/scale.ts';
import { chainageText, fixed } from '../../../src-core/report/texts/format.ts';
import type { Sheet } from '../../ui/use-canvas.ts';
import type { FlatPicture } from './flat-picture.ts';
import type { FlatView } from './flat-view.ts';

/** Position of the picture in its canvas, px. */
interface Plot {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Margins of the picture for names of the sectors, perimeter positions, chainages and scale, in font sizes. */
const LEFT = 6.2;
const RIGHT = 3.2;
const TOP = 0.5;
const BOTTOM = 3.2;
const LETTER = 0.75;

export function plotOf(width: number, height: number, rem: number): Plot {
  return {
    left: LEFT * rem,
    top: TOP * rem,
    width: Math.max(0, width - (LEFT + RIGHT) * rem),
    height: Math.max(0, height - (TOP + BOTTOM) * rem),
  };
}

/** Canvas with one pixel per cell. */
export function pixelsOf({ columns, rows, rgba }: FlatPicture): HTMLCanvasElement {
  const pixels = document.createElement('canvas');
  pixels.width = columns;
  pixels.height = rows;
  pixels.getContext('2d')?.putImageData(new ImageData(new Uint8ClampedArray(rgba), columns, rows), 0, 0);
  return pixels;
}

interface FlatDrawing {
  readonly picture: FlatPicture;
  readonly pixels: HTMLCanvasElement;
  readonly view: FlatView;
  readonly plot: Plot;
  readonly rem: number;
  readonly names: readonly { readonly name: string; readonly from: number; readonly to: number }[];
}

/** Draws the picture with sector names, chainages, perimeter positions and a scale bar. */
export function drawFlatMap(sheet: Sheet, drawing: FlatDrawing): void {
  const { context, ink } = sheet;
  const { picture, pixels, view, plot, rem } = drawing;
  const { extent } = picture;
  const x = (chainage: number): number => plot.left + plot.width / 2 + (chainage - view.x) * view.perMetre;
  const y = (girth: number): number => plot.top + plot.height / 2 - (girth - view.y) * view.perMetre;
  const box = {
    left: Math.max(plot.left, x(extent.left)),
    right: Math.min(plot.left + plot.width, x(extent.right)),
    top: Math.max(plot.top, y(extent.top)),
    bottom: Math.min(plot.top + plot.height, y(extent.bottom)),
  };
  context.clearRect(0, 0, sheet.width, sheet.height);
  context.save();
  context.beginPath();
  context.rect(box.left, box.top, box.right - box.left, box.bottom - box.top);
  context.clip();
  context.fillStyle = ink('--raised');
  context.fillRect(box.left, box.top, box.right - box.left, box.bottom - box.top);
  context.imageSmoothingEnabled = false;
  const { columns, rows, along, round } = picture;
  const { perMetre } = view;
  context.drawImage(
    pixels,
    x(extent.left),
    y(picture.top),
    columns * along * perMetre,
    rows * round * perMetre,
  );
  context.restore();

  context.strokeStyle = ink('--control-line');
  context.lineWidth = 1;
  context.strokeRect(box.left, box.top, box.right - box.left, box.bottom - box.top);
  context.font = `${LETTER * rem}px ${ink('--font') || 'sans-serif'}`;
  context.textBaseline = 'middle';
  drawParts(drawing, context, box, y, ink('--quiet'), ink('--line'));
  context.fillStyle = ink('--quiet');
  if (picture.hasGirth) {
    context.textAlign = 'left';
    const step = niceStep((2 * rem) / perMetre);
    for (const girth of ticks(extent.bottom, extent.top, step)) {
      const at = y(girth);
      if (at < box.top || at > box.bottom) continue;
      context.fillText(fixed(girth, decimalsOf(step)), box.right + 0.5 * rem, at);
    }
  }
  context.textAlign = 'center';
  const step = niceStep((7 * rem) / perMetre);
  for (const chainage of ticks(extent.left, extent.right, step)) {
    const at = x(chainage);
    if (at < box.left - 1 || at > box.right + 1) continue;
    line(context, at, box.bottom, at, box.bottom + 0.3 * rem);
    context.fillText(chainageText(chainage, decimalsOf(step)), at, box.bottom + 0.95 * rem);
  }
  drawScaleBar(drawing, context, box, ink('--text'));
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function drawParts(
  { names, rem, plot }: FlatDrawing,
  context: CanvasRenderingContext2D,
  box: Box,
  y: (girth: number) => number,
  letters: string,
  lines: string,
): void {
  context.textAlign = 'right';
  for (const { name, from, to } of names) {
    const [upper, lower] = [Math.max(y(to), box.top), Math.min(y(from), box.bottom)];
    if (lower <= upper) continue;
    context.strokeStyle = lines;
    if (y(from) < box.bottom) line(context, box.left - 0.4 * rem, y(from), box.right, y(from));
    context.fillStyle = letters;
    if (lower - upper > LETTER * rem)
      context.fillText(name, box.left - 0.5 * rem, (upper + lower) / 2, plot.left - 0.6 * rem);
  }
}

/** Draws a scale bar of round length; the picture has the same scale in both directions. */
function drawScaleBar(
  { rem, view }: FlatDrawing,
  context: CanvasRenderingContext2D,
  box: Box,
  ink: string,
): void {
  const metres = niceStep((5 * rem) / view.perMetre);
  const width = metres * view.perMetre;
  const top = box.bottom + 2.1 * rem;
  context.strokeStyle = ink;
  context.fillStyle = ink;
  context.lineWidth = 2;
  line(context, box.left, top, box.left + width, top);
  line(context, box.left, top - 0.25 * rem, box.left, top + 0.25 * rem);
  line(context, box.left + width, top - 0.25 * rem, box.left + width, top + 0.25 * rem);
  context.textAlign = 'left';
  context.fillText(`${fixed(metres, decimalsOf(metres))} m`, box.left + width + 0.5 * rem, top);
}

function line(context: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number): void {
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}
