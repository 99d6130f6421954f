import type { WindowFrame } from './window-memory.ts';

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Pixels of the window that must be on a screen for the user to reach it. */
const REACHABLE = 120;

/**
 * Last position of the window, if still on a screen: the second screen of the office is missing in the field. Null
 * otherwise.
 *
 * @param screens work areas, without task bars
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
