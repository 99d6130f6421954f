import type { View, ViewSize } from './camera.ts';
import type { Tile } from './frame.ts';

/** A picture to be taken of the loaded map. */
export interface Shot {
  readonly view: View;
  /** Of the whole picture, px. */
  readonly size: ViewSize;
  /** Pixels per CSS pixel: points and lines are as much larger than in the window. */
  readonly ratio: number;
  /** The part of it that is drawn; null: the whole. */
  readonly tile: Tile | null;
  /** Also lines: sensor path, boxes, graph. */
  readonly lines: boolean;
}

/** Draws a picture and hands its canvas over, which is valid within the call only. */
export type TakePicture = <T>(shot: Shot, get: (canvas: HTMLCanvasElement) => T) => Promise<T>;

/** Pixels that a shot is drawn with. */
export function shotPixels({ size, tile }: Shot): ViewSize {
  return tile ?? size;
}

/** A part of a large picture: what is drawn, and what is used of it. */
interface Piece {
  readonly drawn: Tile;
  readonly used: Tile;
}

/**
 * Cuts a picture into parts of at most so many pixels in width and height.
 *
 * @param margin that is drawn about each part and not used: shade and closed gaps look so far beyond a pixel
 */
export function piecesOf(size: ViewSize, most: number, margin: number): Piece[] {
  if (size.width <= most && size.height <= most) {
    const whole = { x: 0, y: 0, ...size };
    return [{ drawn: whole, used: whole }];
  }
  const step = Math.max(1, most - 2 * margin);
  const spans = (length: number): { from: number; to: number; start: number; end: number }[] =>
    Array.from({ length: Math.ceil(length / step) }, (_, i) => {
      const [from, to] = [i * step, Math.min(length, (i + 1) * step)];
      return { from, to, start: Math.max(0, from - margin), end: Math.min(length, to + margin) };
    });
  return spans(size.height).flatMap((down) =>
    spans(size.width).map((across) => ({
      drawn: {
        x: across.start,
        y: down.start,
        width: across.end - across.start,
        height: down.end - down.start,
      },
      used: {
        x: across.from,
        y: down.from,
        width: across.to - across.from,
        height: down.to - down.from,
      },
    })),
  );
}
