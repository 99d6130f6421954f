import type { CONTROL as ENGLISH } from '../en/control.ts';
import type { Translation } from '../placeholders.ts';

const TEXTS = {
  'control-alike':
    'Demasiadas señales y puntos se parecen para probarlos todos; diga más o menos dónde empezó la captura.',
  'control-ambiguous':
    '{count} pueden ser más de un punto ({names}), de {ways} maneras que calzan igual; diga más o menos dónde empezó la captura, o nombre una de ellas.',
  'control-found':
    'Se {found|halló|hallaron} {found} {found|señal|señales}; {named} de ellas se {named|identificó|identificaron} con un punto de la lista.',
  'control-left-out':
    'Los puntos de control {names} no concuerdan con los demás ni con la trayectoria y se rechazaron; revise sus coordenadas y sus señales.',
  'check-point-off':
    'El punto de chequeo {name} está a {off} mm de su lugar en la lista, más que el ± {plusMinus} mm (95 %) de lista, observación y posición: ahí el levantamiento se aparta más de lo que declara, o el punto o su señal se movió. Revise ambos, y busque un sesgo de distancia (socavon calibrate).',
  'control-needed':
    'hacen falta tres puntos de control que no estén en una línea, o dos y un momento quieto que dé el nivel',
  'control-no-three': 'Sus distancias no calzan con tres puntos de la lista.',
  'control-no-two': 'Sus distancias no calzan con dos puntos de la lista.',
  'control-none': 'No se halló ningún punto de control; {needed}.',
  'control-off-start':
    'Ninguna señal hallada está donde la lista tiene un punto, visto desde el inicio que se dio.',
  'control-on-line': 'Los puntos de control que se hallaron están en una línea; {needed}.',
  'control-one': 'Solo se halló un punto de control; {needed}.',
  'control-plumb': 'Los puntos de control que se hallaron están uno sobre otro; {needed}.',
  'control-turn': 'Los puntos de control que se hallaron dejan libre un giro; {needed}.',
  'control-two': 'Solo se hallaron dos puntos de control; {needed}.',
  'target-bulges': 'No es una placa: se comba {millimetres} mm, como un chaleco o un barril.',
  'target-dull': 'El {percent} % de una señal de {size} m no brilla allí: algo más pequeño o una cinta.',
  'target-edges': 'Sus bordes no se vieron lo bastante para fijar el centro a {millimetres} mm.',
  'target-few-returns': 'Brilló solo en {returns} retornos; una señal necesita {least}.',
  'target-few-scans': 'La vieron {scans} barridos; una señal necesita {least}.',
  'target-found': 'Una señal de {size} m, con su centro conocido a {millimetres} mm.',
  'target-large': 'Mide unos {metres} m; las señales son de {size} m: un letrero o una mancha húmeda.',
  'target-looks': 'Parece medir {metres} m; las señales son de {size} m.',
  'target-moves': 'Se movió {metres} m mientras se la veía: un chaleco, un vehículo o su reflejo en el agua.',
  'target-not-flat': 'No es una placa: sus retornos se apartan {millimetres} mm de un plano.',
  'target-outside':
    'El {percent} % de lo que brilló queda fuera de una señal de {size} m: un letrero o una mancha húmeda.',
  'target-scattered': 'Muy pocos de sus retornos quedan juntos.',
  'target-thin': 'Lo que brilló no es más ancho que una línea: una cinta, o una placa que cruzó un solo haz.',
} as const;

export const CONTROL: Translation<typeof ENGLISH, typeof TEXTS> = TEXTS;
