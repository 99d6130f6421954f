import type { Colour } from './colour.ts';

/** Converts a CSS colour to RGB, 0..1; black if invalid. */
export function cssColour(written: string): Colour {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (context === null) return [0, 0, 0];
  context.fillStyle = written.trim();
  context.fillRect(0, 0, 1, 1);
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
  return [red / 255, green / 255, blue / 255];
}

/** Colour of a design token at an element. */
export function tokenColour(element: Element, token: string): Colour {
  return cssColour(getComputedStyle(element).getPropertyValue(token));
}
