import { onMounted, onUnmounted } from 'vue';

const OWN = { socavon: 'staying' };

/**
 * Keeps the window where it is when the user presses *Back* in a browser, which would leave the program in the midst
 * of the work. A browser lets a page keep only those who have used it, so it begins with the first click or key.
 */
export function useStaying(): void {
  const stay = (): void => {
    if (history.state?.socavon !== OWN.socavon) history.pushState(OWN, '');
  };

  onMounted(() => {
    window.addEventListener('pointerdown', stay);
    window.addEventListener('keydown', stay);
    window.addEventListener('popstate', stay);
  });
  onUnmounted(() => {
    window.removeEventListener('pointerdown', stay);
    window.removeEventListener('keydown', stay);
    window.removeEventListener('popstate', stay);
  });
}
