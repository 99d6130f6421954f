import { z } from 'zod';
import { bounded } from '../question/field-schema.ts';
import { request } from './request-spec.ts';
import { Path, Points, strict, Transform, Triple } from './shapes.ts';

const sessionId = z.int();
const key = z.string().regex(/^[0-9a-f]{32}$/);
/** Pose of the first scan in the mine grid; null: points are in the map frame, that of the first scan. */
const T_grid_first = Transform.nullable().default(null);

/**
 * Node of the octree of levels of detail: a cube and the number of its points at its level. Each point of the map
 * is in exactly one node: a cube is drawn at a spacing from its own points and those of all its ancestors.
 */
export const MapNode = z.object({
  /**
   * Path from the root, one octal digit per level: x + 2 y + 4 z, 1 for the half with larger coordinates; the root
   * is ''.
   */
  id: z.string().max(32),
  /** Corner with the smallest coordinates, map frame, m, and edge, m. */
  corner: z.tuple([z.number(), z.number(), z.number()]),
  edge: z.number(),
  /** Point spacing of the cube with all its ancestors, m; a leaf is denser. */
  spacing: z.number(),
  count: z.number(),
  hasChildren: z.boolean(),
});
export type MapNode = z.infer<typeof MapNode>;

/** Dynamic returns: people, vehicles and dust, which later scans see through. */
export const DynamicPoints = z.object({
  /** Key of this detection result, for `map.scans`. */
  key: z.string(),
  /** Number of returns. */
  count: z.number(),
  /** True if the user brought them back: they are part of map and volume. */
  isKept: z.boolean(),
  /** Points to draw; decimated if there are very many. */
  points: Points,
});
export type DynamicPoints = z.infer<typeof DynamicPoints>;

/** Note that the user placed in the map. */
export const MapNote = strict({
  id: z.string().min(1).max(64),
  /** Frame of the map's first scan, m: the note stays in place when that scan is georeferenced. */
  point: Triple,
  text: z.string().max(500),
});
export type MapNote = z.infer<typeof MapNote>;

/** A figure that is read from points of the map, to be told its uncertainty; see `tunnel/uncertainty/measure-uncertainty`. */
export const MapFigure = strict({
  points: z
    .array(strict({ point: Triple, scan: z.int().nonnegative() }))
    .min(1)
    .max(500),
  /** Derivatives of the figure by the coordinates of each point in turn, 3 each. */
  gradient: z.array(z.number()).max(1500),
  /** True for a coordinate in the frame of the map. */
  isAbsolute: z.boolean(),
}).refine(({ points, gradient }) => gradient.length === 3 * points.length, 'three derivatives per point');
export type MapFigure = z.infer<typeof MapFigure>;

/** Uncertainties of figures in their units: 95 %, and the standard uncertainties (and a bound, `bias`) it is of. */
export const MapUncertainty = z.object({
  /** What coordinates are told relative to: a typed pose of the first scan has no known uncertainty. */
  reference: z.enum(['first-scan', 'typed-pose', 'control']),
  /** One per figure; null: a scan has no pose. */
  figures: z.array(
    z
      .object({ plusMinus: z.number(), noise: z.number(), bias: z.number(), registration: z.number() })
      .nullable(),
  ),
});
export type MapUncertainty = z.infer<typeof MapUncertainty>;

/** Size limit of a written picture, bytes: far above what a window on today's screens produces. */
const PICTURE_BYTES = 1 << 28;

/** Greatest piece of a video that is written at once, bytes. */
const VIDEO_PIECE_BYTES = 1 << 24;

export const mapRequests = {
  /**
   * Points of one scan at its pose, de-skewed: all of them, bit-identical to those that the command line measures.
   * Refused with 'not-aligned' if the scan was rejected or has no pose yet.
   */
  'map.scan': request(
    strict({
      sessionId,
      scan: z.int().nonnegative(),
      T_grid_first,
      /** At the alignment's pose even if a refinement is in use, to be shown with other poses of the alignment. */
      byAlignment: z.boolean().default(false),
    }),
    Points,
  ),
  /**
   * Points of several scans, to measure a whole map in a few hundred requests. A scan that was rejected or has no
   * pose contributes none; `scanIndex` gives the scan of each point.
   */
  'map.scans': request(
    strict({
      sessionId,
      from: z.int().nonnegative(),
      count: z.int().min(1).max(64),
      T_grid_first,
      /** Key from `map.moved`: without the dynamic returns; null: with them. */
      withoutMoved: key.nullable().default(null),
    }),
    z.array(Points),
  ),
  /** Builds the levels of detail of the session's map on disk, unless they are current. Long-running. */
  'map.build': request(
    strict({ sessionId, T_grid_first }),
    z.object({ key: z.string(), nodes: z.array(MapNode), points: z.number() }),
  ),
  /** Dynamic returns of the session, as far as it is aligned. Long-running. */
  'map.moved': request(strict({ sessionId, T_grid_first }), DynamicPoints),
  /** Includes the dynamic returns in map and volume again, or leaves them out again. */
  'map.keepMoved': request(strict({ sessionId, keep: z.boolean() }), z.null()),
  /**
   * Points of a node: those of its cube that none of its ancestors has. `key` selects one of the recently built
   * maps, so that a displayed map stays complete while it is rebuilt, or while another window builds another.
   */
  'map.node': request(strict({ key, id: z.string().regex(/^[0-7]{0,32}$/) }), Points),
  /** Notes of a session's map; stored in the project. */
  'map.notes': request(strict({ sessionId }), z.array(MapNote)),
  'map.setNotes': request(strict({ sessionId, notes: z.array(MapNote).max(10_000) }), z.null()),
  /** Uncertainty of figures of the map, by the noise and bias of the ranges and the poses of the scans. */
  'map.uncertainty': request(
    strict({
      sessionId,
      T_grid_first,
      /** Bound of the sensor's systematic range error, m; null: the maker's figure. */
      rangeBias: bounded('rangeBias').nullable().default(null),
      figures: z.array(MapFigure).max(4000),
    }),
    MapUncertainty,
  ),
  /** Writes a picture made by the window, a PNG file, to the path that the user chose. */
  'picture.write': request(
    strict({
      path: Path,
      png: z
        .instanceof(Uint8Array)
        .refine((bytes) => bytes.length <= PICTURE_BYTES, 'the picture is too large'),
    }),
    z.null(),
  ),
  /** Begins a video file at the path that the user chose; it is there when it is finished, and not before. */
  'video.begin': request(strict({ path: Path }), z.object({ video: z.int() })),
  /** Writes a piece of a video: a finished file has a header that is known at the end only. */
  'video.write': request(
    strict({
      video: z.int(),
      position: z.int().nonnegative(),
      bytes: z
        .instanceof(Uint8Array)
        .refine((bytes) => bytes.length <= VIDEO_PIECE_BYTES, 'too large a piece'),
    }),
    z.null(),
  ),
  /** Finishes a video, or with `keep` false removes what was written of it. */
  'video.end': request(strict({ video: z.int(), keep: z.boolean() }), z.null()),
};
