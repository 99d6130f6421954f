/** What a survey is asked for: range, sections, axis, rounds. */
export default {
  rangeFault: 'El final debe quedar después del inicio.',
  allSurveyed: 'Tramo cerrado más largo',
  givenAxis: 'un archivo',
  chooseAxis: 'Elegir archivo del eje…',
  howCut: 'Secciones',
  rounds: {
    way: 'Disparos',
    ways: { none: 'ninguno', length: 'de una longitud', list: 'por sus frentes' },
    faces: 'Progresivas de los frentes',
    tooFew: 'Hacen falta al menos dos progresivas.',
  },
};
