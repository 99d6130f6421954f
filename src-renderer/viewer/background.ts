import type { Colour } from './colour.ts';
import { cssColour } from './token-colour.ts';

/** The colour of the design token `--viewer-bg`, or of the page, as the graphics card counts it. */
export function backgroundOf(element: Element): Colour {
  const style = getComputedStyle(element);
  return cssColour(style.getPropertyValue('--viewer-bg') || style.getPropertyValue('--bg') || '#101315');
}

/** @returns how to stop hearing of it */
export function onThemeChange(hear: () => void): () => void {
  const observer = new MutationObserver(hear);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
