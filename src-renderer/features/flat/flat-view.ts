/** What of a plane is seen: pixels to a metre, the same both ways, and what stands in the middle, m. */
export interface FlatView {
  readonly perMetre: number;
  readonly x: number;
  readonly y: number;
}

/** Of a picture in its plane, m: x to the right, y upwards. */
export interface Extent {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Room for it in the window, px. */
export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** Nearer than this nothing more is seen, px to a metre. */
const NEAREST = 400;

/** All of the height; of a long drive the beginning, which is then moved along. */
export function fittedFlatView(extent: Extent, room: PixelSize): FlatView {
  const { left, top, bottom } = extent;
  const perMetre = room.height / (top - bottom);
  return clampedFlatView(
    { perMetre, x: left + room.width / perMetre / 2, y: (top + bottom) / 2 },
    extent,
    room,
  );
}

/** Nearer or farther about a place that stays where it is. */
export function zoomedFlatView(
  view: FlatView,
  factor: number,
  about: { x: number; y: number },
  extent: Extent,
  room: PixelSize,
): FlatView {
  const perMetre = Math.min(NEAREST, Math.max(farthest(extent, room), factor * view.perMetre));
  const kept = view.perMetre / perMetre;
  return clampedFlatView(
    { perMetre, x: about.x + kept * (view.x - about.x), y: about.y + kept * (view.y - about.y) },
    extent,
    room,
  );
}

/** @param dx @param dy m */
export function pannedFlatView(
  view: FlatView,
  dx: number,
  dy: number,
  extent: Extent,
  room: PixelSize,
): FlatView {
  return clampedFlatView({ ...view, x: view.x + dx, y: view.y + dy }, extent, room);
}

/** Whatever is smaller than the room stands in its middle; of the rest no edge comes inside. */
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

/** All of it is seen. */
function farthest({ left, right, top, bottom }: Extent, { width, height }: PixelSize): number {
  return Math.min(width / (right - left), height / (top - bottom));
}
