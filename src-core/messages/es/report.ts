import type { REPORT as ENGLISH } from '../en/report.ts';
import type { Translation } from '../placeholders.ts';

const TEXTS = {
  'heading-date':
    '"{date}" no es una fecha; dé la del levantamiento como AAAA-MM-DD, por ejemplo 2026-03-31.',
  'heading-long':
    'El campo "{field}" del levantamiento tiene {length} caracteres; en un informe caben {longest}.',
  'no-section-to-draw': 'No hay ninguna sección que dibujar; mida primero la labor.',
  'report-sections':
    'Un informe necesita al menos dos secciones y hay {count}; tome un intervalo menor o un rango de progresivas mayor.',
} as const;

export const REPORT: Translation<typeof ENGLISH, typeof TEXTS> = TEXTS;
