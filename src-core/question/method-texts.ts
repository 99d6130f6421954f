import type { MethodId } from '../model/registration-ids.ts';
import type { Texts } from './field.ts';

/**
 * What each registration method does and when to take it, one sentence each: for the lab panel, `register --help` and
 * docs/parameters.md.
 */
export const METHOD_TEXTS: Readonly<Record<MethodId, Texts>> = {
  'icp-point': {
    en: 'Pairs each point with the nearest and fits the pairs: simple and steady from a start that is near, but slow where walls slide along each other.',
    es: 'Empareja cada punto con el más cercano y ajusta los pares: simple y estable con un inicio cercano, pero lento donde las paredes deslizan una sobre otra.',
  },
  'icp-plane': {
    en: 'Fits each point to the plane of the nearest: few steps and the first choice for rock walls and floors.',
    es: 'Ajusta cada punto al plano del más cercano: pocos pasos, la primera opción para paredes y pisos de roca.',
  },
  'icp-approx': {
    en: 'Like icp-point, with the mean of a cell in place of the nearest point: for millions of points, where speed counts more than the last millimetre.',
    es: 'Como icp-point, con la media de una celda en lugar del punto más cercano: para millones de puntos, cuando la rapidez vale más que el último milímetro.',
  },
  'newton-point': {
    en: 'Lowers the distance to the nearest points by damped steps that never make it larger: for a start far off, where icp-plane jumps away.',
    es: 'Reduce la distancia a los puntos más cercanos con pasos amortiguados que nunca la aumentan: para un inicio lejano, donde icp-plane salta fuera.',
  },
  'newton-plane': {
    en: 'Lowers the distance to the tangent planes by damped steps: as exact as icp-plane, and safer from a middling start.',
    es: 'Reduce la distancia a los planos tangentes con pasos amortiguados: tan exacto como icp-plane y más seguro con un inicio regular.',
  },
  'newton-second-order': {
    en: 'Takes the curvature of the surface into account: for curved walls and smooth shapes, where planes fit badly.',
    es: 'Considera la curvatura de la superficie: para paredes curvas y formas suaves, donde los planos ajustan mal.',
  },
  'newton-custom': {
    en: 'Lowers a distance that a module of your own gives at each point: for those who try out distances.',
    es: 'Reduce una distancia que un módulo propio da en cada punto: para quien prueba distancias.',
  },
  softassign: {
    en: 'Weights all pairs, each point belonging to one other in the end: for small clouds of some thousand points and a poor start.',
    es: 'Pondera todos los pares y al final cada punto corresponde a uno: para nubes pequeñas, de unos miles de puntos, y un mal inicio.',
  },
  'em-icp': {
    en: 'Weights all pairs by their distance, first widely and then narrowly: for noisy clouds of some ten thousand points and a poor start.',
    es: 'Pondera todos los pares por su distancia, primero con holgura y luego con rigor: para nubes ruidosas, de unas decenas de miles de puntos, y un mal inicio.',
  },
  picp: {
    en: 'icp-point shared among the processors: for large clouds without a graphics card.',
    es: 'icp-point repartido entre los procesadores: para nubes grandes sin tarjeta gráfica.',
  },
  gicp: {
    en: 'Compares the pieces of plane about both points of a pair: the most exact one between noisy scans of rock.',
    es: 'Compara los trozos de plano alrededor de ambos puntos de un par: el más exacto entre barridos ruidosos de roca.',
  },
  vgicp: {
    en: 'Like gicp, with the surface of a voxel in place of the nearest point: for dense clouds and a start within a voxel.',
    es: 'Como gicp, con la superficie de un vóxel en lugar del punto más cercano: para nubes densas y un inicio dentro de un vóxel.',
  },
  ndt: {
    en: 'Makes the points in each voxel a normal distribution and lays the cloud where it is most probable: for scans with vehicles or dust, and a start up to half a voxel off.',
    es: 'Hace de los puntos de cada vóxel una distribución normal y pone la nube donde es más probable: para barridos con vehículos o polvo, y un inicio a no más de medio vóxel.',
  },
  'icp-intensity': {
    en: 'icp-plane that compares the reflectivity of the points too: for smooth lined tunnels, whose shape lets the clouds slide, and clouds with a calibrated reflectivity.',
    es: 'icp-plane que compara además la reflectividad de los puntos: para túneles lisos revestidos, cuya forma deja deslizar las nubes, y nubes con reflectividad calibrada.',
  },
};
