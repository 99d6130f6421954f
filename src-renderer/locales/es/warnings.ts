export default {
  capture: 'La captura está dañada o incompleta; lo perdido no está en el mapa.',
  'sensor-nominal':
    'Se tomó el sensor nominal del fabricante, sin la calibración de esta unidad; no firme sin sus metadatos.',
  'length-unobserved':
    'La longitud de la labor no se observó en todo el levantamiento; amárrela a una distancia conocida.',
  'scans-not-matched': 'Algunos barridos no calzaron con el mapa; sus posiciones son predicciones.',
  'alignment-not-converged':
    'La alineación de algunos barridos no se asentó; revise el mapa antes de usarlo.',
  'gyro-not-believed': 'La unidad inercial contradijo a las paredes y se dejó de lado.',
  'changed-by-hand': 'Una persona cambió la alineación a mano.',
  'path-aside': 'Parte del recorrido queda lejos del eje; los ramales no se miden.',
  'range-clamped': 'Las progresivas exceden lo levantado; el volumen es el de la parte levantada.',
  'measured-share': 'Una parte de la pared quedó oculta para el sensor y se completó entre sus vecinas.',
  'methods-disagree':
    'Los métodos difieren más de lo usual; tome secciones más cercanas y revise los dibujos.',
  gap: 'Hay un tramo sin puntos suficientes; allí el volumen está interpolado.',
  'stretch-unobserved':
    'La longitud no se observó en una parte de las progresivas medidas: el ± de la longitud y el del volumen son más anchos por ello; amarre el tramo a una distancia conocida.',
  'control-left-out':
    'Hay puntos de control que no concuerdan con los demás y no sostienen nada; revise sus coordenadas y qué señal es cada uno.',
  'design-on-own-axis':
    'El diseño está puesto sobre una línea de este levantamiento, no sobre el eje del proyecto; dé ese eje antes de pagar por la sobrerotura y la subrotura.',
  'axis-fold':
    'El eje dobla con tanta fuerza que las secciones se cruzan dentro de la labor; use un eje más suave.',
  'profile-open': 'En algunas de las progresivas pedidas la sección está abierta; no tienen área.',
  'points-not-finite': 'Algunos puntos no son finitos y se dejaron fuera.',
  'engine-choice': 'La alineación se calcula con otro motor que el previsto.',
  'face-unseen': 'El frente no se vio; no se da avance.',
  'face-went-back': 'El frente posterior está detrás del anterior.',
  'axis-short': 'El eje termina antes del frente; la última sección se prolongó hasta él.',
};
