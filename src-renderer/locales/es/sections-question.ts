import { HEADINGS, TERMS } from '../../../src-core/messages/terms.ts';

/** What a survey is asked for: range, sections, axis, rounds. */
export default {
  rangeFault: 'El final debe quedar después del inicio.',
  allSurveyed: 'Tramo cerrado más largo',
  givenAxis: 'un archivo',
  chooseAxis: 'Elegir archivo del eje…',
  howCut: HEADINGS.sections.es,
  rounds: {
    way: 'Disparos',
    ways: { none: TERMS.none.es, length: 'de una longitud', list: 'por sus frentes' },
    faces: 'Progresivas de los frentes',
    tooFew: 'Hacen falta al menos dos progresivas.',
  },
};
