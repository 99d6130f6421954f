import { withResolution } from '../../../src-core/io/raster/png-resolution.ts';
import type { View } from '../../viewer/camera.ts';
import { piecesOf, type TakePicture } from '../../viewer/shot.ts';
import { drawSheet, type SheetTexts } from './draw-sheet.ts';
import type { Sheet } from './print-sheet.ts';

/** Greatest side of a part, px: a whole A3 sheet at 300 dpi would take a gigabyte of a small card. */
const MOST = 4096;
/** Margin of a part, CSS px: shade looks 20 about a pixel, closed gaps 25. */
const MARGIN = 48;

/**
 * Draws the map at the size of a sheet, part by part, and the sheet around it.
 *
 * @param mostPixels that the graphics card draws in width and height
 * @returns a PNG file with its resolution
 */
export async function printedPicture(
  take: TakePicture,
  sheet: Sheet,
  view: View,
  texts: SheetTexts,
  mostPixels: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = document.createElement('canvas');
  canvas.width = sheet.width;
  canvas.height = sheet.height;
  const on = canvas.getContext('2d');
  if (on === null) throw new Error('A picture of this size cannot be made here.');
  on.fillStyle = '#ffffff';
  on.fillRect(0, 0, sheet.width, sheet.height);
  const { map, ratio } = sheet;
  const size = { width: map.width, height: map.height };
  for (const { drawn, used } of piecesOf(size, Math.min(MOST, mostPixels), Math.ceil(MARGIN * ratio)))
    await take({ view, size, ratio, tile: drawn, lines: true }, (part) =>
      on.drawImage(
        part,
        used.x - drawn.x,
        used.y - drawn.y,
        used.width,
        used.height,
        map.x + used.x,
        map.y + used.y,
        used.width,
        used.height,
      ),
    );
  drawSheet(on, sheet, texts);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('A picture of this size cannot be made here.');
  return withResolution(new Uint8Array(await blob.arrayBuffer()), sheet.dpi);
}
