import { hasMatchLimit, isSoftMethod, METHOD_IDS, type MethodId } from '../model/registration-ids.ts';
import type { Texts } from '../model/texts.ts';
import type { ChoiceField, NumberField, SwitchField } from './field.ts';

/** Option of the registration methods, with the methods that it belongs to. */
export type LabField = (NumberField | SwitchField | ChoiceField) & {
  readonly flag: string;
  readonly methods: readonly MethodId[];
};

/** Methods that match each point to one element: all but the soft ones. */
const HARD = METHOD_IDS.filter((id) => !isSoftMethod(id));
const SOFT = METHOD_IDS.filter(isSoftMethod);
const NEWTON = METHOD_IDS.filter((id) => id.startsWith('newton'));
const GICP: readonly MethodId[] = ['gicp', 'vgicp'];
const ROBUST: readonly MethodId[] = ['icp-plane', ...GICP];
/** Methods with the Armijo rule. */
const ARMIJO: readonly MethodId[] = [...NEWTON, 'ndt', 'icp-intensity'];
/** Of a switch that is on: its flag turns it off. */
const LEFT_OUT: Texts = { en: 'which this leaves out', es: 'lo que esto omite' };
const FITTED: Texts = { en: 'fitted to the clouds', es: 'ajustado a las nubes' };

/** A length that is a share of the target's spread where that is under a metre. */
function ofSpread(metres: string): Texts {
  return {
    en: `${metres} m; in a cloud whose spread is under a metre, that share of it`,
    es: `${metres} m; en una nube cuya extensión es menor que un metro, esa parte de ella`,
  };
}

type Shown = Omit<NumberField, 'kind' | 'default' | 'integer' | 'unit'>;

/** Field for a number; null for `standard`: not set. */
function number(
  methods: readonly MethodId[],
  standard: number | null,
  unit: string,
  field: Shown,
): NumberField & LabField {
  return { kind: 'number', integer: false, unit, default: standard, methods, ...field } as NumberField &
    LabField;
}

/** Field for a whole number without a unit. */
function count(methods: readonly MethodId[], standard: number | null, field: Shown): NumberField & LabField {
  return { ...number(methods, standard, '', field), integer: true };
}

function toggle(
  methods: readonly MethodId[],
  standard: boolean,
  field: Omit<SwitchField, 'kind' | 'default'> & { readonly flag: string },
): LabField {
  return { kind: 'switch', default: standard, methods, ...field };
}

/**
 * Options of the lab's methods: the single source for the command line of `register`, the lab panel of the window, the
 * validation and docs/parameters.md. The key is the path in `ChosenOptions` of the lab, except for those of
 * `NOT_OF_THE_METHOD`. Lengths are squared where the papers square them.
 */
export const LAB_FIELDS: readonly LabField[] = [
  number(METHOD_IDS, null, 'm', {
    key: 'downsample',
    flag: '--downsample <m>',
    min: 0,
    max: 100,
    step: 0.05,
    label: { en: 'Voxel size', es: 'Tamaño de vóxel' },
    help: {
      en: 'keep the mean of each cube of this edge, 0 keeps all',
      es: 'conservar la media de cada cubo de esta arista; 0 conserva todo',
    },
    otherwise: {
      en: '0; where the points lie unevenly, as the rings of a scan, an edge that evens them out',
      es: '0; donde los puntos son muy desparejos, como los anillos de un barrido, una arista que los empareja',
    },
  }),
  number(METHOD_IDS.filter(hasMatchLimit), null, 'm', {
    key: 'maxDistance',
    flag: '--max-distance <m>',
    min: 1e-6,
    max: 1e6,
    step: 0.1,
    label: { en: 'Greatest match distance', es: 'Mayor distancia de correspondencia' },
    help: {
      en: 'pairs farther apart are no match',
      es: 'los pares más alejados no corresponden',
    },
    otherwise: {
      en: 'two and a half times the median distance at the start',
      es: 'dos veces y media la distancia mediana al inicio',
    },
  }),
  count(HARD, 100, {
    key: 'maxIterations',
    flag: '--max-iterations <n>',
    min: 0,
    max: 10_000,
    step: 1,
    label: { en: 'Max. iterations', es: 'Máx. de iteraciones' },
    help: {
      en: 'most steps; the soft methods end with their temperatures',
      es: 'máximo de pasos; los métodos suaves terminan con sus temperaturas',
    },
  }),
  number(HARD, null, 'm', {
    key: 'rmsTolerance',
    flag: '--rms-tolerance <m>',
    min: 0,
    max: 1e6,
    step: 1e-5,
    label: { en: 'Least change of the RMS', es: 'Menor cambio del RMS' },
    help: {
      en: 'stop when the RMS changes by less between two iterations',
      es: 'terminar cuando el RMS cambia menos entre dos iteraciones',
    },
    otherwise: ofSpread('0.00001'),
  }),
  number(HARD, null, 'm', {
    key: 'rmsThreshold',
    flag: '--rms-threshold <m>',
    min: 0,
    max: 1e6,
    step: 1e-6,
    label: { en: 'RMS that is enough', es: 'RMS suficiente' },
    help: { en: 'stop when the RMS falls below', es: 'terminar cuando el RMS baja de este valor' },
    otherwise: ofSpread('0.000001'),
  }),
  {
    kind: 'choice',
    key: 'family',
    flag: '--family <rigid|similarity|affine>',
    methods: ['icp-point'],
    default: 'rigid',
    choices: [
      { value: 'rigid', label: { en: 'rigid', es: 'rígida' } },
      { value: 'similarity', label: { en: 'similarity: with one scale', es: 'semejanza: con una escala' } },
      { value: 'affine', label: { en: 'affine', es: 'afín' } },
    ],
    label: { en: 'Family of transforms', es: 'Familia de transformaciones' },
    help: {
      en: 'transforms among which it seeks: a similarity shows a wrong scale of a cloud, an affine map a skew too',
      es: 'transformaciones entre las que busca: una semejanza muestra una escala errada de una nube; una afín, además, una deformación',
    },
  },
  count(['icp-plane', 'newton-plane', 'newton-custom'], 4, {
    key: 'normalNeighbours',
    flag: '--normal-neighbours <k>',
    min: 2,
    max: 100,
    step: 1,
    label: { en: 'Neighbours of a normal', es: 'Vecinos de una normal' },
    help: {
      en: 'points, besides the point itself, whose plane gives its normal; more for noisy clouds',
      es: 'puntos, además del propio, cuyo plano da la normal; más con nubes ruidosas',
    },
  }),
  count(['newton-second-order'], 12, {
    key: 'curvatureNeighbours',
    flag: '--curvature-neighbours <k>',
    min: 5,
    max: 200,
    step: 1,
    label: { en: 'Neighbours of a curvature', es: 'Vecinos de una curvatura' },
    help: {
      en: 'points, besides the point itself, whose quadric gives its radii of curvature',
      es: 'puntos, además del propio, cuya cuádrica da los radios de curvatura',
    },
  }),
  count(['icp-approx', ...NEWTON], null, {
    key: 'cellLevel',
    flag: '--cell-level <n>',
    min: 0,
    max: 30,
    step: 1,
    label: { en: 'Level of the cells', es: 'Nivel de las celdas' },
    help: {
      en: 'match to the cells of this level of a k-d tree, 0 its root: fewer are faster and less accurate; this makes newton-point and newton-plane GRICPPT and GRICPPL',
      es: 'corresponder con las celdas de este nivel de un árbol k-d, 0 su raíz: menos son más rápidas y menos exactas; así newton-point y newton-plane son GRICPPT y GRICPPL',
    },
    otherwise: {
      en: 'the points themselves; of icp-approx the leaves',
      es: 'los puntos mismos; en icp-approx las hojas',
    },
  }),
  number(ARMIJO, 0.5, '', {
    key: 'armijoShrink',
    flag: '--armijo-shrink <beta>',
    min: 0.01,
    max: 0.99,
    step: 0.05,
    label: { en: 'Armijo: factor of a step', es: 'Armijo: factor del paso' },
    help: {
      en: 'factor between the steps that are tried, beta of the Armijo rule',
      es: 'factor entre los pasos que se prueban, beta de la regla de Armijo',
    },
  }),
  number(ARMIJO, 1e-4, '', {
    key: 'armijoDecrease',
    flag: '--armijo-decrease <sigma>',
    min: 1e-9,
    max: 0.99,
    step: 1e-4,
    label: { en: 'Armijo: least decrease', es: 'Armijo: descenso mínimo' },
    help: {
      en: 'share of the decrease that the slope predicts which a step must reach, sigma of the Armijo rule',
      es: 'parte del descenso previsto por la pendiente que un paso debe alcanzar, sigma de la regla de Armijo',
    },
  }),
  number(['newton-point'], 4, '', {
    key: 'armijoLongest',
    flag: '--armijo-longest <n>',
    min: 1,
    max: 16,
    step: 1,
    label: { en: 'Armijo: longest step', es: 'Armijo: paso más largo' },
    help: {
      en: 'longest step that is tried first, in Newton steps, where whole ones creep; 1 is the rule of the paper, and all that a graphics card tries',
      es: 'paso más largo que se prueba primero, en pasos de Newton, donde los enteros avanzan poco; 1 es la regla del artículo, y lo único que prueba una tarjeta gráfica',
    },
  }),
  number(['newton-custom'], 30, 's', {
    key: 'distanceLimit',
    flag: '--distance-limit <s>',
    min: 0.1,
    max: 3600,
    step: 5,
    label: { en: 'Time for the distance', es: 'Tiempo para la distancia' },
    help: {
      en: 'time that the module of --distance may take for all points, before it is ended',
      es: 'tiempo que el módulo de --distance puede usar para todos los puntos, antes de terminarlo',
    },
  }),
  {
    kind: 'choice',
    key: 'softFigures',
    flag: '--soft-figures <clouds|paper>',
    methods: SOFT,
    default: 'clouds',
    choices: [
      { value: 'clouds', label: { en: 'fitted to the clouds', es: 'ajustadas a las nubes' } },
      { value: 'paper', label: { en: 'of the paper (its bunny)', es: 'del artículo (su conejo)' } },
    ],
    label: { en: 'Figures', es: 'Cifras' },
    help: {
      en: 'where the figures that are not set come from: spread, spacing and start of the clouds, or the paper, whose bunny is 0.15 m across',
      es: 'de dónde salen las cifras que no se dan: extensión, espaciado e inicio de las nubes, o el artículo, cuyo conejo mide 0.15 m',
    },
  },
  number(['em-icp'], null, 'm²', {
    key: 'emIcp.sigmaP2',
    flag: '--em-first <m2>',
    min: 1e-12,
    max: 1e6,
    step: 0.01,
    label: { en: 'First σp²', es: 'Primer σp²' },
    help: {
      en: 'first sigma_p^2: about the squared matching distance at the start, larger for a worse start',
      es: 'primer sigma_p^2: cerca del cuadrado de la distancia al inicio; mayor con un inicio peor',
    },
    otherwise: FITTED,
  }),
  number(['em-icp'], null, 'm²', {
    key: 'emIcp.sigmaInf',
    flag: '--em-last <m2>',
    min: 1e-15,
    max: 1e6,
    step: 0.001,
    label: { en: 'Last σp²', es: 'Último σp²' },
    help: {
      en: 'last sigma_p^2: about the squared noise of the points',
      es: 'último sigma_p^2: cerca del cuadrado del ruido de los puntos',
    },
    otherwise: FITTED,
  }),
  number(['em-icp'], 0.9, '', {
    key: 'emIcp.sigmaFactor',
    flag: '--em-factor <f>',
    min: 0.01,
    max: 0.999,
    step: 0.01,
    label: { en: 'Factor of σp²', es: 'Factor de σp²' },
    help: {
      en: 'factor of sigma_p^2 per step: nearer to 1 is slower and safer',
      es: 'factor de sigma_p^2 por paso: más cerca de 1 es más lento y más seguro',
    },
  }),
  number(['em-icp'], null, 'm²', {
    key: 'emIcp.d02',
    flag: '--em-outlier <m2>',
    min: 1e-15,
    max: 1e6,
    step: 0.01,
    label: { en: 'Outliers beyond d0²', es: 'Atípicos desde d0²' },
    help: {
      en: 'squared distance beyond which a point has no match',
      es: 'distancia al cuadrado desde la que un punto no tiene correspondencia',
    },
    otherwise: FITTED,
  }),
  number(['em-icp'], null, '', {
    key: 'emIcp.tolerance',
    flag: '--em-tolerance <f>',
    min: 0,
    max: 1,
    step: 1e-5,
    label: { en: 'Stop tolerance', es: 'Tolerancia de parada' },
    help: {
      en: 'pose error, as a share of the spread, at which it may stop early; 0 runs all steps',
      es: 'error de la pose, como parte de la extensión, con el que puede parar antes; 0 recorre todos los pasos',
    },
    otherwise: FITTED,
  }),
  number(['softassign'], null, 'm²', {
    key: 'softassign.firstTemperature',
    flag: '--soft-first <m2>',
    min: 1e-12,
    max: 1e6,
    step: 0.01,
    label: { en: 'First temperature', es: 'Primera temperatura' },
    help: {
      en: 'first temperature T0: about the squared matching distance at the start, larger for a worse start',
      es: 'primera temperatura T0: cerca del cuadrado de la distancia al inicio; mayor con un inicio peor',
    },
    otherwise: FITTED,
  }),
  number(['softassign'], null, '', {
    key: 'softassign.temperatureFactor',
    flag: '--soft-factor <f>',
    min: 0.01,
    max: 1,
    step: 0.01,
    label: { en: 'Factor of the temperature', es: 'Factor de la temperatura' },
    help: {
      en: 'factor from one temperature to the next: nearer to 1 is slower and safer',
      es: 'factor de una temperatura a la siguiente: más cerca de 1 es más lento y más seguro',
    },
    otherwise: { en: '0.9; the paper’s 0.95', es: '0.9; el del artículo 0.95' },
  }),
  count(['softassign'], null, {
    key: 'softassign.temperatures',
    flag: '--soft-temperatures <n>',
    min: 1,
    max: 10_000,
    step: 1,
    label: { en: 'Temperatures', es: 'Temperaturas' },
    help: { en: 'number of temperatures (JMAX)', es: 'número de temperaturas (JMAX)' },
    otherwise: {
      en: 'down to the squared spacing of the points',
      es: 'hasta el cuadrado del espaciado de los puntos',
    },
  }),
  count(['softassign'], null, {
    key: 'softassign.stepsPerTemperature',
    flag: '--soft-steps <n>',
    min: 1,
    max: 1000,
    step: 1,
    label: { en: 'Steps per temperature', es: 'Pasos por temperatura' },
    help: {
      en: 'most pose steps at one temperature (I0)',
      es: 'máximo de pasos de la pose por temperatura (I0)',
    },
    otherwise: { en: '2; the paper’s 5', es: '2; los del artículo 5' },
  }),
  count(['softassign'], 3, {
    key: 'softassign.sinkhornIterations',
    flag: '--soft-sinkhorn <n>',
    min: 1,
    max: 100,
    step: 1,
    label: { en: 'Normalisations per step', es: 'Normalizaciones por paso' },
    help: {
      en: 'row and column normalisations per step (I1)',
      es: 'normalizaciones de filas y columnas por paso (I1)',
    },
  }),
  number(['softassign'], null, 'm²', {
    key: 'softassign.alpha',
    flag: '--soft-alpha <m2>',
    min: 0,
    max: 1e6,
    step: 0.01,
    label: { en: 'Match rather than none up to α', es: 'Corresponder hasta α' },
    help: {
      en: 'squared distance up to which a match is preferred to none (alpha)',
      es: 'distancia al cuadrado hasta la que se prefiere una correspondencia a ninguna (alfa)',
    },
    otherwise: FITTED,
  }),
  number(['softassign'], null, '', {
    key: 'softassign.moutlier',
    flag: '--soft-outlier <w>',
    min: 0,
    max: 1e6,
    step: 0.01,
    label: { en: 'Weight of an outlier', es: 'Peso de un atípico' },
    help: {
      en: 'first value of the outlier row and column',
      es: 'valor inicial de la fila y la columna de atípicos',
    },
    otherwise: {
      en: 'exp(-1); the paper’s exp(-1)/sqrt(T0)',
      es: 'exp(-1); el del artículo exp(-1)/raíz(T0)',
    },
  }),
  number(['softassign'], null, 'm', {
    key: 'softassign.outlierUnit',
    flag: '--soft-outlier-unit <m>',
    min: 1e-9,
    max: 1e6,
    step: 0.1,
    label: { en: 'Unit of the outlier row', es: 'Unidad de la fila de atípicos' },
    help: {
      en: 'length that counts as one in the weight of the outlier row',
      es: 'longitud que vale uno en el peso de la fila de atípicos',
    },
    otherwise: { en: 'sqrt(T0); the paper’s 1', es: 'raíz(T0); la del artículo 1' },
  }),
  toggle(['softassign'], true, {
    key: 'softassign.tryHalfTurns',
    flag: '--no-soft-half-turns',
    label: { en: 'Compare half turns', es: 'Comparar medias vueltas' },
    help: {
      en: 'compare the pose with its half turns about the axes of the target, for a start that may be anything',
      es: 'comparar la pose con sus medias vueltas sobre los ejes del objetivo, para un inicio cualquiera',
    },
    usage: LEFT_OUT,
  }),
  number(['softassign'], null, '', {
    key: 'softassign.tolerance',
    flag: '--soft-tolerance <f>',
    min: 0,
    max: 1,
    step: 1e-5,
    label: { en: 'Stop tolerance', es: 'Tolerancia de parada' },
    help: {
      en: 'pose error, as a share of the spread, at which it may stop early; 0 runs all steps',
      es: 'error de la pose, como parte de la extensión, con el que puede parar antes; 0 recorre todos los pasos',
    },
    otherwise: FITTED,
  }),
  count(['picp'], null, {
    key: 'picp.workers',
    flag: '--workers <n>',
    min: 1,
    max: 256,
    step: 1,
    label: { en: 'Workers', es: 'Trabajadores' },
    help: {
      en: 'threads that share the points of the source',
      es: 'hilos que se reparten los puntos del origen',
    },
    otherwise: { en: 'the processors', es: 'los procesadores' },
  }),
  toggle(['picp'], true, {
    key: 'picp.shuffle',
    flag: '--no-shuffle',
    label: { en: 'Shuffle the points', es: 'Barajar los puntos' },
    help: {
      en: 'deal the points to the workers in turn, a few at a time, instead of in blocks',
      es: 'repartir los puntos por turnos, unos pocos cada vez, y no en bloques',
    },
    usage: LEFT_OUT,
  }),
  number(['picp'], 1, '', {
    key: 'picp.thinning',
    flag: '--thinning <share>',
    min: 0.0001,
    max: 1,
    step: 0.1,
    label: { en: 'Share of the points per iteration', es: 'Parte de los puntos por iteración' },
    help: {
      en: 'share of its points, drawn again in each iteration, that a worker matches',
      es: 'parte de sus puntos, sorteada en cada iteración, que un trabajador compara',
    },
  }),
  {
    kind: 'choice',
    key: 'picp.acceleration',
    flag: '--acceleration <none|coupled|decoupled>',
    methods: ['picp'],
    default: 'none',
    choices: [
      { value: 'none', label: { en: 'none', es: 'ninguna' } },
      { value: 'coupled', label: { en: 'the pose as a whole', es: 'la pose entera' } },
      {
        value: 'decoupled',
        label: { en: 'rotation and translation apart', es: 'rotación y traslación por separado' },
      },
    ],
    label: { en: 'Acceleration', es: 'Aceleración' },
    help: {
      en: 'try steps extrapolated along the last ones: coupled, rotation and translation by one factor; decoupled, each by its own',
      es: 'probar pasos extrapolados de los últimos: coupled, rotación y traslación con un mismo factor; decoupled, cada una con el suyo',
    },
  },
  count(['picp'], 1, {
    key: 'picp.seed',
    flag: '--seed <n>',
    min: 0,
    max: 0xffffffff,
    step: 1,
    label: { en: 'Seed of the draws', es: 'Semilla de los sorteos' },
    help: { en: 'seed of the draws of --thinning', es: 'semilla de los sorteos de --thinning' },
  }),
  {
    kind: 'choice',
    key: 'robust.kernel',
    flag: '--kernel <none|cauchy|geman-mcclure>',
    methods: ROBUST,
    default: 'none',
    choices: [
      { value: 'none', label: { en: 'none', es: 'ninguna' } },
      { value: 'cauchy', label: { en: 'Cauchy', es: 'Cauchy' } },
      { value: 'geman-mcclure', label: { en: 'Geman-McClure', es: 'Geman-McClure' } },
    ],
    label: { en: 'Kernel', es: 'Función de peso' },
    help: {
      en: 'weight of a pair by its distance: Geman-McClure nearly forgets far pairs',
      es: 'peso de un par según su distancia: Geman-McClure casi olvida los pares lejanos',
    },
  },
  number(ROBUST, null, 'm', {
    key: 'robust.kernelScale',
    flag: '--kernel-scale <m>',
    min: 1e-6,
    max: 1e6,
    step: 0.01,
    label: { en: 'Scale of the kernel', es: 'Escala de la función de peso' },
    help: {
      en: 'distance from which a pair is doubtful',
      es: 'distancia desde la cual un par es dudoso',
    },
    otherwise: {
      en: 'two standard deviations of the pairs, by their median',
      es: 'dos desviaciones estándar de los pares, por su mediana',
    },
  }),
  number(ROBUST, 1, '', {
    key: 'robust.keptShare',
    flag: '--kept-share <share>',
    min: 0.05,
    max: 1,
    step: 0.05,
    label: { en: 'Share of the pairs', es: 'Proporción de los pares' },
    help: {
      en: 'only this share of the pairs counts, those with the smallest distances (trimmed ICP)',
      es: 'cuenta solo esta proporción de los pares, los de menor distancia (ICP recortado)',
    },
  }),
  count(GICP, 20, {
    key: 'gicp.neighbours',
    flag: '--covariance-neighbours <k>',
    min: 3,
    max: 200,
    step: 1,
    label: { en: 'Neighbours of a covariance', es: 'Vecinos de una covarianza' },
    help: {
      en: 'points, besides the point itself, whose scatter gives its covariance',
      es: 'puntos, además del propio, cuya dispersión da su covarianza',
    },
  }),
  number(GICP, 1e-3, '', {
    key: 'gicp.thickness',
    flag: '--thickness <variance>',
    min: 1e-6,
    max: 1,
    step: 0.001,
    label: { en: 'Thickness', es: 'Espesor' },
    help: {
      en: 'variance along the normal, that in the plane being 1',
      es: 'varianza a lo largo de la normal; la del plano es 1',
    },
  }),
  number(['vgicp', 'ndt'], null, 'm', {
    key: 'gicp.voxel',
    flag: '--voxel <m>',
    min: 1e-9,
    max: 1e9,
    step: 0.1,
    label: { en: 'Voxel', es: 'Vóxel' },
    help: { en: 'edge of the voxels of the target', es: 'arista de los vóxeles de la nube fija' },
    otherwise: {
      en: 'a point is one of 15 in its voxel on the mean; ndt: 20 points a voxel',
      es: 'cada punto es uno de 15 en su vóxel en promedio; ndt: 20 puntos por vóxel',
    },
  }),
  count(['icp-intensity'], 20, {
    key: 'intensity.neighbours',
    flag: '--reflectivity-neighbours <k>',
    min: 3,
    max: 200,
    step: 1,
    label: { en: 'Neighbours of a gradient', es: 'Vecinos de un gradiente' },
    help: {
      en: 'points, besides the point itself, that give its normal and the gradient of the reflectivity',
      es: 'puntos, además del propio, que dan su normal y el gradiente de la reflectividad',
    },
  }),
  number(['icp-intensity'], 0.968, '', {
    key: 'intensity.geometryShare',
    flag: '--geometry-share <share>',
    min: 0,
    max: 0.999999,
    step: 0.01,
    label: { en: 'Share of the shape', es: 'Proporción de la forma' },
    help: {
      en: 'share of the shape in the sum that is made least; the rest is that of the reflectivity',
      es: 'proporción de la forma en la suma que se reduce; el resto es de la reflectividad',
    },
  }),
  {
    kind: 'choice',
    key: 'ndt.cells',
    flag: '--ndt-cells <one|seven>',
    methods: ['ndt'],
    default: 'one',
    choices: [
      { value: 'one', label: { en: 'its own', es: 'el suyo' } },
      { value: 'seven', label: { en: 'its own and the six beside it', es: 'el suyo y los seis contiguos' } },
    ],
    label: { en: 'Voxels of a point', es: 'Vóxeles de un punto' },
    help: {
      en: 'voxels that a point is compared with: seven make its borders count less, one finds the pose as often and is four times as fast',
      es: 'vóxeles con los que se compara un punto: con siete sus bordes pesan menos; uno halla la pose igual de a menudo y es cuatro veces más rápido',
    },
  },
  number(['ndt'], 0.55, '', {
    key: 'ndt.outlierShare',
    flag: '--ndt-outliers <share>',
    min: 0.01,
    max: 0.99,
    step: 0.05,
    label: { en: 'Share of outliers', es: 'Proporción de atípicos' },
    help: {
      en: 'share of the points that are on no surface of the target: more makes far points count less',
      es: 'proporción de puntos que no están en ninguna superficie del objetivo: con más, los lejanos cuentan menos',
    },
  }),
];
