import type { Colour } from '../../viewer/colour.ts';

/** Where a layer lies, for the view to be fitted to it. */
export interface LayerExtent {
  /** 3 per position, map frame, m. */
  readonly positions: Float64Array;
  /** About each position, m. */
  readonly reach: number;
}

/** True, false, or 'mixed' for a group of which some layers are shown. */
type LayerShown = boolean | 'mixed';

/** A layer of the map, or a group of layers. */
export interface Layer {
  readonly id: string;
  /** Its own name, such as that of a measure, or a key of the locales. */
  readonly name: { readonly own: string } | { readonly key: string };
  /** null: a heading that only groups. */
  readonly shown: LayerShown | null;
  readonly setShown?: (shown: boolean) => void;
  /** Colour that it is drawn in, if it is one. */
  readonly colour?: Colour;
  readonly count?: number;
  /** Key of the locales: why it cannot be seen yet. */
  readonly hint?: string;
  readonly children?: readonly Layer[];
  readonly extent?: () => LayerExtent | null;
}

/** A visible row of the tree. */
export interface LayerRow {
  readonly layer: Layer;
  /** From 1. */
  readonly level: number;
  /** Place among its siblings, from 1, and their number. */
  readonly place: number;
  readonly of: number;
  /** null: it has no children. */
  readonly isOpen: boolean | null;
  /** Row of its group; null at the top. */
  readonly parent: number | null;
}

/** What a key does in the tree. */
type TreeStep =
  | { readonly kind: 'focus'; readonly row: number }
  | { readonly kind: 'fold'; readonly id: string }
  | { readonly kind: 'toggle'; readonly layer: Layer };

/** Rows of the tree from top to bottom, without those of folded groups. @param open ids of the unfolded groups */
export function rowsOf(layers: readonly Layer[], open: ReadonlySet<string>): LayerRow[] {
  const rows: LayerRow[] = [];
  const put = (siblings: readonly Layer[], level: number, parent: number | null): void => {
    for (const [i, layer] of siblings.entries()) {
      const isOpen = layer.children === undefined ? null : open.has(layer.id);
      const row = rows.push({ layer, level, place: i + 1, of: siblings.length, isOpen, parent }) - 1;
      if (isOpen) put(layer.children ?? [], level + 1, row);
    }
  };
  put(layers, 1, null);
  return rows;
}

/** What a key does in a row, as in the tree of any program; null: nothing. */
export function stepOf(rows: readonly LayerRow[], at: number, key: string): TreeStep | null {
  const row = rows[at];
  if (row === undefined) return null;
  const { layer, isOpen, parent } = row;
  const focus = (to: number): TreeStep | null =>
    to in rows && to !== at ? { kind: 'focus', row: to } : null;
  const fold: TreeStep = { kind: 'fold', id: layer.id };
  switch (key) {
    case 'ArrowDown':
      return focus(at + 1);
    case 'ArrowUp':
      return focus(at - 1);
    case 'Home':
      return focus(0);
    case 'End':
      return focus(rows.length - 1);
    case 'ArrowRight':
      if (isOpen === null) return null;
      return isOpen ? focus(at + 1) : fold;
    case 'ArrowLeft':
      if (isOpen) return fold;
      return parent === null ? null : focus(parent);
    case ' ':
    case 'Enter':
      return layer.shown === null ? fold : { kind: 'toggle', layer };
    default:
      return null;
  }
}

/** Shows a layer that is hidden, or some of whose layers are, and hides one that is shown. */
export function toggle({ shown, setShown }: Layer): void {
  setShown?.(shown !== true);
}

/** What a group shows of its layers. */
export function shownOf(layers: readonly { readonly isShown: boolean }[]): LayerShown {
  const count = layers.filter(({ isShown }) => isShown).length;
  return count === 0 ? false : count === layers.length || 'mixed';
}
