import type { Colour } from './colour.ts';
import { cssColour } from './token-colour.ts';

/** What lies behind the wall as one stands before it, in both themes: a page shining through would be no rock. */
export const DARKNESS: Colour = [0.02, 0.02, 0.025];

/** Colour of the design token `--viewer-bg`, or of the page, RGB 0..1. */
export function backgroundOf(element: Element): Colour {
  const style = getComputedStyle(element);
  return cssColour(style.getPropertyValue('--viewer-bg') || style.getPropertyValue('--bg') || '#101315');
}

/** Subscribes to theme changes. @returns a function that unsubscribes */
export function onThemeChange(hear: () => void): () => void {
  const observer = new MutationObserver(hear);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
