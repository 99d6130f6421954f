import type { WATER as ENGLISH } from '../en/water.ts';
import type { Translation } from '../placeholders.ts';

const TEXTS = {
  'water-depth':
    'Hay agua empozada en {area} m² del piso (progresivas {stretches}). El volumen llega hasta su espejo; la roca debajo puede agregar hasta {most} m³, y el ± es más ancho por ello. Mida la profundidad media del agua e ingrésela.',
  'water-depth-cli':
    'Hay agua empozada en {area} m² del piso (progresivas {stretches}). El volumen llega hasta su espejo; la roca debajo puede agregar hasta {most} m³, y el ± es más ancho por ello. Mida la profundidad media del agua y dela con --water-depth.',
  'water-mirrored':
    '{points} retornos bajo el piso (progresivas {stretches}) son la imagen de las paredes en agua empozada y se dejaron fuera, pero ningún hueco del piso muestra dónde está. Revise el piso allí.',
  'water-undecided':
    'Los retornos bajo el piso en las progresivas {stretches} pueden ser un pozo, o imágenes en agua empozada. Se miden como roca; si es agua, sobran {volume} m³, y el ± es más ancho por ello. Revise el piso allí.',
} as const;

export const WATER: Translation<typeof ENGLISH, typeof TEXTS> = TEXTS;
