import { computed, onUnmounted, ref, watchEffect } from 'vue';
import { useI18n } from 'vue-i18n';
import { useHost } from '../stores/host.ts';

/** Scale from which all controls are large enough for gloves. */
const GLOVES_FROM = 1.25;

/** Applies the preferred language, theme and scale to the document. @returns the current theme */
export function useAppearance() {
  const host = useHost();
  const { locale } = useI18n();
  const systemDark = useMedia('(prefers-color-scheme: dark)');
  const coarse = useMedia('(pointer: coarse)');

  const theme = computed(() => {
    const chosen = host.preferences.theme;
    if (chosen !== 'system') return chosen;
    return systemDark.value ? 'dark' : 'light';
  });

  watchEffect(() => {
    const { language, scale } = host.preferences;
    const root = document.documentElement;
    locale.value = language;
    root.lang = language;
    root.dataset.theme = theme.value;
    root.dataset.touch = String(coarse.value || scale >= GLOVES_FROM);
    root.style.setProperty('--scale', String(scale));
  });

  return { theme };
}

function useMedia(query: string) {
  const media = window.matchMedia(query);
  const matches = ref(media.matches);
  const hear = (): void => {
    matches.value = media.matches;
  };
  media.addEventListener('change', hear);
  onUnmounted(() => media.removeEventListener('change', hear));
  return matches;
}
