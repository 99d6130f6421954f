import { HEADINGS, TERMS } from '../../../src-core/messages/terms.ts';

/** Correcciones a mano de lo que hay en la labor. */
export default {
  corrections: {
    title: 'Correcciones a mano',
    draw: 'Corregir',
    drawHint:
      'Arrastre un rectángulo alrededor de lo que se corrige, con la menor roca posible dentro; el formulario tiene su clase y su largo en la labor.',
    new: 'Nueva corrección',
    add: 'Agregar corrección',
    discard: 'Descartar',
    reversed: 'Cada inicio debe ser menor que su fin; a la derecha y debajo se cuenta negativo.',
    correct: 'Corregir',
    isRock: 'Es roca',
    itIsRock: 'Es roca: {name}',
    isA: 'Es …',
    itIs: 'Qué es {name}',
    byHand: TERMS.byHand.es,
    box: 'corrección a mano',
    number: 'N.º',
    left: 'Izquierda m',
    up: 'Altura m',
    points: HEADINGS.returns.es,
    actions: 'Ver, quitar',
    show: 'Ver la corrección {number}',
    remove: 'Quitar la corrección {number}',
    note: 'Cada caja dice qué son los retornos que contiene, digan lo que digan las reglas; donde dos se cruzan vale la última. Izquierda y altura se miden desde el eje, como en el dibujo. Van a los archivos y al informe, y se olvidan con otro eje.',
    classes: {
      duct: TERMS.duct.es,
      pipe: TERMS.pipeOrCable.es,
      vehicle: TERMS.vehicleOrBox.es,
      muck: TERMS.muck.es,
      mesh: TERMS.wireMesh.es,
      unknown: 'otro objeto',
      rock: 'roca',
      ignore: 'sin considerar (polvo)',
    },
    help: {
      duct: 'Sus retornos no son roca: el vacío sigue hasta la roca detrás, salvo que las mangas se midan como pared.',
      pipe: 'Sus retornos no son roca: el vacío sigue hasta la roca detrás.',
      vehicle:
        'Sus retornos no son roca: el vacío sigue hasta la roca detrás, salvo que los equipos se midan como pared.',
      muck: 'Se informa su volumen; el vacío sigue hasta el piso debajo solo si la carga queda fuera de la pared.',
      mesh: 'Sus retornos no son roca: el vacío sigue hasta la roca detrás. La caja no debe contener la roca.',
      unknown: 'Sus retornos no son roca: el vacío sigue hasta la roca detrás.',
      rock: 'Lo que las reglas tomaron aquí por objeto es pared: el vacío termina en ello.',
      ignore: 'Estos retornos no son pared ni objeto.',
    },
  },
};
