import { computed, ref, shallowRef } from 'vue';
import { angleAt, areaOf, lengthOf } from '../../viewer/measure.ts';
import { LEAST_POINTS, type MeasureKind } from '../../viewer/measure-figures.ts';
import type { Picked } from '../../viewer/pick.ts';
import type { Vector } from '../../viewer/vector.ts';

/** Measuring tools: the purpose of a click on a map point. */
export const TOOLS = ['point', 'distance', 'angle', 'area', 'note'] as const;
export type Tool = (typeof TOOLS)[number];

/** Points picked with the active tool, and their measurement. */
export function useMeasuring() {
  const tool = ref<Tool>('point');
  const picked = shallowRef<readonly Picked[]>([]);

  const points = computed<Vector[]>(() => picked.value.map(({ point }) => point));
  const length = computed(() =>
    tool.value === 'distance' && points.value.length > 1 ? lengthOf(points.value) : null,
  );
  const area = computed(() =>
    tool.value === 'area' && points.value.length > 2 ? areaOf(points.value) : null,
  );
  const angle = computed(() => {
    const [before, corner, after] = points.value;
    return tool.value === 'angle' && after !== undefined ? angleAt(before, corner, after) : null;
  });
  /** The picked point of single-point tools. */
  const single = computed(() =>
    tool.value === 'point' || tool.value === 'note' ? (picked.value.at(-1) ?? null) : null,
  );

  /** Kind of a measure that is complete and can be kept; null: none is. */
  const complete = computed<MeasureKind | null>(() => {
    const kind = tool.value;
    return kind === 'note' || points.value.length < LEAST_POINTS[kind] ? null : kind;
  });

  function choose(next: Tool): void {
    tool.value = next;
    picked.value = [];
  }

  function take(result: Picked | null): void {
    if (result === null) return;
    if (tool.value === 'point' || tool.value === 'note') picked.value = [result];
    else if (tool.value === 'angle' && picked.value.length === 3) picked.value = [result];
    else picked.value = [...picked.value, result];
  }

  function takeBack(): void {
    picked.value = picked.value.slice(0, -1);
  }

  function clear(): void {
    picked.value = [];
  }

  return { tool, picked, points, length, area, angle, single, complete, choose, take, takeBack, clear };
}

export type Measuring = ReturnType<typeof useMeasuring>;
