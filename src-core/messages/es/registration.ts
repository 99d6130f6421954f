import type { REGISTRATION as ENGLISH } from '../en/registration.ts';
import type { Translation } from '../placeholders.ts';

const TEXTS = {
  'cloud-empty': '{path} no tiene ningún punto; elija otro archivo.',
  'cloud-of-few':
    'La nube {name} tiene {count} {count|punto|puntos} y un registro necesita al menos {least}; dé una nube mayor o redúzcala menos.',
  'cloud-of-none':
    'La nube {name} no tiene puntos y un registro necesita al menos {least}; dé una nube mayor o redúzcala menos.',
  'cloud-source': 'de origen',
  'cloud-target': 'objetivo',
  'custom-distance-thread':
    'Una función de distancia propia no se puede enviar a otro hilo; llame a register.',
  'matches-few':
    'De los {count} puntos de origen {found} {found|tiene|tienen} correspondencia en el objetivo y una transformación necesita {least}; dé una transformación inicial más cercana, una distancia mayor o nubes que se traslapen.',
  'matches-few-within':
    'De los {count} puntos de origen {found} {found|tiene|tienen} correspondencia en el objetivo a menos de {metres} m y una transformación necesita {least}; dé una transformación inicial más cercana, una distancia mayor o nubes que se traslapen.',
  'number-none': '"{text}" no es un número; escríbalo como 12.5, con punto.',
  'picp-thread-failed-of':
    'Falló un hilo de pICP ({why}); use menos con la opción picp.workers, o el método icp-point.',
  'picp-thread-failed': 'Un hilo de pICP falló; use menos con la opción picp.workers, o el método icp-point.',
  'points-not-finite-at':
    'El punto {point} de {name} (contado desde 0) tiene {axis} = {value}; deje fuera los puntos que no son finitos.',
  'pose-numbers': 'Dé siete números "x y z qx qy qz qw"; hay {count}.',
  'pose-quaternion':
    'El cuaternión qx qy qz qw tiene la longitud {length} en vez de 1; sin rotación es "0 0 0 1".',
  'registration-id-none': 'No existe {what} {id}; dé uno de {known}.',
  'registration-option': 'La opción {name} del registro es {value}; debe ser {rule}.',
  'rule-fraction': 'más que 0 y menos que 1',
  'rule-level': 'un número entero, 0 o más, Infinity para las hojas, o null',
  'rule-not-negative': '0 o más',
  'rule-positive': 'más que 0',
  'rule-up-to-one': 'más que 0 y a lo más 1',
  'rule-whole-from': 'un número entero, {least} o más',
  'soft-no-match':
    'Ningún punto de la nube de origen está lo bastante cerca del objetivo para una correspondencia; dé una transformación inicial más cercana, o empiece el recocido más alto (opciones emIcp.sigmaP2 y emIcp.d02, softassign.firstTemperature).',
} as const;

export const REGISTRATION: Translation<typeof ENGLISH, typeof TEXTS> = TEXTS;
