import { computed } from 'vue';
import { useI18n } from 'vue-i18n';
import { type Language, WRITTEN_AS } from '../locales/i18n.ts';
import * as format from './format.ts';

/** `ui/format` in the language of the window. */
export function useFormat() {
  const { locale } = useI18n();
  const written = computed(() => WRITTEN_AS[locale.value as Language]);
  return {
    number: (value: number, digits = 0) => format.number(value, written.value, digits),
    bytes: (count: number) => format.bytes(count, written.value),
    day: (iso: string) => format.day(iso, written.value),
    date: (iso: string) => format.date(iso, written.value),
    duration: format.duration,
  };
}
