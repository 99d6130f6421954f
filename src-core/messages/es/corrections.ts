import type { CORRECTIONS as ENGLISH } from '../en/corrections.ts';
import type { Translation } from '../placeholders.ts';

const TEXTS = {
  'correction-class': '{name}, línea {line}: "{content}" no es una clase; escriba una de {classes:or}',
  'correction-columns':
    'a {name} le falta la columna {column}; escriba class,from,to,left_from,left_to,up_from,up_to en su primera línea',
  'correction-no-returns':
    'No hay ningún retorno en {count|la corrección|las correcciones} {numbers} a mano, así que no {count|cambia|cambian} nada: revise progresiva, izquierda y altura; la pared se levantó de {from} a {to}.',
  'correction-number': '{name}, línea {line}: a "{content}" le falta un número',
  'correction-reversed-from':
    'La corrección {number} va de la progresiva {low} a {high}: está vacía o invertida; el inicio debe ser menor que el fin.',
  'correction-reversed-leftFrom':
    'La corrección {number} va de {low} a {high} m a la izquierda del eje: está vacía o invertida; a la derecha se cuenta negativo.',
  'correction-reversed-upFrom':
    'La corrección {number} va de {low} a {high} m sobre el eje: está vacía o invertida; debajo se cuenta negativo.',
  'corrections-refused': 'No se pueden usar las correcciones: {what}.',
} as const;

export const CORRECTIONS: Translation<typeof ENGLISH, typeof TEXTS> = TEXTS;
