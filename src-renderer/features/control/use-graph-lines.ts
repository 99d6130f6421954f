import { onUnmounted, type ShallowRef, watch } from 'vue';
import { GRAPH_PARTS, type GraphLines, PART_INK, PART_WIDTH } from '../../stores/graph-lines.ts';
import { onThemeChange } from '../../viewer/background.ts';
import { tokenColour } from '../../viewer/token-colour.ts';
import type { TunnelViewer } from '../../viewer/tunnel-viewer.ts';

/** What covers all of a wall would be drawn before it, with what is solid. */
const THROUGH = 0.9;

/** Keeps a graph drawn in a viewer, in the colours of the window, over the walls. @param lines null: none is drawn */
export function useGraphLines(
  viewer: Readonly<ShallowRef<TunnelViewer | null>>,
  lines: () => GraphLines | null,
): void {
  const draw = (): void => {
    const opened = viewer.value;
    if (opened === null) return;
    const shown = lines();
    for (const part of GRAPH_PARTS) {
      const ends = shown?.[part] ?? new Float64Array(0);
      const colour = tokenColour(opened.canvas, PART_INK[part]);
      opened.setLines(`graph-${part}`, { ends, colour, width: PART_WIDTH[part], through: THROUGH });
    }
  };
  watch([viewer, lines], draw, { immediate: true });
  onUnmounted(onThemeChange(draw));
}
