import type { CadLayer } from '../../model/drawing.ts';
import type { ReportLanguage } from '../texts/texts.ts';

/** Content that has its own layer. */
type LayerContent =
  | 'axis'
  | 'chainage'
  | 'wall'
  | 'outline-3d'
  | 'design-3d'
  | 'recess'
  | 'measured'
  | 'filled'
  | 'design'
  | 'pay'
  | 'over'
  | 'under'
  | 'label'
  | 'grid';

interface LayerStyle {
  readonly es: string;
  readonly en: string;
  readonly color: number;
  readonly dashed?: boolean;
}

const STYLES: Readonly<Record<LayerContent, LayerStyle>> = {
  axis: { es: 'EJE', en: 'AXIS', color: 1, dashed: true },
  chainage: { es: 'PROGRESIVAS', en: 'CHAINAGE', color: 7 },
  wall: { es: 'CAJAS', en: 'WALLS', color: 7 },
  'outline-3d': { es: 'PERFILES_3D', en: 'PROFILES_3D', color: 8 },
  'design-3d': { es: 'DISENO_3D', en: 'DESIGN_3D', color: 5 },
  recess: { es: 'NICHOS_Y_CRUCEROS', en: 'NICHES_AND_CROSSCUTS', color: 6 },
  measured: { es: 'PERFIL_MEDIDO', en: 'PROFILE_MEASURED', color: 7 },
  filled: { es: 'PERFIL_COMPLETADO', en: 'PROFILE_FILLED', color: 1, dashed: true },
  design: { es: 'DISENO', en: 'DESIGN', color: 5 },
  pay: { es: 'LINEA_DE_PAGO', en: 'PAY_LINE', color: 6, dashed: true },
  over: { es: 'SOBREROTURA', en: 'OVERBREAK', color: 30 },
  under: { es: 'SUBROTURA', en: 'UNDERBREAK', color: 150 },
  label: { es: 'TEXTOS', en: 'LABELS', color: 7 },
  grid: { es: 'CUADRICULA', en: 'GRID', color: 8 },
};

export function layerName(content: LayerContent, language: ReportLanguage): string {
  return STYLES[content][language];
}

export function layersOf(contents: readonly LayerContent[], language: ReportLanguage): CadLayer[] {
  return contents.map((content) => {
    const { color, dashed } = STYLES[content];
    return { name: STYLES[content][language], color, dashed: dashed ?? false };
  });
}
