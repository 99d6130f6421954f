import type { CadDrawing } from '../../../model/drawing.ts';
import { coordinateText } from '../../bytes/coordinate-text.ts';
import type { Group } from './dxf-group.ts';

/** A viewport that fills the screen, seen from above. */
export function viewport({ centre, height }: CadDrawing['view']): Group[] {
  const point = (code: number, ...values: readonly (number | string)[]): Group[] =>
    values.map((value, k) => [code + 10 * k, value]);
  return [
    [2, '*Active'],
    [70, 0],
    ...point(10, 0, 0), // corners on the screen
    ...point(11, 1, 1),
    ...point(12, coordinateText(centre[0]), coordinateText(centre[1])),
    ...point(13, 0, 0), // snap: base, spacing
    ...point(14, 1, 1),
    ...point(15, 1, 1), // spacing of the grid
    ...point(16, 0, 0, 1), // direction and target of the view
    ...point(17, 0, 0, 0),
    [40, coordinateText(height)],
    [41, 1.5],
    [42, 50],
    ...[43, 44, 50, 51, 71].map((code): Group => [code, 0]),
    [72, 100],
    [73, 1],
    [74, 3],
    ...[75, 76, 77, 78, 281].map((code): Group => [code, 0]),
    [65, 1],
    ...point(110, 0, 0, 0), // its own coordinate system: the world's
    ...point(111, 1, 0, 0),
    ...point(112, 0, 1, 0),
    [79, 0],
    [146, 0],
  ];
}

/** A line type of dashes (positive) and gaps (negative), m; none: a solid line. */
export function lineType(name: string, description: string, dashes: readonly number[]): Group[] {
  return [
    [2, name],
    [70, 0],
    [3, description],
    [72, 65],
    [73, dashes.length],
    [40, coordinateText(dashes.reduce((sum, dash) => sum + Math.abs(dash), 0))],
    ...dashes.flatMap((dash): Group[] => [
      [49, coordinateText(dash)],
      [74, 0],
    ]),
  ];
}

/** The only text style. */
export function textStyle(): Group[] {
  return [
    [2, 'Standard'],
    [70, 0],
    [40, 0],
    [41, 1],
    [50, 0],
    [71, 0],
    [42, 1],
    [3, 'txt'],
    [4, ''],
  ];
}
