import { axesOf, FIELD_OF_VIEW, type View, type ViewSize } from '../../viewer/camera.ts';
import type { Tile } from '../../viewer/frame.ts';

/** Formats of a picture: sheets, or the window as it is. */
export const PAPERS = ['a4', 'a3', 'screen'] as const;
export type Paper = (typeof PAPERS)[number];
export const DENSITIES = [150, 300] as const;
export const SCALES = [50, 100, 200, 500] as const;

const MILLIMETRES_PER_INCH = 25.4;
/** Pixels per inch of a CSS pixel, by definition. */
const CSS_DPI = 96;
const PAPER_MM: Readonly<Record<'a4' | 'a3', ViewSize>> = {
  a4: { width: 297, height: 210 },
  a3: { width: 420, height: 297 },
};
/** Free edge, and the strips above and below of the picture, mm. */
const EDGE = 10;
const HEAD = 12;
const FOOT = 20;

interface SheetQuestion {
  readonly paper: Paper;
  /** Of a sheet of paper. */
  readonly dpi: number;
  readonly isUpright: boolean;
  /** The map in the window, CSS px, and device pixels per CSS px: the format `screen`. */
  readonly window: ViewSize;
  readonly windowRatio: number;
}

/** A sheet, px. */
export interface Sheet extends ViewSize {
  readonly dpi: number;
  /** Pixels per mm. */
  readonly perMm: number;
  /** Pixels per CSS pixel. */
  readonly ratio: number;
  /** Place of the map. */
  readonly map: Tile;
}

/** Layout of a sheet. */
export function sheetOf({ paper, dpi, isUpright, window, windowRatio }: SheetQuestion): Sheet {
  const own = paper === 'screen' ? CSS_DPI * windowRatio : dpi;
  const perMm = own / MILLIMETRES_PER_INCH;
  const px = (mm: number): number => Math.round(mm * perMm);
  const ratio = own / CSS_DPI;
  if (paper === 'screen') {
    const map = {
      x: px(EDGE),
      y: px(EDGE + HEAD),
      width: Math.round(window.width * windowRatio),
      height: Math.round(window.height * windowRatio),
    };
    return {
      dpi: own,
      perMm,
      ratio,
      width: map.width + 2 * map.x,
      height: map.y + map.height + px(FOOT + EDGE),
      map,
    };
  }
  const { width: long, height: short } = PAPER_MM[paper];
  const [width, height] = isUpright ? [px(short), px(long)] : [px(long), px(short)];
  const [x, y] = [px(EDGE), px(EDGE + HEAD)];
  return {
    dpi: own,
    perMm,
    ratio,
    width,
    height,
    map: { x, y, width: width - 2 * x, height: height - y - px(FOOT + EDGE) },
  };
}

/** View of the sheet's map, and its scale 1 : n; null: a perspective has none. */
export interface PaperView {
  readonly view: View;
  readonly scale: number | null;
}

/**
 * The shown view on a sheet.
 *
 * An orthographic one gets the scale asked for; or else the greatest round scale at which all that the window shows
 * is on the sheet. A perspective keeps what it shows in height, or in width if the sheet is narrower.
 *
 * @param shown size of the window's map
 * @param scale n of 1 : n; null: to fit
 */
export function paperView(view: View, shown: ViewSize, sheet: Sheet, scale: number | null): PaperView {
  const { map, perMm } = sheet;
  const wider = Math.max(1, shown.width / shown.height / (map.width / map.height));
  if (view.projection === 'perspective') {
    return { view: wider === 1 ? view : movedBack(view, wider), scale: null };
  }
  const metresAt = (n: number): number => (n * map.height) / perMm / 1000;
  const half = Math.tan(FIELD_OF_VIEW / 2);
  const shownMetres = 2 * half * view.distance * wider;
  const n = scale ?? roundScale((1000 * shownMetres * perMm) / map.height);
  return { view: { ...view, distance: metresAt(n) / (2 * half) }, scale: n };
}

/** A perspective from farther away, so that what was at the target is as much smaller. */
function movedBack(view: View, factor: number): View {
  return { ...view, distance: factor * view.distance };
}

/** The least scale denominator of two figures that is not less, such as 240 for 231.2. */
export function roundScale(n: number): number {
  const step = 10 ** (Math.floor(Math.log10(n)) - 1);
  return Math.ceil(n / step - 1e-9) * step;
}

/** Length of the scale bar, m: 1, 2 or 5 and zeros, about 40 mm on paper. */
export function barMetres(scale: number): number {
  const most = (scale * 50) / 1000;
  const ten = 10 ** Math.floor(Math.log10(most));
  return [5, 2, 1].map((factor) => factor * ten).find((length) => length <= most)!;
}

/**
 * Direction of north on the sheet, right and up, unit; null where the view is too level for an arrow to say where it
 * points.
 */
export function northOnPaper(view: View): readonly [number, number] | null {
  if (Math.abs(Math.sin(view.pitch)) < 0.5) return null;
  const { right, up } = axesOf(view);
  const length = Math.hypot(right[1], up[1]);
  return length < 0.1 ? null : [right[1] / length, up[1] / length];
}
