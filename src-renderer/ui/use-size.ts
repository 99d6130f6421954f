import { onBeforeUnmount, onMounted, type Ref, ref } from 'vue';

/** Reactive width and height of an element, px, and its font size, for drawings. */
export function useSize(element: Ref<HTMLElement | SVGElement | null>): {
  width: Ref<number>;
  height: Ref<number>;
  rem: Ref<number>;
} {
  const width = ref(0);
  const height = ref(0);
  const rem = ref(sizeOfWriting());
  const observer = new ResizeObserver(([{ contentRect }]) => {
    width.value = contentRect.width;
    height.value = contentRect.height;
    rem.value = sizeOfWriting();
  });
  onMounted(() => {
    if (element.value !== null) observer.observe(element.value);
  });
  onBeforeUnmount(() => observer.disconnect());
  return { width, height, rem };
}

/** Root font size, px. */
function sizeOfWriting(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}
