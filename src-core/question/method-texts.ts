import type { MethodId } from '../model/registration-ids.ts';
import type { Texts } from '../model/texts.ts';

/**
 * What each registration method does and when to take it, one sentence each: for the lab panel, `register --help` and
 * docs/parameters.md.
 */
export const METHOD_TEXTS: Readonly<Record<MethodId, Texts>> = {
  'icp-point': {
    en: 'Pairs each point with the nearest and fits the pairs: reaches farthest along a tunnel, and ends less near than icp-plane, which may follow it.',
    es: 'Empareja cada punto con el más cercano y ajusta los pares: en un túnel llega desde más lejos, pero termina menos cerca que icp-plane, que puede seguirlo.',
  },
  'icp-plane': {
    en: 'Fits each point to the plane of the nearest: few steps and exact, the first choice for rock walls and floors from a start that is near.',
    es: 'Ajusta cada punto al plano del más cercano: pocos pasos y exacto, la primera opción para paredes y pisos de roca con un inicio cercano.',
  },
  'icp-approx': {
    en: 'Like icp-point, with the mean of a cell in place of the nearest point: for millions of points, where speed counts more than the last millimetre.',
    es: 'Como icp-point, con la media de una celda en lugar del punto más cercano: para millones de puntos, cuando la rapidez vale más que el último milímetro.',
  },
  'newton-point': {
    en: 'The error of icp-point by damped Newton steps, of which it needs fewer: where icp-point creeps.',
    es: 'El error de icp-point con pasos de Newton amortiguados, de los que necesita menos: donde icp-point avanza muy lento.',
  },
  'newton-plane': {
    en: 'The error of icp-plane by damped steps that never raise it: as exact, where icp-plane swings to and fro.',
    es: 'El error de icp-plane con pasos amortiguados que nunca lo aumentan: igual de exacto, donde icp-plane oscila.',
  },
  'newton-second-order': {
    en: 'Takes the curvature of the surface into account: the most exact one on smooth curved surfaces with little noise.',
    es: 'Considera la curvatura de la superficie: el más exacto en superficies curvas y lisas con poco ruido.',
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
    en: 'Compares the pieces of plane about both points of a pair: the first choice for noisy clouds and those that overlap in part.',
    es: 'Compara los trozos de plano alrededor de ambos puntos de un par: la primera opción para nubes ruidosas o que se traslapan en parte.',
  },
  vgicp: {
    en: 'Like gicp, with the surface of a voxel in place of the nearest point: faster, for dense clouds and a start within a voxel.',
    es: 'Como gicp, con la superficie de un vóxel en lugar del punto más cercano: más rápido, para nubes densas y un inicio dentro de un vóxel.',
  },
  ndt: {
    en: 'Makes the points in each voxel a normal distribution and lays the cloud where it is most probable: exact and fast on large or outdoor scans.',
    es: 'Hace de los puntos de cada vóxel una distribución normal y pone la nube donde es más probable: exacto y rápido en barridos grandes o al aire libre.',
  },
  'icp-intensity': {
    en: 'icp-plane that compares the reflectivity of the points too: for smooth lined tunnels, whose shape lets the clouds slide, and clouds with a calibrated reflectivity.',
    es: 'icp-plane que compara además la reflectividad de los puntos: para túneles lisos revestidos, cuya forma deja deslizar las nubes, y nubes con reflectividad calibrada.',
  },
};
