import { mean } from '../../src-core/math/statistics.ts';
import { LETTER, LINE, PALETTE } from '../../src-core/report/figures/palette.ts';
import { element, label } from '../../src-core/report/figures/svg.ts';
import { principalFrames } from '../../src-lab/methods/curvature.ts';
import { secondOrderQuadratics } from '../../src-lab/methods/newton-second-order.ts';
import { REGISTRATION_DEFAULTS } from '../../src-lab/problem/method.ts';
import { QUADRATIC_STRIDE } from '../../src-lab/problem/surface-distance.ts';
import { KdTree } from '../../src-lab/search/kd-tree.ts';
import { markdownTable } from '../support/markdown-table.ts';
import { bumpySurface } from './clouds.ts';
import type { Experiment } from './experiment.ts';
import { NOTHING_MEASURED } from './measured.ts';
import { SEEDS } from './zabatani-protocol.ts';

const POINTS = 40_000;
/** Cells of the section, and its half size, units. */
const CELLS = 72;
const HALF = 1.8;
/** Upper ends of the bands of distances in the table, units. */
const BANDS = [0.02, 0.05, 0.1, 0.2, 0.5, 1] as const;

interface Values {
  /** Of each cell of the section y = 0, row by row from below: distance to the surface, units, and its weight. */
  readonly distance: readonly number[];
  /** Mean weight of the two directions in the surface: 0 point to plane, 1 point to point. */
  readonly weight: readonly number[];
}

/** Zabatani and Bronstein, figure 1: where the squared distance is that to the plane, and where that to the point. */
export const zabataniRegimes: Experiment<Values> = {
  id: 'zabatani-regimes',
  paper: 'zabatani',
  covers: ['figure 1'],
  verdict: 'match',
  seconds: { cpu: 3 },
  async run() {
    const template = bumpySurface(POINTS, SEEDS.template);
    const search = new KdTree(template);
    const frames = principalFrames(template, search, REGISTRATION_DEFAULTS.curvatureNeighbours);
    const quadraticAt = secondOrderQuadratics(frames, null);
    const quadratic = new Float64Array(QUADRATIC_STRIDE);
    const [distance, weight]: number[][] = [[], []];
    for (let row = 0; row < CELLS; row++) {
      for (let column = 0; column < CELLS; column++) {
        const [x, z] = [column, row].map((k) => HALF * ((2 * k + 1) / CELLS - 1));
        const nearest = search.nearest(x, 0, z, Number.POSITIVE_INFINITY);
        const u = [x, 0, z].map((value, k) => value - template.xyz[3 * nearest + k]);
        quadraticAt(nearest, u[0], u[1], u[2], quadratic, 0);
        distance.push(Math.hypot(...u));
        // The trace is that of the normal, 1, and of the two directions in the surface.
        weight.push((quadratic[0] + quadratic[3] + quadratic[5] - 1) / 2);
      }
    }
    return { distance, weight };
  },
  present({ cpu }) {
    if (cpu === undefined) return NOTHING_MEASURED;
    const { distance, weight } = cpu;
    const rows = BANDS.map((end, k) => {
      const from = k === 0 ? 0 : BANDS[k - 1];
      const within = weight.filter((_, i) => distance[i] >= from && distance[i] < end);
      return [`${from} to ${end}`, within.length, mean(within).toFixed(2)];
    });
    return {
      body: [
        `The weight of the two directions in the surface in the second-order squared distance (eq. 6 to 8), over the section y = 0 of a closed bumpy surface of ${POINTS} points, about 2 x 2 x 2.6 units: 0 is the distance to the plane, 1 that to the point.`,
        markdownTable(['distance from the surface', 'cells', 'mean weight'], rows),
      ],
      why: [
        "The paper's figure shows one shape seen from another, with the same finding: point to plane where they nearly touch, point to point far away. Between them the curvature decides: the weight is delta / (delta - rho), so it grows sooner at a bump than at a flat place. Inside of a bend, beyond the centre of curvature, only the distance to the point is known, and ours takes the weight 1 (`src-lab/methods/newton-second-order.ts`).",
      ],
      figures: [
        {
          name: 'papers-zabatani-regimes',
          caption:
            'Figure 1 of Zabatani and Bronstein: where the distance is that to the plane (dark) and that to the point (light).',
          svg: map(weight),
        },
      ],
    };
  },
};

/** Size of a cell and of the margin, mm. */
const CELL = 1.2;
const MARGIN = 6;
/** Steps of the weight that the drawing shows. */
const STEPS = 12;

function map(weight: readonly number[]): string {
  const side = CELL * CELLS;
  const legend = [0, 0.25, 0.5, 0.75, 1].flatMap((value, k) => {
    const at = { x: MARGIN + side + 4, y: MARGIN + 6 * k };
    const name = value === 0 ? '0: to the plane' : value === 1 ? '1: to the point' : String(value);
    return [
      element('rect', {
        ...at,
        width: 5,
        height: 5,
        fill: colour(value),
        stroke: PALETTE.frame,
        'stroke-width': LINE.hair,
      }),
      label(at.x + 6.5, at.y + 3.5, name, LETTER.normal, { fill: PALETTE.ink }),
    ];
  });
  const title = 'Weight of the directions in the surface (Zabatani and Bronstein, figure 1)';
  const [width, height] = [side + 2 * MARGIN + 30, side + 2 * MARGIN];
  const content = [
    element('rect', { width, height, fill: '#ffffff' }),
    label(MARGIN, 4, title, LETTER.title, { fill: PALETTE.ink }),
    ...runs(weight).map(({ row, from, count, value }) =>
      element('rect', {
        x: MARGIN + CELL * from,
        y: MARGIN + CELL * (CELLS - 1 - row),
        width: CELL * count,
        height: CELL,
        fill: colour(value),
      }),
    ),
    ...legend,
  ];
  const size = { viewBox: `0 0 ${width} ${height}`, width: `${4 * width}`, height: `${4 * height}` };
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      ...size,
      'font-family': 'sans-serif',
      'shape-rendering': 'crispEdges',
      role: 'img',
      'aria-label': title,
    },
    content.join(''),
  );
}

/** Cells of a row beside each other that show the same step of the weight. */
interface CellRun {
  readonly row: number;
  readonly from: number;
  readonly count: number;
  readonly value: number;
}

function runs(weight: readonly number[]): CellRun[] {
  const actual: CellRun[] = [];
  weight.forEach((exact, i) => {
    const [row, from] = [Math.floor(i / CELLS), i % CELLS];
    const value = Math.round(STEPS * exact) / STEPS;
    const last = actual[actual.length - 1];
    if (last?.row === row && last.value === value)
      actual[actual.length - 1] = { ...last, count: last.count + 1 };
    else actual.push({ row, from, count: 1, value });
  });
  return actual;
}

/** From the dark blue of 0 to the light yellow of 1, evenly in lightness. */
function colour(value: number): string {
  const [from, to] = [
    [26, 46, 92],
    [250, 228, 150],
  ];
  return `rgb(${from.map((c, k) => Math.round(c + value * (to[k] - c))).join(',')})`;
}
