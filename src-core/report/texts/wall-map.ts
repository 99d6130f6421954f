import { TERMS } from '../../messages/terms.ts';
import type { Sector } from '../../model/breaks.ts';
import type { WallLayer } from '../../model/unrolled.ts';
import type { ReportLanguage } from './texts.ts';

/** Labels of the drawings of wall, floor and clearance: short, to fit narrow places. */
export interface WallMapTexts {
  readonly sector: Readonly<Record<Sector, string>>;
  readonly title: string;
  /** Reference of the perimeter position. */
  readonly girth: string;
  readonly filled: string;
  readonly open: string;
  readonly recess: string;
  readonly layer: Readonly<Record<WallLayer, string>>;
  readonly floor: string;
  readonly floorFilled: string;
  readonly design: string;
  readonly elevation: string;
  readonly gradient: string;
  readonly gradientTitle: string;
  /** With the placeholder `{base}`, m. */
  readonly gradientBand: string;
  /** With the placeholder `{times}`. */
  readonly exaggerated: string;
  readonly clearanceTitle: string;
  readonly free: string;
  readonly left: string;
  readonly right: string;
  readonly top: string;
  readonly blocked: string;
  readonly unseen: string;
  readonly unknown: string;
  readonly vehicle: string;
  readonly swept: string;
  readonly rock: string;
}

const ES: WallMapTexts = {
  sector: {
    floor: TERMS.floor.es,
    leftWall: 'pared izq.',
    leftShoulder: TERMS.leftShoulderShort.es,
    crown: TERMS.crown.es,
    rightShoulder: TERMS.rightShoulderShort.es,
    rightWall: 'pared der.',
  },
  title: 'Pared desarrollada',
  girth: 'desarrollo desde la corona, m',
  filled: 'completado',
  open: TERMS.notMeasured.es,
  recess: TERMS.nicheOrCrossCut.es,
  layer: {
    design: 'distancia al diseño, m: + sobrerotura, − subrotura',
    convergence:
      'movimiento significativo desde el levantamiento anterior, m: + hacia afuera, − hacia adentro',
    residual: 'distancia a la sección típica, m: + afuera, − adentro',
    reflectivity: TERMS.reflectivity.es,
  },
  floor: 'piso medido',
  floorFilled: 'piso completado',
  design: TERMS.design.es,
  elevation: TERMS.elevationMetres.es,
  gradient: 'pendiente, %',
  gradientTitle: 'Perfil y pendiente del piso',
  gradientBand: '± (95 %) de la pendiente sobre {base} m',
  exaggerated: 'Cotas exageradas {times} veces',
  clearanceTitle: 'Gálibo a lo largo de la labor',
  free: 'luz libre, m',
  left: 'a la izquierda',
  right: 'a la derecha',
  top: TERMS.above.es,
  blocked: TERMS.doesNotFit.es,
  unseen: 'roca sin medir: puede ser menos',
  unknown: TERMS.noClosedSection.es,
  vehicle: 'vehículo',
  swept: 'con lo que barre en la curva',
  rock: 'roca medida',
};

const EN: WallMapTexts = {
  sector: {
    floor: TERMS.floor.en,
    leftWall: 'left wall',
    leftShoulder: TERMS.leftShoulderShort.en,
    crown: TERMS.crown.en,
    rightShoulder: TERMS.rightShoulderShort.en,
    rightWall: 'right wall',
  },
  title: 'Unrolled wall',
  girth: 'perimeter from the crown, m',
  filled: 'filled in',
  open: TERMS.notMeasured.en,
  recess: TERMS.nicheOrCrossCut.en,
  layer: {
    design: 'distance to design, m: + overbreak, − underbreak',
    convergence: 'significant movement since the earlier survey, m: + outwards, − inwards',
    residual: 'distance to the typical section, m: + outside, − inside',
    reflectivity: TERMS.reflectivity.en,
  },
  floor: 'measured floor',
  floorFilled: 'floor filled in',
  design: TERMS.design.en,
  elevation: TERMS.elevationMetres.en,
  gradient: 'gradient, %',
  gradientTitle: 'Long section and gradient of the floor',
  gradientBand: '± (95 %) of the gradient over {base} m',
  exaggerated: 'Elevations exaggerated {times} times',
  clearanceTitle: 'Clearance along the drive',
  free: 'free way, m',
  left: 'left',
  right: 'right',
  top: TERMS.above.en,
  blocked: TERMS.doesNotFit.en,
  unseen: 'rock not measured: may be less',
  unknown: TERMS.noClosedSection.en,
  vehicle: 'vehicle',
  swept: 'with what it sweeps on the bend',
  rock: 'measured rock',
};

export function wallMapTexts(language: ReportLanguage): WallMapTexts {
  return language === 'es' ? ES : EN;
}
