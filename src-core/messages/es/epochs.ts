import type { EPOCHS as ENGLISH } from '../en/epochs.ts';
import type { Translation } from '../placeholders.ts';
import { TERMS } from '../terms.ts';

const TEXTS = {
  'compare-itself': 'Un levantamiento no se compara consigo mismo; dé dos sesiones.',
  'epochs-apart':
    'El levantamiento anterior va de la progresiva {start} a la {end}, el posterior de la {laterStart} a la {laterEnd}: no comparten ningún tramo. ¿Están en el mismo sistema de coordenadas y sobre el mismo eje?',
  'epochs-axes':
    'Los dos levantamientos se midieron sobre ejes distintos; mida ambos sobre uno solo, como el del diseño.',
  'epochs-cells':
    'Los dos levantamientos se midieron con rebanadas o celdas de distinto tamaño; mida ambos de la misma manera.',
  'epochs-dates':
    'El levantamiento posterior tiene fecha {later}, antes del anterior, del {earlier}; intercámbielos o corrija las fechas.',
  'epochs-grids':
    'Un levantamiento está en el sistema de la mina y el otro en uno propio; amarre ambos al sistema de la mina, o una el posterior al anterior.',
  'epochs-local':
    'Ambos levantamientos están en sistemas propios, que no tienen nada que ver entre sí; una el posterior al anterior, o amarre ambos al sistema de la mina.',
  'epochs-off':
    'Solo el {percent} % de las paredes que ambos levantamientos midieron coinciden; revise que estén en el mismo sistema de coordenadas y sobre el mismo eje.',
  'face-went-back':
    'El frente posterior está {metres} m detrás del anterior: hay carga delante, o los dos levantamientos no están en el mismo sistema de coordenadas.',
  'join-unused':
    'Los dos levantamientos tienen puntos de control, y estos los sitúan: la unión del posterior al anterior no se usa.',
  'placed-by-control': TERMS.placedByControl.es,
  'placed-by-coordinates': TERMS.placedByCoordinates.es,
  'placed-by-join': TERMS.placedByJoin.es,
  'placed-by-local': TERMS.placedByFirstScan.es,
  'placed-by-pose': TERMS.placedByPose.es,
} as const;

export const EPOCHS: Translation<typeof ENGLISH, typeof TEXTS> = TEXTS;
