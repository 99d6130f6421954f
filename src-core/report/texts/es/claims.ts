import type { CLAIMS_EN } from '../en/claims.ts';

/** Lo que un informe promete, lo que no, y cómo se sabe cada promesa. */
export const CLAIMS_ES: Readonly<Record<keyof typeof CLAIMS_EN, string>> = {
  'claims.title': 'Qué tan seguro es',
  'claims.note':
    'Grados: E1 solo declarado; E2 probado con verdad simulada de este programa; E3 también con labores de otro generador; E4 con datos reales; E5 por terceros. Las pruebas y tablas de cada promesa están en docs/claims.yaml de esta versión.',
  'claims.promise': 'Se promete',
  'claims.grade': 'Grado',
  'claims.not': 'No se promete',
  'claim.volume': 'El volumen está dentro de su ± en 95 de 100 labores.',
  'claim.volume.not':
    'No se ha mostrado en roca real, y solo en dos labores de otro generador. Un instrumento que nunca se verificó con una distancia conocida puede desviarse más de lo que declara su fabricante, y el volumen más que su ±.',
  'claim.cloud-volume':
    'El volumen de una nube está dentro de su ±, si la exactitud declarada de la nube es cierta.',
  'claim.cloud-volume.not':
    'Qué tan buena es la nube no se ve en ella: el ± descansa en lo que declara su fabricante o una persona.',
  'claim.length':
    'Una labor cuyas paredes determinan el movimiento termina dentro del 0.1 % de su longitud sin puntos de control.',
  'claim.length.not': 'No se ha mostrado en roca real.',
  'claim.unobserved-length':
    'Una longitud que los escaneos no observaron se nombra, con sus progresivas y su ±.',
  'claim.unobserved-length.not': 'Cuánto mide de verdad, sin puntos de control detrás.',
  'claim.instrument':
    'Los desfases de distancia y los acimuts de cada haz y el retardo de la unidad inercial se ven dentro de sus desviaciones.',
  'claim.instrument.not':
    'Un desfase común a todas las distancias: solo lo muestran una distancia conocida o puntos topográficos.',
  'claim.control': 'Los puntos de verificación entre puntos de control cada 30 m se alcanzan dentro de 1 cm.',
  'claim.control.not': 'No se probó con señales reales.',
  'claim.loops':
    'Un circuito se cierra donde se pasó dos veces por un lugar, y el final de la labor queda dentro de 5 cm.',
  'claim.loops.not': 'No se probó en un circuito real; dos lugares parecidos pueden proponerse y se evalúan.',
  'claim.objects': 'Personas, vehículos, polvo, malla y agua no cambian el volumen más de lo que dice su ±.',
  'claim.objects.not': 'El material suelto del piso se mide como roca.',
  'claim.design': 'La sobrerrotura y la subrotura llevan su propio ±.',
  'claim.design.not': 'Subroturas de pocos metros cúbicos con un error menor que algunos por ciento.',
  'claim.epochs': 'Lo que cambió entre dos levantamientos se informa con su ±.',
  'claim.epochs.not': 'Un cambio menor que su ±, o un eje equivocado que ambos levantamientos comparten.',
  'claim.floor': 'La gradiente y el gálibo siguen el piso y la pared medidos.',
  'claim.floor.not': 'Lo que cubren el agua, el material suelto o los vehículos.',
  'claim.recordings':
    'Las distancias son las de la grabación, hasta la última cifra, comparadas con los decodificadores de los fabricantes en archivos reales.',
  'claim.recordings.not': 'Modelos y firmware de los que no hubo una grabación real.',
  'claim.same-result':
    'Los mismos archivos y opciones dan los mismos números, con cualquier cantidad de hilos y después de cualquier interrupción.',
  'claim.same-result.not': 'Otra versión del programa puede dar otros; la versión se nombra abajo.',
  'claim.damage': 'Un archivo dañado se lee o se rechaza con una frase, y nada se inventa a partir de él.',
  'claim.damage.not':
    'Un daño que deja válido el archivo no se ve si su formato no tiene suma de comprobación.',
  'claim.trail':
    'Cada número se puede seguir hasta sus archivos, opciones y versión, y un cambio posterior se nota.',
  'claim.trail.not': 'El registro no es una firma: quien puede escribir el proyecto puede escribir otro.',
};
