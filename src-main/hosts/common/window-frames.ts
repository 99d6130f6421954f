import type { WindowFrame } from './window-memory.ts';

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** So much of the window must be on a screen for a hand to reach it. */
const REACHABLE = 120;

/**
 * Where the window stood, if that is on a screen still: the second screen of the office is not there in the field.
 *
 * @param screens without task bars
 */
export function frameOnScreen(frame: WindowFrame | null, screens: readonly Area[]): WindowFrame | null {
  if (frame === null) return null;
  const isThere = screens.some(
    (screen) =>
      overlap(frame.x, frame.width, screen.x, screen.width) >= REACHABLE &&
      overlap(frame.y, frame.height, screen.y, screen.height) >= REACHABLE &&
      frame.y >= screen.y, // the title bar
  );
  return isThere ? frame : null;
}

function overlap(a: number, aLength: number, b: number, bLength: number): number {
  return Math.min(a + aLength, b + bLength) - Math.max(a, b);
}
