/** Visible part of a plane: pixels per metre, equal in both directions, and the centre, m. */
export interface FlatView {
  readonly perMetre: number;
  readonly x: number;
  readonly y: number;
}

/** Extent of a picture in its plane, m: x to the right, y upwards. */
export interface Extent {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Size of the viewport, px. */
export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** Greatest zoom, px per metre. */
const NEAREST = 400;

/** View fitted to the height; a long drive starts at its beginning and is panned. */
export function fittedFlatView(extent: Extent, room: PixelSize): FlatView {
  const { left, top, bottom } = extent;
  const perMetre = room.height / (top - bottom);
  return clampedFlatView(
    { perMetre, x: left + room.width / perMetre / 2, y: (top + bottom) / 2 },
    extent,
    room,
  );
}

/** View zoomed about a fixed point. */
export function zoomedFlatView(
  view: FlatView,
  factor: number,
  about: { x: number; y: number },
  extent: Extent,
  room: PixelSize,
): FlatView {
  const perMetre = Math.min(NEAREST, Math.max(farthest(extent, room), factor * view.perMetre));
  const ratio = view.perMetre / perMetre;
  return clampedFlatView(
    { perMetre, x: about.x + ratio * (view.x - about.x), y: about.y + ratio * (view.y - about.y) },
    extent,
    room,
  );
}

/** View shifted by (dx, dy), m. */
export function pannedFlatView(
  view: FlatView,
  dx: number,
  dy: number,
  extent: Extent,
  room: PixelSize,
): FlatView {
  return clampedFlatView({ ...view, x: view.x + dx, y: view.y + dy }, extent, room);
}

/** View clamped to the extent: a picture smaller than the viewport is centred, a larger one always fills it. */
export function clampedFlatView(
  view: FlatView,
  { left, right, top, bottom }: Extent,
  room: PixelSize,
): FlatView {
  const within = (value: number, low: number, high: number, seen: number): number =>
    high - low <= seen ? (low + high) / 2 : Math.min(high - seen / 2, Math.max(low + seen / 2, value));
  const { perMetre } = view;
  return {
    perMetre,
    x: within(view.x, left, right, room.width / perMetre),
    y: within(view.y, bottom, top, room.height / perMetre),
  };
}

/** Least zoom, at which the whole extent is visible. */
function farthest({ left, right, top, bottom }: Extent, { width, height }: PixelSize): number {
  return Math.min(width / (right - left), height / (top - bottom));
}
