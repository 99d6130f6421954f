import type { CALIBRATION as ENGLISH } from '../en/calibration.ts';
import type { Translation } from '../placeholders.ts';
import { TERMS } from '../terms.ts';

const TEXTS = {
  'beam-table-foreign':
    'Las elevaciones de los haces difieren hasta {degrees} grados de la tabla de haces de {serial}: es la de otro sensor. Importe la captura con los metadatos del sensor que la hizo.',
  'calibrate-distance-sigma':
    '--distance-sigma se refiere a una distancia de chequeo; dé también --distance.',
  'calibrate-few-targets':
    'Los barridos muestran {count} de las señales de la lista; hacen falta al menos {least}. Ponga el sensor donde vea más de ellas a menos de 8 m, o revise la lista y el tamaño de las señales.',
  'calibrate-few-targets-cli':
    'Los barridos muestran {count} de las señales de la lista; hacen falta al menos {least}. Ponga el sensor donde vea más de ellas a menos de 8 m, o revise la lista y el tamaño de las señales (--target-size).',
  'calibrate-file-other':
    '{name} es la calibración del sensor {serial}; esta captura es de {own}. Dé la calibración de ese sensor, o --calibration auto.',
  'calibrate-file-unreadable': '{name} no es una calibración; dé el calibration.json de socavon calibrate.',
  'calibrate-no-distance':
    'No hay dos paredes planas enfrentadas a {metres} m; ponga el sensor entre dos paredes planas y mida la distancia entre ellas a su altura.',
  'calibrate-not-observed':
    'Los barridos no muestran bastante de la misma pared desde lugares distintos para calibrar el sensor; recorra al menos 5 m, o gire el sensor despacio en una sala.',
  'calibrate-several-distances':
    'Hay {count} pares de paredes a unos {metres} m y no se sabe cuáles se midieron; ponga el sensor donde haya un solo par.',
  'calibrate-target-kind':
    'La forma y el tamaño se refieren a señales con coordenadas; dé también --control.',
  'calibrate-targets-aside':
    'Las {count} señales de la lista no muestran un error de distancia: están a un solo lado del sensor, o concuerdan demasiado mal con sus coordenadas. Ponga el sensor entre ellas y revise la lista.',
  'calibration-common-bias': TERMS.commonRangeBias.es,
  'calibration-azimuth': 'azimut del haz {beam}',
  'calibration-elevation': TERMS.elevationOfBeam.es,
  'calibration-head':
    'Sensor {serial}: {rays} rayos en {patches} parches de pared de {scans} barridos, dispersión {scatter} mm',
  'calibration-imu-delay': TERMS.imuDelay.es,
  'calibration-imu-rotation': TERMS.imuRotation.es,
  'calibration-incidence': TERMS.rangeAtGrazingIncidence.es,
  'calibration-line': '{name} {value} ± {plusMinus} {unit} {state}',
  'calibration-range-offset': 'distancia del haz {beam}',
  'calibration-signal': TERMS.rangePerDecade.es,
  'calibration-warm-up': 'distancia a los {seconds} s',
  'calibration-state-applied': TERMS.applied.es,
  'calibration-state-not-observed': TERMS.notObserved.es,
  'calibration-state-not-significant': 'no aplicado',
  'calibration-bound-checked': 'Lo que queda común a todas las distancias: ± {metres} mm, según lo medido.',
  'calibration-bound-maker':
    'Lo común a todas las distancias queda en el ± por la cota del fabricante; lo miden una distancia de chequeo entre dos paredes (--distance) o señales con coordenadas (--control).',
  'calibration-stored': 'El proyecto la guarda para el sensor {serial}.',
  'range-bias-contradicted':
    'Los barridos muestran un error de distancia de {value} ± {plusMinus} m común a todos los haces, más allá de la cota dada de {bound} m; revise la cota, o calibre el sensor con una distancia de chequeo.',
  'range-bias-contradicted-cli':
    'Los barridos muestran un error de distancia de {value} ± {plusMinus} m común a todos los haces, más allá de la cota dada de {bound} m; revise la cota, o mida una distancia de chequeo (socavon calibrate --distance).',
} as const;

export const CALIBRATION: Translation<typeof ENGLISH, typeof TEXTS> = TEXTS;
