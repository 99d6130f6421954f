import type { POSES as ENGLISH } from '../en/poses.ts';
import type { Translation } from '../placeholders.ts';

const TEXTS = {
  'help-run-map-attributes':
    'lo que los archivos del mapa y los barridos sueltos guardan además de cada punto: {names} o algunos de ellos',
  'help-run-scans':
    'escribe también cada barrido en el sistema del sensor, sin el movimiento dentro de él, con las poses de todos: {formats} o ambos',
  'help-run-trajectory-formats': 'formatos de la trayectoria: {formats} o algunos de ellos',
  'pose-not-finite':
    'La pose del barrido {scan} tiene una coordenada que no es un número; alinee la sesión de nuevo y avísenos si se repite.',
  'pose-stamp':
    'El barrido {scan} está a {seconds} s en el reloj del sensor, que no caben en una marca de tiempo de ROS; escriba la trayectoria en TUM, KITTI o CSV.',
  'poses-count': 'tiene {found} poses, se escribieron {written}',
  'poses-pose': 'la pose del barrido {scan} no es la que se escribió',
} as const;

export const POSES: Translation<typeof ENGLISH, typeof TEXTS> = TEXTS;
