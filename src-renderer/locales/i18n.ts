import { createI18n } from 'vue-i18n';
import en from './en.ts';
import es from './es.ts';

export type Language = 'es' | 'en';

/** How numbers and dates are written: Peru writes 1,234.5 too. */
export const WRITTEN_AS: Readonly<Record<Language, string>> = { es: 'es-PE', en: 'en-GB' };

export const i18n = createI18n({
  legacy: false,
  locale: 'es',
  fallbackLocale: 'en',
  messages: { es, en },
});
