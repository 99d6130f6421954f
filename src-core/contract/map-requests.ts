import { z } from 'zod';
import { request } from './request-spec.ts';
import { Points, strict, Transform } from './shapes.ts';

const sessionId = z.int();
/** Pose of the first scan in the mine grid; null: the first scan is the origin. */
const T_grid_first = Transform.nullable().default(null);

/** A node of the map's tree of levels of detail: a cube, and how many points stand for it at its level. */
export const MapNode = z.object({
  /** Path from the root, a digit 0..7 for each level; the root is ''. */
  id: z.string().max(32),
  /** Corner with the smallest coordinates, map frame, m, and edge, m. */
  corner: z.tuple([z.number(), z.number(), z.number()]),
  edge: z.number(),
  count: z.number(),
  hasChildren: z.boolean(),
});
export type MapNode = z.infer<typeof MapNode>;

export const mapRequests = {
  /** Points of one scan at its pose with its motion taken out: all of them, as the command line measures them. */
  'map.scan': request(strict({ sessionId, T_grid_first, scan: z.int().nonnegative() }), Points),
  /** The same of some scans one after another, to measure a whole map in a few hundred requests. */
  'map.scans': request(
    strict({ sessionId, T_grid_first, from: z.int().nonnegative(), count: z.int().min(1).max(64) }),
    z.array(Points),
  ),
  /** Builds the levels of detail of the session's map on disk, unless they are those of its poses already. Long. */
  'map.build': request(strict({ sessionId }), z.object({ nodes: z.array(MapNode), points: z.number() })),
  'map.node': request(strict({ sessionId, id: z.string().regex(/^[0-7]{0,32}$/) }), Points),
};
