import { z } from 'zod';
import { ENGINE_NAMES } from '../model/engine-name.ts';
import { VERDICT_REASONS, VERDICTS } from '../model/registration-ids.ts';
import { request } from './request-spec.ts';
import { Path, Points, Remark, strict, Transform, Triple } from './shapes.ts';

const numbers = (length: number) => z.array(z.number()).length(length);
/** Homogeneous 4x4 matrix, row by row, metres. */
const Matrix = numbers(16);

/** How a registration is computed. */
const LabSetting = strict({
  method: z.string().max(40),
  /** null: the default of the engine. */
  search: z.string().max(40).nullable().default(null),
  engine: z.enum(ENGINE_NAMES).default('auto'),
  /** Find the start by the clouds themselves. */
  global: z.boolean().default(false),
  /** Pose that it starts from; null: the identity. */
  T_start: Transform.nullable().default(null),
  /** Module of the distance of `newton-custom`. */
  distance: Path.nullable().default(null),
  /** Chosen options by key of `LAB_FIELDS`, which the engine checks. */
  options: z.record(z.string().max(60), z.union([z.number(), z.boolean(), z.string().max(40)])).default({}),
});

/** What the clouds themselves say of a pose. */
const LabVerdict = z.object({
  verdict: z.enum(VERDICTS),
  reason: z.enum(VERDICT_REASONS),
  /** Verdict, share of matched points and the direction that is held least, in one line. */
  summary: Remark,
  /** What is weak or refused, and what to do; null: nothing. */
  said: Remark.nullable(),
  /** 6x6, rotation (rad) about the mean of the reference cloud, then translation (m); null: a direction is free. */
  covariance: numbers(36).nullable(),
  /** Unit 6-vector with angles as arcs of `lever`, m, and the standard deviation along it, m. */
  weakest: z.object({ direction: numbers(6), sigma: z.number(), lever: z.number() }).nullable(),
  /** Pose that explains the clouds better. */
  better: z.object({ T_target_source: Transform, metres: z.number(), degrees: z.number() }).nullable(),
});
export type LabVerdict = z.infer<typeof LabVerdict>;

/** Result of a registration. */
const LabFound = z.object({
  T_target_source: Transform,
  /** Pose that it started from: the given one, or the one that the clouds themselves gave. */
  T_start: Transform,
  /** Similarity or affine map, whose rigid part the transform is. */
  map: Matrix.optional(),
  /** Principal stretches of that map. */
  stretches: z.array(z.number()).optional(),
  iterations: z.number(),
  rms: z.number(),
  rmsPerIteration: z.array(z.number()),
  /** After each iteration, for the player; empty if the engine stores none. */
  poses: z.array(Transform),
  inliers: z.number(),
  /** Share of the points that were matched at all, 0..1; see `matchedShare` of the lab. */
  matchedShare: z.number(),
  stopped: z.string(),
  eigenvalues: z.array(z.number()),
  undetermined: z.array(z.array(z.number())),
  milliseconds: z.record(z.string(), z.number()),
  engine: z.string(),
  /** Edge of the cubes that the clouds were thinned to, m; 0: all points. Left out by an earlier version: as set. */
  downsample: z.number().optional(),
  /** Points after thinning. */
  sourcePoints: z.number(),
  targetPoints: z.number(),
  /** Greatest distance of a matched pair, m; null: the method has none. */
  maxDistance: z.number().nullable(),
  /** Fewer than half of the points have a match: the pose is not to be trusted. */
  hasFewMatches: z.boolean(),
  /** Method that was taken, also where none was chosen. Left out by an earlier version, as is what follows. */
  method: z.string().max(40).optional(),
  /** A cloud is a scan of a spinning sensor. */
  isScan: z.boolean().optional(),
  verdict: LabVerdict.optional(),
});

/** File of a cloud, by its content. */
const LabFile = z.object({ name: z.string().max(400), sha256: z.string().length(64), count: z.number() });

/** A registration with its question, as a project keeps it. */
export const LabRecord = z.object({
  id: z.string().min(1).max(64),
  /** ISO 8601. */
  at: z.string().max(40),
  source: LabFile,
  target: LabFile,
  setting: LabSetting,
  found: LabFound,
});
export type LabRecord = z.infer<typeof LabRecord>;

/** Pose that runs between two clouds are compared with. */
export const LabReference = z.object({
  T_target_source: Transform,
  /** Where it comes from: the name of its file. */
  name: z.string().max(400),
  /** Contents of the clouds that it lies between. */
  source: z.string().length(64),
  target: z.string().length(64),
});
export type LabReference = z.infer<typeof LabReference>;

/** Most characters of a written text: tables and drawings of a section. */
const MOST_TEXT = 1 << 26;

/** Requests of the registration lab. */
export const labRequests = {
  /** Points of a cloud file, decimated for drawing to at most the given number. */
  'cloud.read': request(
    strict({ path: Path, most: z.int().min(1).max(5_000_000).default(1_000_000) }),
    z.object({
      points: Points,
      count: z.number(),
      /** Mean of all points, m, and their covariance about it, 3x3, m^2. */
      centre: Triple,
      covariance: numbers(9),
      /** Of the file. */
      sha256: z.string().length(64),
    }),
  ),
  /** Registers a cloud to another by one of the published methods. Long-running. */
  'register.run': request(
    LabSetting.extend({
      source: Path,
      target: Path,
      /** null: the one that is right on these clouds. */
      method: z.string().max(40).nullable(),
    }),
    LabFound,
  ),
  /**
   * Errors of several poses on one set of points, with the nearest of the whole reference cloud; see `CommonSet` of
   * the lab. Long-running.
   */
  'register.compare': request(
    strict({
      source: Path,
      target: Path,
      poses: z.array(Transform).min(1).max(1000),
      /** Distance up to which a point counts as matched, m; null: by the spacing of the reference cloud. */
      limit: z.number().positive().max(1e6).nullable().default(null),
    }),
    z.object({
      errors: z.array(z.object({ rms: z.number(), share: z.number() })),
      limit: z.number(),
      /** Points of the set, and those that it was drawn from. */
      points: z.number(),
      of: z.number(),
    }),
  ),
  /** Reads a rigid transform from a file, or from a text that was typed. */
  'transform.read': request(
    z.union([strict({ path: Path }), strict({ text: z.string().max(10_000) })]),
    Transform,
  ),
  /** Writes all points of a cloud file, moved by a matrix, in the map format that the name ends in. Long-running. */
  'cloud.writeMoved': request(
    strict({ source: Path, path: Path, matrix: Matrix }),
    z.object({ points: z.number() }),
  ),
  /** Writes a text made by the window to the path that the user chose. */
  'text.write': request(strict({ path: Path, text: z.string().max(MOST_TEXT) }), z.null()),
  /** Registrations that the project keeps, the oldest first, and the reference poses between their clouds. */
  'lab.runs': request(
    strict({}),
    z.object({
      runs: z.array(LabRecord),
      references: z.array(LabReference),
      /** Runs that cannot be read, which are left out. */
      damaged: z.number(),
    }),
  ),
  /** Keeps a registration in the project; of an id that is kept already, the new one replaces it. */
  'lab.keep': request(LabRecord, z.null()),
  'lab.drop': request(strict({ id: z.string().max(64) }), z.null()),
  'lab.setReferences': request(strict({ references: z.array(LabReference).max(200) }), z.null()),
};
