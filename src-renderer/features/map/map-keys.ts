import type { Shortcut } from '../../ui/shortcut.ts';
import { VIEW_KINDS, type ViewKind } from '../../viewer/axis-views.ts';
import type { Tool } from './use-measuring.ts';

/** Keys of the tools, as the commands, the tooltips and screen readers have them. */
export const TOOL_KEYS: Readonly<Record<Tool, Shortcut>> = {
  point: 'P',
  distance: 'D',
  angle: 'A',
  area: 'R',
  note: 'N',
};

/** Key of a view: its place among all of them, also where some cannot be had. */
export function viewKey(kind: ViewKind): Shortcut {
  return `${VIEW_KINDS.indexOf(kind) + 1}`;
}

/** Other keys of the map. */
export const MAP_KEYS = {
  fit: 'F',
  box: 'B',
  takeBack: 'Backspace',
  keep: 'Enter',
  clear: 'Escape',
} as const satisfies Record<string, Shortcut>;
