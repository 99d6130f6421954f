import { lookedAroundView, orbitedView, pannedView, type View, type ViewSize, zoomedView } from './camera.ts';

/** Pointer navigation modes. */
export type NavigationMode = 'orbit' | 'pan' | 'look';

/** Viewer interface for navigation. */
export interface Steered {
  view: View;
  readonly size: ViewSize;
}

const TURN = 0.006;
const WHEEL = 0.0012;
/** Walking step per wheel pixel, m; with the step per key below. */
/** Number of the right button. */
const RIGHT = 2;
const WALK = 0.01;
const PACES: Readonly<Record<string, number>> = { w: 1, s: -1, PageUp: 5, PageDown: -5 };
const KEY_TURN = Math.PI / 36;
const KEY_PAN = 40;
const KEY_ZOOM = 0.85;

/**
 * Navigates the view of a canvas by pointer, wheel, touch and keys. The left button orbits (pans in plan and
 * section views), any other button or Shift pans, the wheel and pinch zoom.
 *
 * @param onClick click without a drag, in pixels of the canvas; of a double click the first one only
 * @param onMenu right click without a drag, before the event `contextmenu` is let through to open a menu
 * @param onWalk metres forward by wheel or key in mode 'look'
 * @returns a function that detaches from the canvas
 */
export function steer(
  canvas: HTMLElement,
  viewer: Steered,
  modeOf: () => NavigationMode,
  onClick: (x: number, y: number) => void,
  onDoubleClick: (x: number, y: number) => void,
  onMenu: (x: number, y: number) => void,
  onWalk: (metres: number) => void,
): () => void {
  const pointers = new Map<number, { x: number; y: number }>();
  let moved = 0;

  const place = (event: MouseEvent) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  const onDown = (event: PointerEvent): void => {
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, place(event));
    if (pointers.size === 1) moved = 0;
  };

  const onMove = (event: PointerEvent): void => {
    const before = pointers.get(event.pointerId);
    if (before === undefined) return;
    const now = place(event);
    const [dx, dy] = [now.x - before.x, now.y - before.y];
    moved += Math.abs(dx) + Math.abs(dy);
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    pointers.set(event.pointerId, now);
    if (moved < 4) return;
    if (other !== undefined) pinch(viewer, before, now, other);
    else drag(viewer, modeOf(), event.buttons !== 1 || event.shiftKey, dx, dy);
  };

  const onUp = (event: PointerEvent): void => {
    if (!pointers.delete(event.pointerId) || event.type !== 'pointerup') return;
    if (event.button !== RIGHT || moved >= 4) return;
    const { x, y } = place(event);
    onMenu(x, y);
    const { clientX, clientY } = event;
    canvas.dispatchEvent(
      new PointerEvent('contextmenu', { bubbles: true, cancelable: true, clientX, clientY, button: RIGHT }),
    );
  };

  const onPress = (event: MouseEvent): void => {
    const { x, y } = place(event);
    if (moved >= 4) return;
    if (event.type === 'dblclick') onDoubleClick(x, y);
    else if (event.detail < 2) onClick(x, y);
  };

  const onWheel = (event: WheelEvent): void => {
    event.preventDefault();
    const { x, y } = place(event);
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : 30 * event.deltaY;
    if (modeOf() === 'look') onWalk(-WALK * lines);
    else viewer.view = zoomedView(viewer.view, viewer.size, x, y, Math.exp(WHEEL * lines));
  };

  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const pace = modeOf() === 'look' ? PACES[event.key] : undefined;
    if (pace !== undefined) {
      event.preventDefault();
      onWalk(pace);
      return;
    }
    const next = keyed(viewer, modeOf(), event);
    if (next === null) return;
    event.preventDefault();
    viewer.view = next;
  };

  /** The system sends it when the button is pressed, or when it is released: after a drag no menu is wanted. */
  const noMenu = (event: MouseEvent): void => {
    if (!event.isTrusted || event.button !== RIGHT) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const listeners: [string, (event: never) => void, AddEventListenerOptions?][] = [
    ['pointerdown', onDown],
    ['pointermove', onMove],
    ['pointerup', onUp],
    ['pointercancel', onUp],
    ['click', onPress],
    ['dblclick', onPress],
    ['wheel', onWheel, { passive: false }],
    ['keydown', onKey],
    ['contextmenu', noMenu],
  ];
  for (const [name, hear, options] of listeners)
    canvas.addEventListener(name, hear as EventListener, options);
  return () => {
    for (const [name, hear] of listeners) canvas.removeEventListener(name, hear as EventListener);
  };
}

function drag(viewer: Steered, mode: NavigationMode, shift: boolean, dx: number, dy: number): void {
  const { view, size } = viewer;
  if (shift || mode === 'pan') viewer.view = pannedView(view, size, dx, dy);
  else if (mode === 'orbit') viewer.view = orbitedView(view, -TURN * dx, TURN * dy);
  else viewer.view = lookedAroundView(view, TURN * dx, -TURN * dy);
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Pinch: one of two fingers moved from `before` to `now`. */
function pinch(viewer: Steered, before: Place, now: Place, other: Place): void {
  const { view, size } = viewer;
  const apart = (p: Place): number => Math.max(10, Math.hypot(p.x - other.x, p.y - other.y));
  const shifted = pannedView(view, size, (now.x - before.x) / 2, (now.y - before.y) / 2);
  viewer.view = zoomedView(
    shifted,
    size,
    (now.x + other.x) / 2,
    (now.y + other.y) / 2,
    apart(before) / apart(now),
  );
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** View after a key press; null for keys without a function. */
function keyed({ view, size }: Steered, mode: NavigationMode, event: KeyboardEvent): View | null {
  if (event.key === '+' || event.key === '=')
    return zoomedView(view, size, size.width / 2, size.height / 2, KEY_ZOOM);
  if (event.key === '-') return zoomedView(view, size, size.width / 2, size.height / 2, 1 / KEY_ZOOM);
  const arrow = ARROWS[event.key];
  if (arrow === undefined) return null;
  const [dx, dy] = arrow;
  if (event.shiftKey || mode === 'pan') return pannedView(view, size, -KEY_PAN * dx, -KEY_PAN * dy);
  if (mode === 'look') return lookedAroundView(view, -KEY_TURN * dx, -KEY_TURN * dy);
  return orbitedView(view, KEY_TURN * dx, -KEY_TURN * dy);
}
