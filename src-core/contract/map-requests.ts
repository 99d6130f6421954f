import { z } from 'zod';
import { request } from './request-spec.ts';
import { Path, Points, strict, Transform, Triple } from './shapes.ts';

const sessionId = z.int();
const key = z.string().regex(/^[0-9a-f]{32}$/);
/** Pose of the first scan in the mine grid; null: points come in the frame of the map, the first scan's own. */
const T_grid_first = Transform.nullable().default(null);

/**
 * A node of the map's tree of levels of detail: a cube, and how many points stand for it at its level. Each point of the
 * map is in one node only: a cube is drawn at a spacing by its own points and those of all cubes around it.
 */
export const MapNode = z.object({
  /** Path from the root, a digit 0..7 for each level: x + 2 y + 4 z, 1 for the farther half; the root is ''. */
  id: z.string().max(32),
  /** Corner with the smallest coordinates, map frame, m, and edge, m. */
  corner: z.tuple([z.number(), z.number(), z.number()]),
  edge: z.number(),
  /** How far apart the points are, m: those of the cube and of all around it; a node without children is denser. */
  spacing: z.number(),
  count: z.number(),
  hasChildren: z.boolean(),
});
export type MapNode = z.infer<typeof MapNode>;

/** Returns of people, vehicles and dust, which later scans look through. */
export const DynamicPoints = z.object({
  /** Of what was found, for `map.scans`. */
  key: z.string(),
  /** Returns. */
  count: z.number(),
  /** Brought back: they are in map and volume. */
  isKept: z.boolean(),
  /** To draw; thinned where there are very many. */
  points: Points,
});
export type DynamicPoints = z.infer<typeof DynamicPoints>;

/** Something that a person wrote at a place of the map. */
export const MapNote = strict({
  id: z.string().min(1).max(64),
  /** Frame of the map's first scan, m: the note stays where it is wherever that scan is placed. */
  point: Triple,
  text: z.string().max(500),
});
export type MapNote = z.infer<typeof MapNote>;

/** The largest picture that is written, bytes: far above what a window of today's screens makes. */
const PICTURE_BYTES = 1 << 28;

export const mapRequests = {
  /**
   * Points of one scan at its pose with its motion taken out: all of them, as the command line measures them to the last
   * bit. Refused with 'not-aligned' where the scan was left out or is not placed yet.
   */
  'map.scan': request(
    strict({
      sessionId,
      scan: z.int().nonnegative(),
      T_grid_first,
      /** At the pose of the alignment, also where a refinement holds: beside other poses of the alignment. */
      byAlignment: z.boolean().default(false),
    }),
    Points,
  ),
  /**
   * The same of some scans one after another, to measure a whole map in a few hundred requests. A scan that was left out
   * or is not placed gives none; `scanIndex` tells which is which.
   */
  'map.scans': request(
    strict({
      sessionId,
      from: z.int().nonnegative(),
      count: z.int().min(1).max(64),
      T_grid_first,
      /** Key from `map.moved`: without the returns of what moved; null: with them. */
      withoutMoved: key.nullable().default(null),
    }),
    z.array(Points),
  ),
  /** Builds the levels of detail of the session's map on disk, unless they are those of its poses already. Long. */
  'map.build': request(
    strict({ sessionId, T_grid_first }),
    z.object({ key: z.string(), nodes: z.array(MapNode), points: z.number() }),
  ),
  /** What moved in the session, as far as it is aligned. Long. */
  'map.moved': request(strict({ sessionId, T_grid_first }), DynamicPoints),
  /** Brings what moved back into map and volume, or leaves it out again. */
  'map.keepMoved': request(strict({ sessionId, keep: z.boolean() }), z.null()),
  /**
   * Points of a node: those that its cube has beyond the points of the cubes around it. `key` says of which of the maps
   * that were built last, so that one that is looked at stays whole while it is built anew, or elsewhere by another window.
   */
  'map.node': request(strict({ key, id: z.string().regex(/^[0-7]{0,32}$/) }), Points),
  /** What was written at places of the map of a session; the project keeps it. */
  'map.notes': request(strict({ sessionId }), z.array(MapNote)),
  'map.setNotes': request(strict({ sessionId, notes: z.array(MapNote).max(1000) }), z.null()),
  /** Writes a picture that the window made, a PNG file, where the person chose. */
  'picture.write': request(
    strict({
      path: Path,
      png: z
        .instanceof(Uint8Array)
        .refine((bytes) => bytes.length <= PICTURE_BYTES, 'the picture is too large'),
    }),
    z.null(),
  ),
};
