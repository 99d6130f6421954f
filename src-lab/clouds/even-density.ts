import type { PointSet } from '../problem/method.ts';
import { cellMeans, edgeFor, SOLID, sampleCore } from './thin-cloud.ts';

/** Cells of the grid that evens out a cloud, as many as a start without a pose looks at. */
const CELLS = 2500;
/** Fewest cells from which the points tell how evenly they lie. */
const LEAST_CELLS = 30;
/**
 * Least share of the cells that count, by the points in them, in a cloud that lies evenly. Grids and samples of
 * surfaces have 0.63 and more, single scans and maps of scans 0.06 to 0.47.
 */
const LEAST_EVEN = 0.5;

/**
 * Edge of a grid whose means lie evenly, for two clouds of which one does not, m; 0 if both do.
 *
 * A spinning sensor puts half of its points into the few rings about itself. They outnumber all others in a mean or a
 * median, and as the rings of two scans lie on each other best without any motion, a registration finds none.
 */
export function eveningEdge(source: PointSet, target: PointSet): number {
  const clouds = [source, target].map((points) => {
    const core = sampleCore(points);
    const edge = edgeFor(core, CELLS);
    return { edge, isEven: !(edge > 0) || isEven(core, 2 * edge) };
  });
  return clouds.every((cloud) => cloud.isEven) ? 0 : Math.max(...clouds.map(({ edge }) => edge));
}

/** Whether most cells of the surface count by their points: Kish's effective number of them, as a share. */
function isEven(core: PointSet, edge: number): boolean {
  // Points strewn about are nearly alone in their cells, and no surface.
  const solid = cellMeans(core, edge).weight.filter((points) => points >= SOLID);
  if (solid.length < LEAST_CELLS) return true;
  const sum = solid.reduce((all, points) => all + points, 0);
  const squares = solid.reduce((all, points) => all + points * points, 0);
  return sum * sum >= LEAST_EVEN * solid.length * squares;
}
