import { HEADINGS, TERMS } from '../../../messages/terms.ts';
import type { EPOCHS_EN } from '../en/epochs.ts';

/** Texts of the comparison with another epoch, and of floor, wall and clearance. */
export const EPOCHS_ES: Readonly<Record<keyof typeof EPOCHS_EN, string>> = {
  'period.title': 'Desde el levantamiento anterior',
  'period.earlier': 'Levantamiento anterior',
  'period.placed': 'Situado por (anterior / este)',
  'period.by.control': TERMS.placedByControl.es,
  'period.by.coordinates': TERMS.placedByCoordinates.es,
  'period.by.join': TERMS.placedByJoin.es,
  'period.by.local': TERMS.placedByFirstScan.es,
  'period.by.pose': TERMS.placedByPose.es,
  'period.later': HEADINGS.thisSurvey.es,
  'period.common': HEADINGS.commonStretch.es,
  'period.faces': 'Frente antes / ahora, progresiva media',
  'period.advance': HEADINGS.advance.es,
  'period.unseen': TERMS.faceNotSeen.es,
  'period.volume': HEADINGS.excavatedInPeriod.es,
  'period.overCommon': 'De la pared, donde ambos la tienen',
  'period.newLength': HEADINGS.ofNewLength.es,
  'period.all': 'En total',
  'period.round': HEADINGS.round.es,
  'period.pull': 'Eficiencia del disparo',

  'convergence.title': 'Convergencia desde el levantamiento anterior',
  'convergence.note':
    'Distancia de la pared a donde estaba, por la normal de la sección: negativa hacia adentro. Solo lo que supera el nivel de detección (95 %) cuenta como movido; los cierres de ancho y alto entre paréntesis quedan dentro de él.',
  'convergence.compared': 'Pared medida en ambos levantamientos',
  'convergence.significant': 'de ella, movida de modo significativo (5 % puede ser azar)',
  'convergence.detection': 'Nivel de detección en la mitad de ella, en nueve décimas',
  'convergence.laid': 'Mapa posterior registrado sobre la pared anterior, hasta',
  'convergence.mean': 'Media',
  'convergence.inward': 'Máx. adentro',
  'convergence.outward': 'Máx. afuera',
  'convergence.width': 'Cierre de ancho',
  'convergence.height': 'Cierre de alto',
  'convergence.thinned': 'Una de cada {every} de {count} filas.',

  'unrolled.caption':
    'Vista desde afuera: la pared izquierda arriba, la corona al medio, el piso cortado por su mitad; {girth}.',

  'grade.title': 'Piso',
  'grade.mean': HEADINGS.meanGradient.es,
  'grade.base': 'Longitud de base de las gradientes',
  'grade.farthest': 'Más lejos del diseño, desde',
  'grade.steepest': 'Más empinado, desde',
  'grade.gradient': HEADINGS.gradient.es,

  'clearance.title': HEADINGS.clearance.es,
  'clearance.vehicle': 'Vehículo, ancho × alto × largo',
  'clearance.ground': 'Altura libre',
  'clearance.verdict': 'Pasa',
  'clearance.passes': 'sí',
  'clearance.blocked': 'no',
  'clearance.unknown': 'no se sabe: parte de la roca no se vio',
  'clearance.width': 'El más ancho de este alto',
  'clearance.height': 'El más alto de este ancho',
  'clearance.blockedAt': 'No cabe entre',
  'clearance.unseenAt': 'Cabe, hasta donde se vio, entre',
  'clearance.openAt': 'Sin sección cerrada entre',
  'clearance.more': TERMS.andMore.es,
  'clearance.narrowest': 'La sección más angosta, {chainage}.',
  'clearance.note':
    'La caja del vehículo sobre el piso medido, más ancha en las curvas por su largo; ≤ donde parte de la roca se interpoló y no se midió.',
};
