import type { Stretch } from '../../model/axis.ts';
import type { CoverageState, DriveCoverage } from '../../model/drive-coverage.ts';
import type { Texts } from '../texts/texts.ts';
import { type ChartBox, chainageAxis, chartX } from './chart-axes.ts';
import { legend } from './legend.ts';
import { COVERAGE_COLOURS, COVERAGE_HEIGHT, LETTER, LINE, PALETTE } from './palette.ts';
import { drawing, element, label, line } from './svg.ts';

interface CoverageStripInput {
  readonly coverage: DriveCoverage;
  /** Chainages of the volume, m. */
  readonly range: Stretch;
  readonly texts: Texts;
}

const LEFT = 14;
const RIGHT = 6;
const HEIGHT = 6;
const STATES: readonly CoverageState[] = ['measured', 'filled', 'open', 'unseen'];

/**
 * Strip of the state of the wall over chainage, the taller the less is known, so that it is legible without colour; over it
 * the range of the volume, and the path. @param width mm
 */
export function coverageStripFigure({ coverage, range, texts }: CoverageStripInput, width: number): string {
  const { stretches, driven } = coverage;
  const [first, last] = [stretches[0], stretches[stretches.length - 1]];
  const box: ChartBox = {
    left: LEFT,
    right: width - RIGHT,
    top: 9,
    bottom: 9 + HEIGHT,
    chainage: [first.from, last.to],
    value: [0, 1],
  };
  const bar = (y: number, { from, to }: Stretch, color: string, name: string): string[] => [
    line(chartX(box, from), y, chartX(box, to), y, { stroke: color, 'stroke-width': 3 * LINE.heavy }),
    label(LEFT - 1, y + 0.75, name, LETTER.small, { fill: PALETTE.quiet, 'text-anchor': 'end' }),
  ];
  return drawing(width, box.bottom + 10, texts['coverage.title'], [
    ...bar(3, range, PALETTE.ink, texts['coverage.volume']),
    ...bar(6.5, driven, PALETTE.trajectory, texts['coverage.path']),
    chainageAxis(box, 3.2),
    ...stretches.map(({ from, to, state }) => {
      const height = HEIGHT * COVERAGE_HEIGHT[state];
      return element('rect', {
        x: chartX(box, from),
        y: box.bottom - height,
        width: chartX(box, to) - chartX(box, from),
        height,
        fill: COVERAGE_COLOURS[state],
        // Without anti-aliasing: it would show white gaps between the cells.
        'shape-rendering': 'crispEdges',
      });
    }),
    element('rect', {
      x: box.left,
      y: box.top,
      width: box.right - box.left,
      height: HEIGHT,
      fill: 'none',
      stroke: PALETTE.frame,
      'stroke-width': LINE.thin,
    }),
    legend(
      LEFT,
      box.bottom + 8.5,
      STATES.map((state) => ({
        kind: 'fill',
        color: COVERAGE_COLOURS[state],
        share: COVERAGE_HEIGHT[state],
        text: texts[`coverage.state.${state}`],
      })),
    ),
  ]);
}
