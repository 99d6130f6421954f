/** What a survey is asked for: range, sections, axis, rounds. */
export default {
  rangeFault: 'El final debe quedar después del inicio.',
  allSurveyed: 'Todo lo levantado',
  origin: 'Primer barrido en el sistema de la mina',
  originHelp: 'x y z qx qy qz qw, en metros; vacío: el primer barrido es el origen',
  originFault: 'Hacen falta siete números; los cuatro últimos, un cuaternión de longitud 1.',
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
