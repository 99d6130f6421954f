import { onMounted, onUnmounted, type ShallowRef, watch } from 'vue';

/** Looks up the colour of a design token for a drawing. */
type Ink = (token: string) => string;

export interface Sheet {
  readonly context: CanvasRenderingContext2D;
  /** CSS pixels; the context is scaled to device pixels. */
  readonly width: number;
  readonly height: number;
  readonly ink: Ink;
}

/**
 * Draws on a canvas that fills its element: sharp on any screen; redraws when its size, the theme or its data
 * change, at most once per frame.
 *
 * @param shown reactive data that the drawing depends on
 */
export function useCanvas(
  canvas: Readonly<ShallowRef<HTMLCanvasElement | null>>,
  draw: (sheet: Sheet) => void,
  shown: () => unknown,
): void {
  let scheduled = 0;

  const paint = (): void => {
    scheduled = 0;
    const element = canvas.value;
    const context = element?.getContext('2d');
    if (!element || !context || element.clientWidth === 0) return;
    const { clientWidth: width, clientHeight: height } = element;
    const ratio = window.devicePixelRatio;
    element.width = Math.round(width * ratio);
    element.height = Math.round(height * ratio);
    context.scale(ratio, ratio);
    const style = getComputedStyle(element);
    draw({ context, width, height, ink: (token) => style.getPropertyValue(token).trim() });
  };
  const schedule = (): void => {
    if (scheduled === 0) scheduled = requestAnimationFrame(paint);
  };

  const sizes = new ResizeObserver(schedule);
  const themes = new MutationObserver(schedule);
  onMounted(() => {
    if (canvas.value) sizes.observe(canvas.value);
    themes.observe(document.documentElement, { attributes: true });
  });
  onUnmounted(() => {
    cancelAnimationFrame(scheduled);
    sizes.disconnect();
    themes.disconnect();
  });
  watch(shown, schedule);
}
