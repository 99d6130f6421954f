import { computed, onMounted, onUnmounted, type Ref, ref } from 'vue';

/** Rows rendered beyond the visible edges. */
const AHEAD = 6;

/** Virtual scrolling: the visible rows of a long list, the only ones rendered. */
export function useVirtualRows(list: Ref<HTMLElement | null>, count: () => number, rowHeight: () => number) {
  const top = ref(0);
  const height = ref(0);
  const measure = (): void => {
    top.value = list.value?.scrollTop ?? 0;
    height.value = list.value?.clientHeight ?? 0;
  };
  const sizes = new ResizeObserver(measure);
  onMounted(() => {
    if (list.value) sizes.observe(list.value);
    measure();
  });
  onUnmounted(() => sizes.disconnect());

  const first = computed(() => Math.max(0, Math.floor(top.value / rowHeight()) - AHEAD));
  const rows = computed(() => {
    const last = Math.min(count(), Math.ceil((top.value + height.value) / rowHeight()) + AHEAD);
    return Array.from({ length: Math.max(0, last - first.value) }, (_, i) => first.value + i);
  });

  /** Scrolls just enough to make a row visible. */
  function reveal(row: number): void {
    const element = list.value;
    if (element === null) return;
    const from = row * rowHeight();
    if (from < element.scrollTop) element.scrollTop = from;
    else if (from + rowHeight() > element.scrollTop + element.clientHeight)
      element.scrollTop = from + rowHeight() - element.clientHeight;
    measure();
  }

  return { rows, measure, reveal };
}
