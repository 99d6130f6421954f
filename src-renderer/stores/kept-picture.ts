import { type ComputedRef, computed, onBeforeUnmount, type Ref, type WatchSource, watch } from 'vue';
import type { TunnelViewer } from '../viewer/tunnel-viewer.ts';
import { useProject } from './project.ts';
import { useWork, type WorkPlace } from './work.ts';

/** Time without a change of the view after which it is worth a picture, ms. */
const REST_MS = 2500;
const WIDTH = 480;
const HEIGHT = 270;

/** Small picture of the map of the shown session as it was seen last, a data URL, kept in the project; null: none. */
export function keptPicture(): ComputedRef<string | null> {
  const project = useProject();
  const work = useWork();
  return computed(() => {
    const place = placeIn(project);
    return place === null ? null : ((work.read(place, 'picture') as string | undefined) ?? null);
  });
}

/**
 * Keeps a small picture of what a viewer shows of the session, for the project page, whenever it has come to rest or is
 * left before that.
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
  const work = useWork();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void take(), REST_MS);
  };

  async function take(most?: number): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const { value: shown } = viewer;
    const place = placeIn(project);
    if (shown === null || place === null || !isShown()) return;
    if (shown.isTaking) return wait();
    const taken = await smallPicture(await shown.screenshot(most));
    // Meanwhile another project may have been opened.
    if (work.path === place.path) work.write(place, 'picture', taken, null);
  }

  watch([viewer, isShown, ...changes], wait);
  onBeforeUnmount(() => {
    // Whoever goes on at once, such as to the volume of an alignment that has ended, must not wait for all of a large
    // map. A viewer that is not ready has nothing to show.
    if (timer !== undefined) take(viewer.value?.framePoints).catch(() => {});
    clearTimeout(timer);
  });
}

function placeIn({ info, session }: ReturnType<typeof useProject>): WorkPlace | null {
  return info === null || session === null ? null : { path: info.path, topic: 'look', sessionId: session.id };
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
