import { volumeOfClass } from '../../model/drive-object.ts';
import { COVERAGE_95 } from '../../model/reliability.ts';
import { objectsBetween } from '../wall/objects/wall-object.ts';
import type { UncertaintyComponent } from './component.ts';

/** Rock that mesh covers: its place is separated from that of the mesh. */
export const coveredWall: UncertaintyComponent = {
  source: 'covered-wall',
  equation: 9,
  reach: 'local',
  sigma: ({ wall, from, to }) =>
    volumeOfClass(objectsBetween(wall, from, to), 'mesh').plusMinus / COVERAGE_95,
};
