import type { Colour } from './colour.ts';

/** A colour as CSS writes it, as the graphics card counts it; black where it is none. */
export function cssColour(written: string): Colour {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (context === null) return [0, 0, 0];
  context.fillStyle = written.trim();
  context.fillRect(0, 0, 1, 1);
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
  return [red / 255, green / 255, blue / 255];
}

/** The colour that a design token has at an element. */
export function tokenColour(element: Element, token: string): Colour {
  return cssColour(getComputedStyle(element).getPropertyValue(token));
}
