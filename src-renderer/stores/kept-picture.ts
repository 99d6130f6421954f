import { onUnmounted, type Ref, shallowRef, type WatchSource, watch } from 'vue';
import type { TunnelViewer } from '../viewer/tunnel-viewer.ts';
import { keepFields } from './kept-fields.ts';
import { useProject } from './project.ts';

/** Time without a change of the view after which it is worth a picture, ms. */
const REST_MS = 2500;
const WIDTH = 480;
const HEIGHT = 270;

/** Small picture of the map of the shown session as it was seen last, a data URL, kept in the project; null: none. */
export function keptPicture(): Ref<string | null> {
  const picture = shallowRef<string | null>(null);
  keepFields('look', { picture });
  return picture;
}

/**
 * Keeps a small picture of what a viewer shows of the session, for the project page, whenever it has come to rest.
 *
 * @param isShown whether it shows the map of the session now
 * @param changes what a picture looks different after
 */
export function usePictureKeeping(
  viewer: Ref<TunnelViewer | null>,
  isShown: () => boolean,
  changes: readonly WatchSource[],
): void {
  const project = useProject();
  const picture = keptPicture();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void take(), REST_MS);
  };

  async function take(): Promise<void> {
    const { value: shown } = viewer;
    const of = project.session?.id;
    if (shown === null || !isShown()) return;
    if (shown.isTaking) return wait();
    const taken = await smallPicture(await shown.screenshot());
    // Meanwhile another session may have been chosen.
    if (project.session?.id === of) picture.value = taken;
  }

  watch([viewer, isShown, ...changes], wait);
  onUnmounted(() => clearTimeout(timer));
}

/** The middle of a picture in the shape of the project page's, as a data URL. */
async function smallPicture(blob: Blob): Promise<string> {
  const whole = await createImageBitmap(blob);
  const scale = Math.min(whole.width / WIDTH, whole.height / HEIGHT);
  const [width, height] = [WIDTH * scale, HEIGHT * scale];
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const [left, top] = [(whole.width - width) / 2, (whole.height - height) / 2];
  canvas.getContext('2d')?.drawImage(whole, left, top, width, height, 0, 0, WIDTH, HEIGHT);
  whole.close();
  return canvas.toDataURL('image/webp', 0.8);
}
