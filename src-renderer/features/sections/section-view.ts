import type { SectionScale } from './section-paths.ts';

/** Part of the drawing on show: its middle, in units of the drawing, and how much larger than fitted it is drawn. */
interface SectionView {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/** Element of the drawing, and the room for labels and dimension lines at its edges, px. */
export interface DrawingArea {
  readonly width: number;
  readonly height: number;
  readonly margin: { readonly top: number; readonly side: number; readonly bottom: number };
}

const MOST_ZOOM = 60;
/** Part of the shown width that an arrow key moves by. */
const KEY_STEP = 0.1;
const KEY_ZOOM = 1.25;

/** View of the whole section. */
export function fittedView({ width, height }: SectionScale): SectionView {
  return { x: width / 2, y: height / 2, zoom: 1 };
}

/** Units of the drawing per pixel: fitted with the margins for the labels, then enlarged. */
export function unitsPerPixel(scale: SectionScale, { zoom }: SectionView, area: DrawingArea): number {
  const across = scale.width / Math.max(1, area.width - 2 * area.margin.side);
  const up = scale.height / Math.max(1, area.height - area.margin.top - area.margin.bottom);
  return Math.max(across, up) / zoom;
}

/** Rectangle of the drawing that fills its element: x, y, width, height. */
export function viewBox(
  scale: SectionScale,
  view: SectionView,
  area: DrawingArea,
): readonly [x: number, y: number, width: number, height: number] {
  const unit = unitsPerPixel(scale, view, area);
  const [width, height] = [unit * Math.max(1, area.width), unit * Math.max(1, area.height)];
  const lift = (unit * (area.margin.bottom - area.margin.top)) / 2;
  return [view.x - width / 2, view.y - height / 2 + lift, width, height];
}

/** View enlarged by a factor about a place of the drawing, which stays where it is on the screen. */
export function zoomedAt(
  scale: SectionScale,
  view: SectionView,
  at: { readonly x: number; readonly y: number },
  factor: number,
): SectionView {
  const zoom = Math.min(MOST_ZOOM, Math.max(1, view.zoom * factor));
  if (zoom === 1) return fittedView(scale);
  const rest = view.zoom / zoom;
  return withinDrawing(scale, { x: at.x + rest * (view.x - at.x), y: at.y + rest * (view.y - at.y), zoom });
}

/** View moved by units of the drawing; its middle stays in the drawing. */
export function panned(scale: SectionScale, view: SectionView, dx: number, dy: number): SectionView {
  return withinDrawing(scale, { ...view, x: view.x + dx, y: view.y + dy });
}

/** View after a key: + and - enlarge, arrows move, 0 and Home show all; null: another key. */
export function viewAfterKey(scale: SectionScale, view: SectionView, key: string): SectionView | null {
  const step = (KEY_STEP * Math.max(scale.width, scale.height)) / view.zoom;
  if (key === '+' || key === '=') return zoomedAt(scale, view, view, KEY_ZOOM);
  if (key === '-') return zoomedAt(scale, view, view, 1 / KEY_ZOOM);
  if (key === '0' || key === 'Home') return fittedView(scale);
  if (key === 'ArrowLeft') return panned(scale, view, -step, 0);
  if (key === 'ArrowRight') return panned(scale, view, step, 0);
  if (key === 'ArrowUp') return panned(scale, view, 0, -step);
  if (key === 'ArrowDown') return panned(scale, view, 0, step);
  return null;
}

function withinDrawing({ width, height }: SectionScale, view: SectionView): SectionView {
  if (view.zoom === 1) return { x: width / 2, y: height / 2, zoom: 1 };
  return {
    zoom: view.zoom,
    x: Math.min(width, Math.max(0, view.x)),
    y: Math.min(height, Math.max(0, view.y)),
  };
}
