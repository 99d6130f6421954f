import { MAX_PAY_OFFSET, MAX_SHOTCRETE } from '../model/check-programme.ts';
import { DEFAULT_GROUND_CLEARANCE } from '../model/clearance.ts';
import { MAX_WATER_DEPTH } from '../model/drive-object.ts';
import { SHORTEST_ROUND } from '../model/epoch.ts';
import { MAX_RANGE_BIAS } from '../model/instrument-range.ts';
import { DENSITIES, SWELLS } from '../model/material.ts';
import { MAX_CORRECTION_REACH } from '../model/object-correction.ts';
import { USUAL_RECESS_DEPTH } from '../model/recess.ts';
import type { Texts } from '../model/texts.ts';
import { CHAINAGE_BOUNDS } from './command-numbers.ts';
import type {
  Choice,
  ChoiceField,
  CompoundField,
  Field,
  LengthUnitName,
  NumberPart,
  SwitchField,
} from './field.ts';

/**
 * First stage whose numbers depend on a field: the wall, what is measured of a wall, or what is published besides. Another
 * value makes the results of that stage and of the later ones others, and those of the earlier ones hold.
 */
export type QuestionStage = 'gather' | 'measure' | 'publish';

/** A field of the survey question. */
export type Staged<Of> = Of & { readonly stage: QuestionStage };

/** Range of elevations, m: from below sea level to the Andes. */
const ELEVATION = { unit: 'm', min: -10_000, max: 10_000 } as const;
/** Range of vehicle dimensions, m, up to the largest mining machines. */
const VEHICLE = { unit: 'm', min: 0.1, max: 30 } as const;
const ALL_SURVEYED = { en: 'longest closed stretch', es: 'tramo cerrado más largo' };
const AS_AXIS = { en: 'as the axis has it', es: 'como la trae el eje' };
const AS_OBJECTS = { en: 'as all objects', es: 'como todos los objetos' };
const MUCK_KEPT = { en: 'measured as wall', es: 'medida como pared' };
const NOT_SET = { en: 'not set', es: 'sin definir' };
const NONE = { en: 'none', es: 'ninguno' };
const NONE_F = { en: 'none', es: 'ninguna' };
/** Sides of a correction by hand. */
const BOX = 'measure.corrections.*';
const BOX_SIDE = { unit: 'm', min: -MAX_CORRECTION_REACH, max: MAX_CORRECTION_REACH, step: 0.05 } as const;
/** Of a contract term, which the design may state itself. */
const UNLESS_DESIGN_SAYS = { en: 'where the design does not say', es: 'si el diseño no lo dice' };
/** Distance of a contract term from the line of excavation, m. */
const OFFSET = { unit: 'm', min: 0, max: MAX_PAY_OFFSET, step: 0.05 } as const;
const FROM_EXCAVATION = { en: 'from the line of excavation', es: 'desde la línea de excavación' };
const SHOTCRETE = { en: 'Shotcrete', es: 'Shotcrete' };
const UNIT_OF_DRAWING = { en: 'Unit of the drawing', es: 'Unidad del dibujo' };
const UNIT_NAMES: Readonly<Record<LengthUnitName, Texts>> = {
  m: { en: 'metres', es: 'metros' },
  mm: { en: 'millimetres', es: 'milímetros' },
  cm: { en: 'centimetres', es: 'centímetros' },
  km: { en: 'kilometres', es: 'kilómetros' },
  in: { en: 'inches', es: 'pulgadas' },
  ft: { en: 'feet', es: 'pies' },
  'us-ft': { en: 'US survey feet', es: 'pies de agrimensor (EE. UU.)' },
};
const UNITS: readonly Choice[] = Object.entries(UNIT_NAMES).map(([value, label]) => ({ value, label }));

function compound(
  field: Omit<Staged<CompoundField>, 'kind' | 'default' | 'numbers' | 'otherwise'> & {
    readonly otherwise?: Texts;
  },
  numbers: readonly NumberPart[] = [],
): Staged<CompoundField> {
  return { kind: 'compound', default: null, otherwise: NOT_SET, ...field, numbers };
}

function at<Bounds>(path: string, bounds: Bounds): Bounds & { readonly path: string } {
  return { path, ...bounds };
}

function toggle(field: Omit<Staged<SwitchField>, 'kind' | 'default'>): Staged<SwitchField> {
  return { kind: 'switch', default: false, ...field };
}

/** Field for what a class of objects is to the wall; not set, as for all objects, and muck counts as wall. */
function treatment(name: string, flag: string, label: Texts, en: string, es: string): Staged<ChoiceField> {
  return {
    key: `measure.${name}`,
    group: 'wall',
    stage: 'gather',
    flag: `${flag} <treatment>`,
    kind: 'choice',
    default: null,
    choices: [
      { value: 'left-out', label: { en: 'left out of the wall', es: 'fuera de la pared' } },
      { value: 'kept', label: { en: 'measured as wall', es: 'medidos como pared' } },
    ],
    label,
    help: {
      en: `the void ends on the rock behind ${en}, or on ${en}`,
      es: `el vacío llega a la roca detrás de ${es}, o hasta ${es}`,
    },
    otherwise: name === 'muck' ? MUCK_KEPT : AS_OBJECTS,
  };
}

/**
 * All fields of the survey question: the single source for the request schema, the command line options with their
 * help, the rows of the forms, the report's list of parameters with its hashes, and docs/parameters.md. Keys are paths in
 * `SurveyQuestion`, or name a file and how it is read.
 */
export const MEASURE_FIELDS: readonly Staged<Field>[] = [
  compound({
    key: 'axis',
    group: 'axis',
    stage: 'gather',
    flag: '--axis <file>',
    label: { en: 'Axis', es: 'Eje' },
    help: {
      en: 'axis in the mine grid: CSV (chainage,x,y,z), DXF, STR or LandXML',
      es: 'eje en el sistema de la mina: CSV (progresiva,x,y,z), DXF, STR o LandXML',
    },
    otherwise: { en: 'see --axis-of', es: 'véase --axis-of' },
  }),
  compound({
    key: 'measure.axis.line',
    group: 'axis',
    stage: 'gather',
    flag: '--axis-line <name>',
    label: { en: 'Line of the file', es: 'Línea del archivo' },
    help: {
      en: 'layer, string or alignment of the axis, where its file has several',
      es: 'capa, cadena o alineamiento del eje, si su archivo tiene varios',
    },
    otherwise: { en: 'the only one', es: 'la única' },
  }),
  {
    key: 'measure.axis.unit',
    group: 'axis',
    stage: 'gather',
    flag: '--axis-unit <unit>',
    kind: 'choice',
    default: null,
    choices: UNITS,
    label: UNIT_OF_DRAWING,
    help: { en: 'unit of the drawing of the axis', es: 'unidad del dibujo del eje' },
    otherwise: { en: 'as the drawing says', es: 'la que dice el dibujo' },
  },
  {
    key: 'measure.axis.elevation',
    group: 'axis',
    stage: 'gather',
    flag: '--axis-elevation <m>',
    kind: 'number',
    default: null,
    ...ELEVATION,
    step: 0.1,
    integer: false,
    label: { en: 'Elevation', es: 'Cota' },
    help: {
      en: 'elevation of an alignment that has no profile',
      es: 'cota de un alineamiento sin perfil longitudinal',
    },
    otherwise: { en: 'such an alignment is refused', es: 'no se acepta' },
  },
  {
    key: 'measure.axis.of',
    group: 'axis',
    stage: 'gather',
    flag: '--axis-of <what>',
    conflicts: 'axis',
    kind: 'choice',
    default: 'trajectory',
    choices: [
      { value: 'trajectory', label: { en: 'the trajectory', es: 'la trayectoria' } },
      { value: 'map', label: { en: 'the centreline of the void', es: 'el centro del vacío' } },
    ],
    label: { en: 'The axis follows', es: 'El eje sigue' },
    help: {
      en: 'what the axis follows without a file: the trajectory, or the centreline of the void',
      es: 'lo que sigue el eje sin archivo: la trayectoria o el centro del vacío',
    },
  },
  {
    key: 'measure.axis.kind',
    group: 'axis',
    stage: 'gather',
    flag: '--chainage-kind <kind>',
    kind: 'choice',
    default: null,
    choices: [
      { value: 'slope', label: { en: 'along the slope', es: 'por la pendiente' } },
      { value: 'horizontal', label: { en: 'in plan', es: 'en planta' } },
    ],
    label: { en: 'Chainage counted', es: 'Progresiva contada' },
    help: { en: 'chainage along the slope or in plan', es: 'progresiva por la pendiente o en planta' },
    otherwise: AS_AXIS,
  },
  {
    key: 'measure.axis.start',
    group: 'axis',
    stage: 'gather',
    flag: '--chainage-start <m>',
    kind: 'number',
    default: null,
    ...CHAINAGE_BOUNDS,
    isChainage: true,
    step: 1,
    integer: false,
    label: { en: 'Begins at', es: 'Empieza en' },
    help: { en: 'chainage of the first point of the axis', es: 'progresiva del primer punto del eje' },
    otherwise: AS_AXIS,
  },
  toggle({
    key: 'measure.axis.reversed',
    group: 'axis',
    stage: 'gather',
    flag: '--chainage-reversed',
    label: { en: 'From the other end', es: 'Desde el otro extremo' },
    help: { en: 'reverse the chainage', es: 'invertir la progresiva' },
  }),
  compound(
    {
      key: 'chainage',
      group: 'wall',
      stage: 'measure',
      flag: '--chainage <from:to>',
      label: { en: 'Range', es: 'Tramo' },
      help: { en: 'range to measure', es: 'tramo que se mide' },
      otherwise: ALL_SURVEYED,
    },
    [at('chainage.from', CHAINAGE_BOUNDS), at('chainage.to', CHAINAGE_BOUNDS)],
  ),
  {
    key: 'measure.sections',
    group: 'wall',
    stage: 'gather',
    flag: '--sections <plane>',
    kind: 'choice',
    default: 'normal',
    choices: [
      { value: 'normal', label: { en: 'normal to the axis', es: 'normales al eje' } },
      { value: 'vertical', label: { en: 'vertical', es: 'verticales' } },
    ],
    label: { en: 'Section orientation', es: 'Orientación de las secciones' },
    help: {
      en: 'plane of the sections; the volume is the same',
      es: 'plano de las secciones; el volumen es el mismo',
    },
  },
  {
    key: 'measure.objects',
    group: 'wall',
    stage: 'gather',
    flag: '--keep-objects',
    flagged: 'kept',
    kind: 'choice',
    default: 'left-out',
    choices: [
      { value: 'left-out', label: { en: 'left out of the wall', es: 'fuera de la pared' } },
      { value: 'kept', label: { en: 'measured as wall', es: 'medidos como pared' } },
    ],
    label: { en: 'Ducts, vehicles, boxes', es: 'Mangas, equipos, cajas' },
    help: {
      en: 'measure ducts, boxes and vehicles that stand clear of the wall as wall',
      es: 'medir como pared mangas, cajas y equipos separados de la pared',
    },
  },
  treatment('mesh', '--mesh', { en: 'Wire mesh', es: 'Malla' }, 'mesh', 'la malla'),
  treatment('ducts', '--ducts', { en: 'Ducts', es: 'Mangas' }, 'ducts', 'las mangas'),
  treatment(
    'vehicles',
    '--vehicles',
    { en: 'Vehicles, boxes', es: 'Equipos, cajas' },
    'vehicles and boxes',
    'los equipos y cajas',
  ),
  treatment('muck', '--muck', { en: 'Muck', es: 'Carga (desmonte)' }, 'heaps of muck', 'la carga'),
  compound(
    {
      key: 'measure.corrections',
      group: 'wall',
      stage: 'measure',
      flag: '--corrections <file>',
      label: { en: 'Corrections by hand', es: 'Correcciones a mano' },
      help: {
        en: 'boxes by hand that say what is an object of which class, or rock: CSV',
        es: 'cajas a mano que dicen qué es un objeto y de qué clase, o roca: CSV',
      },
      usage: {
        en: 'class,from,to,left_from,left_to,up_from,up_to',
        es: 'class,from,to,left_from,left_to,up_from,up_to',
      },
      otherwise: NONE_F,
    },
    [
      at(`${BOX}.from`, {
        ...CHAINAGE_BOUNDS,
        step: 0.5,
        label: { en: 'From chainage', es: 'Desde la progresiva' },
      }),
      at(`${BOX}.to`, {
        ...CHAINAGE_BOUNDS,
        step: 0.5,
        label: { en: 'To chainage', es: 'Hasta la progresiva' },
      }),
      at(`${BOX}.leftFrom`, { ...BOX_SIDE, label: { en: 'Left, from', es: 'Izquierda, desde' } }),
      at(`${BOX}.leftTo`, { ...BOX_SIDE, label: { en: 'Left, to', es: 'Izquierda, hasta' } }),
      at(`${BOX}.upFrom`, { ...BOX_SIDE, label: { en: 'Up, from', es: 'Altura, desde' } }),
      at(`${BOX}.upTo`, { ...BOX_SIDE, label: { en: 'Up, to', es: 'Altura, hasta' } }),
    ],
  ),
  {
    key: 'interval',
    group: 'sections',
    stage: 'measure',
    flag: '--interval <m>',
    kind: 'number',
    default: 0.5,
    unit: 'm',
    min: 0.01,
    max: 100,
    step: 0.1,
    integer: false,
    label: { en: 'Between sections', es: 'Entre secciones' },
    help: {
      en: 'between sections; the volume itself does not depend on it',
      es: 'entre secciones; el volumen mismo no depende de ello',
    },
  },
  compound(
    {
      key: 'measure.stations',
      group: 'sections',
      stage: 'measure',
      flag: '--stations <list>',
      label: { en: 'Only at chainages', es: 'Solo en progresivas' },
      help: {
        en: 'chainages of the sections in place of an interval: 10,20.5,0+30',
        es: 'progresivas de las secciones en vez de un intervalo: 10,20.5,0+30',
      },
      usage: { en: 'or a file of them', es: 'o un archivo de ellas' },
      otherwise: { en: 'at the interval', es: 'al intervalo' },
    },
    [at('measure.stations.*', CHAINAGE_BOUNDS)],
  ),
  {
    key: 'measure.outline',
    group: 'sections',
    stage: 'gather',
    flag: '--outline <of>',
    kind: 'choice',
    default: 'radial',
    choices: [
      { value: 'radial', label: { en: 'mean of the points', es: 'media de los puntos' } },
      { value: 'solid', label: { en: 'cut from the solid', es: 'cortado del sólido' } },
    ],
    label: { en: 'Outline', es: 'Contorno' },
    help: {
      en: 'outline of the points of a slab, which is smoother, or of the closed solid',
      es: 'contorno de los puntos de una rebanada, con menos ruido, o del sólido cerrado',
    },
  },
  {
    key: 'measure.recessLine',
    group: 'sections',
    stage: 'gather',
    flag: '--recess-line <of>',
    kind: 'choice',
    default: 'jambs',
    choices: [
      { value: 'jambs', label: { en: 'from jamb to jamb', es: 'de jamba a jamba' } },
      { value: 'design', label: { en: 'on the design', es: 'en el diseño' } },
    ],
    label: { en: 'Niches and cross-cuts begin', es: 'Nichos y estocadas empiezan' },
    help: {
      en: 'drive line across niches and cross-cuts: jamb to jamb, or the design if there is one',
      es: 'línea de la labor en nichos y estocadas: de jamba a jamba, o el diseño si lo hay',
    },
  },
  {
    key: 'measure.recessDepth',
    group: 'sections',
    stage: 'gather',
    flag: '--recess-depth <m>',
    kind: 'number',
    default: USUAL_RECESS_DEPTH,
    unit: 'm',
    min: 0.2,
    max: 3,
    step: 0.1,
    integer: false,
    label: { en: 'Least depth of a niche', es: 'Profundidad mínima de un nicho' },
    help: {
      en: 'void less deep than this beyond the wall line is overbreak, not a niche or cross-cut',
      es: 'un vacío menos profundo detrás de la línea de pared es sobrerotura, no nicho ni estocada',
    },
  },
  {
    key: 'measure.waterDepth',
    group: 'wall',
    stage: 'gather',
    flag: '--water-depth <m>',
    kind: 'number',
    default: null,
    unit: 'm',
    min: 0,
    max: MAX_WATER_DEPTH,
    step: 0.05,
    integer: false,
    label: { en: 'Mean depth of standing water', es: 'Profundidad media del agua empozada' },
    help: {
      en: 'mean depth of the water on the floor, from some readings with a rod: the volume then reaches down to the rock',
      es: 'profundidad media del agua en el piso, de algunas lecturas con una vara: el volumen llega entonces hasta la roca',
    },
    otherwise: {
      en: 'not known: the volume ends at the water',
      es: 'no se conoce: el volumen llega hasta el espejo de agua',
    },
  },
  {
    key: 'rangeBias',
    group: 'uncertainty',
    stage: 'measure',
    flag: '--range-bias <m>',
    kind: 'number',
    default: null,
    unit: 'm',
    min: 0,
    max: MAX_RANGE_BIAS,
    step: 0.001,
    shown: { unit: 'mm', size: 0.001 },
    integer: false,
    label: { en: 'Range error of the sensor', es: 'Error de distancia del sensor' },
    help: {
      en: 'bound of the systematic error of all ranges, 0 where the sensor was calibrated',
      es: 'cota del error sistemático de todas las distancias, 0 si el sensor fue calibrado',
    },
    otherwise: { en: 'as its maker states', es: 'la del fabricante' },
  },
  compound({
    key: 'design',
    group: 'design',
    stage: 'measure',
    flag: '--design <file>',
    label: { en: 'Design', es: 'Diseño' },
    help: {
      en: 'design section or programme, for over- and underbreak: JSON, DXF or STR',
      es: 'sección o programa de diseño, para sobrerotura y subrotura: JSON, DXF o STR',
    },
  }),
  compound({
    key: 'design.line',
    group: 'design',
    stage: 'measure',
    flag: '--design-line <name>',
    label: { en: 'Layer or string', es: 'Capa o cadena' },
    help: {
      en: 'layer or string of the section, where a drawing has several',
      es: 'capa o cadena de la sección, si el dibujo tiene varias',
    },
    otherwise: { en: 'the only closed outline', es: 'el único contorno cerrado' },
  }),
  {
    key: 'design.unit',
    group: 'design',
    stage: 'measure',
    flag: '--design-unit <unit>',
    kind: 'choice',
    default: null,
    choices: UNITS,
    label: UNIT_OF_DRAWING,
    help: { en: 'unit of a drawn section', es: 'unidad de una sección dibujada' },
    otherwise: { en: 'as the drawing says', es: 'la que dice el dibujo' },
  },
  {
    key: 'design.plane',
    group: 'design',
    stage: 'measure',
    flag: '--design-plane <plane>',
    kind: 'choice',
    default: null,
    choices: [
      { value: 'easting-northing', label: { en: 'easting and northing', es: 'este y norte' } },
      { value: 'easting-elevation', label: { en: 'easting and elevation', es: 'este y cota' } },
      { value: 'northing-elevation', label: { en: 'northing and elevation', es: 'norte y cota' } },
    ],
    label: { en: 'Drawn in', es: 'Dibujado en' },
    help: { en: 'coordinates of a drawn section', es: 'coordenadas de una sección dibujada' },
    otherwise: { en: 'the two that vary', es: 'las dos que varían' },
  },
  compound({
    key: 'design.axisAt',
    group: 'design',
    stage: 'measure',
    flag: '--design-axis-at <across,up>',
    label: { en: 'Axis at', es: 'Eje en' },
    help: { en: 'place of the axis in the drawing, m', es: 'lugar del eje en el dibujo, m' },
    otherwise: { en: 'its origin', es: 'su origen' },
  }),
  {
    key: 'design.view',
    group: 'design',
    stage: 'measure',
    flag: '--design-view <way>',
    kind: 'choice',
    default: 'up-chainage',
    choices: [
      { value: 'up-chainage', label: { en: 'towards higher chainage', es: 'hacia mayor progresiva' } },
      { value: 'down-chainage', label: { en: 'towards lower chainage', es: 'hacia menor progresiva' } },
    ],
    label: { en: 'View direction', es: 'Dirección de vista' },
    help: { en: 'direction of view of a drawn section', es: 'dirección de vista de una sección dibujada' },
  },
  compound(
    {
      key: 'design.shotcrete',
      group: 'design',
      stage: 'measure',
      flag: '--shotcrete <m[:side]>',
      label: SHOTCRETE,
      help: { en: 'thickness of the shotcrete', es: 'espesor del shotcrete' },
      usage: {
        en: 'up to 1 m, where the design does not say; with ":outward" where the section is the finished line',
        es: 'hasta 1 m, si el diseño no lo dice; con ":outward" si la sección es la línea terminada',
      },
      otherwise: NONE,
    },
    [
      at('design.shotcrete.thickness', {
        unit: 'm',
        min: 0,
        max: MAX_SHOTCRETE,
        step: 0.01,
        label: SHOTCRETE,
        help: { en: 'thickness', es: 'espesor' },
        otherwise: NONE,
      }),
    ],
  ),
  {
    key: 'payLimit',
    group: 'contract',
    stage: 'measure',
    flag: '--pay-line <m>',
    kind: 'number',
    default: 0,
    ...OFFSET,
    integer: false,
    label: { en: 'Pay line', es: 'Línea de pago' },
    help: {
      en: 'overbreak that is paid, from the line of excavation outwards',
      es: 'sobrerotura que se paga, desde la línea de excavación hacia fuera',
    },
    usage: UNLESS_DESIGN_SAYS,
    otherwise: { en: 'none', es: 'ninguna' },
  },
  compound(
    {
      key: 'design.tolerance',
      group: 'contract',
      stage: 'measure',
      flag: '--tolerance <over:under>',
      label: { en: 'Tolerance', es: 'Tolerancia' },
      help: {
        en: 'over- and underbreak that the contract tolerates, m',
        es: 'sobrerotura y subrotura que tolera el contrato, m',
      },
      usage: UNLESS_DESIGN_SAYS,
    },
    [
      at('design.tolerance.over', {
        ...OFFSET,
        label: { en: 'Tolerance outwards', es: 'Tolerancia hacia fuera' },
        help: FROM_EXCAVATION,
        otherwise: { en: 'none', es: 'ninguna' },
      }),
      at('design.tolerance.under', {
        ...OFFSET,
        label: { en: 'Tolerance inwards', es: 'Tolerancia hacia dentro' },
        help: FROM_EXCAVATION,
        otherwise: { en: 'none', es: 'ninguna' },
      }),
    ],
  ),
  compound(
    {
      key: 'measure.rounds',
      group: 'extras',
      stage: 'measure',
      flag: '--rounds <chainages>',
      conflicts: 'roundLength',
      label: { en: 'Blasting rounds', es: 'Disparos' },
      help: {
        en: 'bounds of the blasting rounds, one after another, such as 10,13.2,16.5',
        es: 'límites de los disparos, uno tras otro, por ejemplo 10,13.2,16.5',
      },
      usage: {
        en: 'or a file of them or of name,from,to',
        es: 'o un archivo de ellos o de nombre,desde,hasta',
      },
    },
    [at('measure.rounds.rounds.*.from', CHAINAGE_BOUNDS), at('measure.rounds.rounds.*.to', CHAINAGE_BOUNDS)],
  ),
  compound(
    {
      key: 'measure.rounds.length',
      group: 'extras',
      stage: 'measure',
      flag: '--round-length <start:length>',
      label: { en: 'Rounds of one length', es: 'Disparos de una longitud' },
      help: {
        en: 'rounds of one length from a chainage on',
        es: 'disparos de una longitud desde una progresiva',
      },
    },
    [
      at('measure.rounds.start', {
        ...CHAINAGE_BOUNDS,
        step: 0.5,
        label: { en: 'First from chainage', es: 'El primero desde la progresiva' },
      }),
      at('measure.rounds.length', {
        unit: 'm',
        min: SHORTEST_ROUND,
        max: 100,
        step: 0.1,
        label: { en: 'Length', es: 'Longitud' },
      }),
    ],
  ),
  {
    key: 'measure.material.density',
    group: 'extras',
    stage: 'publish',
    flag: '--density <t/m3>',
    kind: 'number',
    default: null,
    unit: 't/m³',
    ...DENSITIES,
    hasOwnRefusal: true,
    step: 0.1,
    integer: false,
    label: { en: 'Density in place', es: 'Densidad en banco' },
    help: {
      en: 'density of the rock in place, for tonnes, such as 2.7',
      es: 'densidad de la roca en banco, para toneladas, por ejemplo 2.7',
    },
    otherwise: NOT_SET,
  },
  {
    key: 'measure.material.swell',
    group: 'extras',
    stage: 'publish',
    flag: '--swell <share>',
    kind: 'number',
    default: null,
    unit: '',
    ...SWELLS,
    hasOwnRefusal: true,
    step: 0.05,
    shown: { unit: '%', size: 0.01 },
    integer: false,
    label: { en: 'Swell', es: 'Esponjamiento' },
    help: {
      en: 'share by which the rock grows when it is broken, such as 0.4 (40 %)',
      es: 'parte en que crece la roca al fragmentarse, por ejemplo 0.4 (40 %)',
    },
    otherwise: { en: '0', es: '0' },
  },
  {
    key: 'measure.grade.baseLength',
    group: 'extras',
    stage: 'publish',
    flag: '--grade-base <m>',
    kind: 'number',
    default: null,
    unit: 'm',
    min: 0.1,
    max: 1000,
    step: 1,
    integer: false,
    label: { en: 'Base length', es: 'Longitud base' },
    help: { en: 'gradient of the floor over this length', es: 'gradiente del piso sobre esta longitud' },
    otherwise: {
      en: '10 with --grade-design, else not set',
      es: '10 con --grade-design; si no, sin definir',
    },
  },
  compound(
    {
      key: 'measure.grade.design',
      group: 'extras',
      stage: 'publish',
      flag: '--grade-design <of>',
      label: { en: 'Design grade', es: 'Pendiente de diseño' },
      help: {
        en: 'design gradient of the floor in per cent, 0:120:12.5,120:180:0, or a file of it or of elevations',
        es: 'gradiente de diseño del piso en por ciento, 0:120:12.5,120:180:0, o un archivo de ella o de cotas',
      },
    },
    [
      at('measure.grade.design.points.*.chainage', CHAINAGE_BOUNDS),
      at('measure.grade.design.points.*.elevation', ELEVATION),
      at('measure.grade.design.runs.*.from', CHAINAGE_BOUNDS),
      at('measure.grade.design.runs.*.to', CHAINAGE_BOUNDS),
      at('measure.grade.design.runs.*.percent', {
        unit: '%',
        min: -1000,
        max: 1000,
        step: 0.1,
        label: { en: 'Gradient by design', es: 'Gradiente de diseño' },
        help: {
          en: 'positive where the floor rises with the chainage',
          es: 'positiva donde el piso sube con la progresiva',
        },
        otherwise: { en: 'none', es: 'ninguna' },
      }),
    ],
  ),
  {
    key: 'measure.grade.design.startElevation',
    group: 'extras',
    stage: 'publish',
    flag: '--grade-start <m>',
    kind: 'number',
    default: null,
    ...ELEVATION,
    step: 0.1,
    integer: false,
    label: { en: 'Elevation at the start', es: 'Cota al inicio' },
    help: {
      en: 'elevation of the floor where those gradients begin',
      es: 'cota del piso donde empiezan esas gradientes',
    },
    otherwise: NOT_SET,
  },
  compound(
    {
      key: 'measure.vehicle',
      group: 'extras',
      stage: 'publish',
      flag: '--vehicle <WxHxL>',
      label: { en: 'Vehicle', es: 'Equipo' },
      help: {
        en: 'width, height and length of a vehicle, for whether it passes',
        es: 'ancho, alto y largo de un equipo, para saber si pasa',
      },
    },
    [
      at('measure.vehicle.width', { ...VEHICLE, step: 0.05, label: { en: 'Width', es: 'Ancho' } }),
      at('measure.vehicle.height', { ...VEHICLE, step: 0.05, label: { en: 'Height', es: 'Alto' } }),
      at('measure.vehicle.length', { ...VEHICLE, step: 0.05, label: { en: 'Length', es: 'Largo' } }),
      at('measure.vehicle.placement.left', { unit: 'm', min: -100, max: 100 }),
    ],
  ),
  {
    key: 'measure.vehicle.groundClearance',
    group: 'extras',
    stage: 'publish',
    flag: '--ground-clearance <m>',
    kind: 'number',
    default: DEFAULT_GROUND_CLEARANCE,
    unit: 'm',
    min: 0,
    // Lower than the highest vehicle, as each is lower than its own.
    max: VEHICLE.max - VEHICLE.min,
    step: 0.05,
    integer: false,
    label: { en: 'Ground clearance', es: 'Altura libre al piso' },
    help: {
      en: 'ground clearance of the vehicle: what is lower passes under it',
      es: 'altura libre del equipo: lo más bajo pasa por debajo',
    },
  },
  {
    key: 'measure.vehicle.wheelbase',
    group: 'extras',
    stage: 'publish',
    flag: '--wheelbase <m>',
    kind: 'number',
    default: null,
    ...VEHICLE,
    step: 0.1,
    integer: false,
    label: { en: 'Wheelbase', es: 'Distancia entre ejes' },
    help: { en: 'wheelbase of the vehicle', es: 'distancia entre ejes del equipo' },
    otherwise: { en: 'not known', es: 'no se conoce' },
  },
  compound({
    key: 'measure.vehicle.placement',
    group: 'extras',
    stage: 'publish',
    flag: '--vehicle-place <place>',
    label: { en: 'Drives', es: 'Circula' },
    help: { en: 'where the vehicle drives', es: 'por dónde circula el equipo' },
    usage: {
      en: 'given as best, middle, or metres to the left of the axis, up to 100',
      es: 'dado como best, middle, o metros a la izquierda del eje, hasta 100',
    },
    choices: [
      { value: 'best', label: { en: 'where it fits best', es: 'por donde mejor cabe' } },
      { value: 'middle', label: { en: 'in the middle', es: 'por el medio' } },
    ],
    otherwise: { en: 'best', es: 'best' },
  }),
  {
    key: 'design.minClearance',
    group: 'report',
    stage: 'measure',
    flag: '--min-clearance <m>',
    kind: 'number',
    default: null,
    ...OFFSET,
    integer: false,
    label: { en: 'Clearance', es: 'Gálibo' },
    help: {
      en: 'distance inside the finished line within which nothing may stand',
      es: 'distancia dentro de la línea terminada en la que no puede haber nada',
    },
    usage: UNLESS_DESIGN_SAYS,
    otherwise: NONE,
  },
  toggle({
    key: 'measure.unrolled',
    group: 'report',
    stage: 'publish',
    flag: '--unrolled',
    label: { en: 'Unrolled wall', es: 'Pared desarrollada' },
    help: { en: 'show the unrolled wall in the report', es: 'mostrar la pared desarrollada en el informe' },
  }),
];
