import { onBeforeUnmount, onMounted, type Ref, ref } from 'vue';

/** Width and height of an element, px, as the window changes. */
export function useSize(element: Ref<HTMLElement | SVGElement | null>): {
  width: Ref<number>;
  height: Ref<number>;
} {
  const width = ref(0);
  const height = ref(0);
  const observer = new ResizeObserver(([{ contentRect }]) => {
    width.value = contentRect.width;
    height.value = contentRect.height;
  });
  onMounted(() => {
    if (element.value !== null) observer.observe(element.value);
  });
  onBeforeUnmount(() => observer.disconnect());
  return { width, height };
}
