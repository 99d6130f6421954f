import type { Colour } from './colour.ts';

/** The colour of the design token `--viewer-bg`, or of the page, as the graphics card counts it. */
export function backgroundOf(element: Element): Colour {
  const style = getComputedStyle(element);
  const wanted = style.getPropertyValue('--viewer-bg') || style.getPropertyValue('--bg') || '#101315';
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (context === null) return [0.06, 0.07, 0.08];
  context.fillStyle = wanted.trim();
  context.fillRect(0, 0, 1, 1);
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
  return [red / 255, green / 255, blue / 255];
}

/** @returns how to stop hearing of it */
export function onThemeChange(hear: () => void): () => void {
  const observer = new MutationObserver(hear);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
