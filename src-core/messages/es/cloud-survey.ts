import type { CLOUD_SURVEY as ENGLISH } from '../en/cloud-survey.ts';
import type { Translation } from '../placeholders.ts';

const TEXTS = {
  'cloud-accuracy-assumed':
    'Nadie declaró la exactitud de esta nube: el ± supone un escáner móvil, {bias} mm comunes a todos los puntos y {length} % de una longitud. Indique el instrumento o sus cifras.',
  'cloud-capture-option': '{option} es para capturas de un sensor, y {name} es una nube de otro programa.',
  'cloud-is-trajectory':
    '{name} es una trayectoria, tiempos con poses, y no una nube; dé la nube, y este archivo como su trayectoria.',
  'cloud-known-otherwise':
    'La sesión {session} ya contiene {names}, leído con otra unidad o trayectoria; quite primero esa sesión o dé lo mismo.',
  'cloud-line': '{count} puntos de {formats}',
  'cloud-mixed':
    '{names} son de clases distintas: capturas y nubes no pueden ser una sola sesión. Impórtelas una tras otra.',
  'cloud-no-points': '{name} no tiene puntos; expórtelo de nuevo.',
  'cloud-no-scans':
    'La sesión {session} es una nube de otro programa: no tiene escaneos que alinear, y su control, sus cierres y su instrumento no se pueden ajustar aquí.',
  'cloud-option-alone': '{option} es para nubes de otros programas, y {name} no lo es.',
  'cloud-trajectory-apart':
    'La trayectoria {name} está hasta a {metres} m de los puntos de la nube: es de otro sistema o de otra labor. Dé la de esta nube, o ninguna.',
  'cloud-trajectory-short':
    '{name} tiene {count} poses, muy pocas para una trayectoria; dé la de la nube, o ninguna.',
  'cloud-unit-assumed': '{name} no indica su unidad: se suponen metros.',
  'cloud-unit-size':
    '{name} mide {size} m si su unidad es {unit}; indique su unidad (m, cm, mm, ft o us-ft).',
  'give-scanner': 'Dé terrestrial, mobile o un producto como OS-1-16.',
  'help-run-cloud-unit':
    'unidad de una nube (las, laz, e57, ply, pcd, pts, ptx, xyz) si su archivo no la indica o la indica mal',
  'help-run-frame': 'sistema de las coordenadas de una nube: grid (cuadrícula) o local',
  'help-run-length-accuracy':
    'incertidumbre típica de las longitudes de una nube, en porcentaje de la longitud',
  'help-run-point-accuracy': 'cota del error común a todos los puntos de una nube, m',
  'help-run-scanner':
    'clase del escáner que hizo una nube, para su ±: terrestre o móvil; o un producto como OS-1-16',
  'help-run-trajectory':
    'trayectoria de una nube (TUM: tiempo x y z qx qy qz qw), en el sistema y el reloj de la nube',
  'stored-points': 'los puntos {chunk} de la sesión {session}',
  'cloud-of-another-program': 'una nube de otro programa',
  'fact-time-per-point': 'uno por punto',
  'fact-no-time': 'ninguno',
  'label-format': 'formato',
  'label-points': 'puntos',
  'label-extent': 'extensión, unidades del archivo',
  'label-stations': 'estaciones',
  'label-time': 'tiempo',
  'void-empty':
    'La nube no tiene puntos cercanos entre sí, así que no se le puede hallar un eje; revise el archivo o dé un eje.',
  'void-in-parts':
    'La mayor parte conexa de la nube es el {percent} % de ella, así que no se le puede hallar un eje; dé un eje o recorte la nube a una sola labor.',
  'void-no-direction':
    'La nube es un vacío de {length} m a lo largo de sus paredes y {width} m de ancho, sin dirección de labor; dé un eje.',
} as const;

export const CLOUD_SURVEY: Translation<typeof ENGLISH, typeof TEXTS> = TEXTS;
