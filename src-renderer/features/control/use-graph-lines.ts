import { onUnmounted, type ShallowRef, watch } from 'vue';
import { GRAPH_PARTS, type GraphLines, PART_INK, PART_WIDTH } from '../../stores/graph-lines.ts';
import { onThemeChange } from '../../viewer/background.ts';
import { tokenColour } from '../../viewer/token-colour.ts';
import type { TunnelViewer } from '../../viewer/tunnel-viewer.ts';

/** Opacity of lines behind walls. */
const THROUGH = 0.9;

/** Draws a graph over the walls in a viewer, in the theme colours, and updates it. @param lines null: none */
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
