import { z } from 'zod';
import { request } from './request-spec.ts';
import { Path, strict, Transform, Triple } from './shapes.ts';

/** How the map of a session stands; see `survey/start-directions`. */
export const StartDirections = z.object({
  /** Unit vectors in the map frame. */
  up: Triple,
  forward: Triple,
  upBy: z.enum(['accelerometer', 'sensor']),
  /** rad; null: up was not measured. */
  upSigma: z.number().nullable(),
  forwardBy: z.enum(['travel', 'sensor']),
});
export type StartDirections = z.infer<typeof StartDirections>;

/** A grid: its name, and the text of its file, which the project keeps. */
const GridText = z.object({ name: z.string(), text: z.string() });
export type GridText = z.infer<typeof GridText>;

/** What places the first scan of a session in the mine grid without control points, and which grid that is. */
export const placementRequests = {
  /**
   * Up and ahead at the first scan of an aligned session: an azimuth then places it. Refused with 'not-aligned' if
   * scans have no pose yet. Long-running.
   */
  'placement.directions': request(strict({ sessionId: z.int() }), StartDirections),
  /** The published grids that the program knows. */
  'placement.grids': request(strict({}), z.array(GridText)),
  /** Reads the file of a mine grid; 'file-format' names the key that is wrong. */
  'placement.grid': request(strict({ path: Path }), GridText),
  /**
   * Pose of the map frame by points whose coordinates in the mine grid are known: two with the up direction, three
   * without. Refused with 'not-determined' and the points that are at fault.
   */
  'placement.byPoints': request(
    strict({
      pairs: z.array(strict({ map: Triple, grid: Triple })).max(50),
      /** Up in the map frame with its standard deviation, rad; null: the points alone decide. */
      gravity: strict({ up: Triple, sigma: z.number().positive() }).nullable(),
    }),
    z.object({
      T_grid_map: Transform,
      /** Distance that remains at each point, m. */
      residuals: z.array(z.number()),
    }),
  ),
};
