import type { WORK as ENGLISH } from '../en/work.ts';
import type { Translation } from '../placeholders.ts';

const TEXTS = {
  cancelled: 'Se canceló {work}; lo terminado antes se conserva.',
  'project-worked-on':
    'El proyecto abierto está ocupado con {work}; espere a que termine, o cancele, antes de abrir otro.',
  work: 'el trabajo',
  'work-align': 'la alineación',
  'work-compare': 'una comparación',
  'work-export': 'la exportación',
  'work-export-map': 'la exportación del mapa',
  'work-find-control': 'la búsqueda de puntos de control',
  'work-find-loops': 'la búsqueda de cierres',
  'work-calibrate': 'la calibración',
  'work-free-space': 'la liberación de espacio',
  'work-find-moved': 'la búsqueda de retornos dinámicos',
  'work-goes-on': 'El programa ya está ocupado con {work}; espere a que termine o cancele.',
  'work-import': 'la importación',
  'work-inspect': 'la inspección',
  'work-join': 'la unión',
  'work-map': 'el mapa',
  'work-measure': 'la medición',
  'work-probe-gpu': 'la prueba de la tarjeta gráfica',
  'work-refine': 'el ajuste de la trayectoria',
  'work-register': 'el registro',
  'work-report': 'el informe',
  'work-sample': 'el ejemplo',
  'work-simulate': 'la simulación',
  'work-tune': 'el ajuste de los núcleos',
  'work-unroll': 'el desarrollo de la pared',
  'work-write-survey': 'la escritura del levantamiento',
} as const;

export const WORK: Translation<typeof ENGLISH, typeof TEXTS> = TEXTS;
