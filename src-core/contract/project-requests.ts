import { z } from 'zod';
import { request } from './request-spec.ts';
import { EngineIdentity, Path, Points, Remark, strict, Warning } from './shapes.ts';

export const CaptureInfo = z.object({ name: z.string(), bytes: z.number(), sha256: z.string() });

/** Packets that are missing, clocks that jumped, frames that are not whole. */
export const SessionHealth = z.object({
  warnings: z.array(Warning),
  /** What was taken for the sensor's because the metadata does not say it. */
  assumptions: z.array(Remark),
  packets: z.number(),
  missingColumns: z.number(),
  imuPackets: z.number(),
  hasMetadata: z.boolean(),
});

export const RunInfo = z.object({
  id: z.number(),
  state: z.enum(['running', 'done', 'cancelled']),
  engine: EngineIdentity,
  placed: z.number(),
  createdAt: z.string(),
});

/** One import of captures; an epoch is the date it was surveyed. */
export const SessionInfo = z.object({
  id: z.number(),
  importedAt: z.string(),
  sensor: z.string(),
  beams: z.number(),
  columns: z.number(),
  rotationHz: z.number(),
  scanCount: z.number(),
  durationSeconds: z.number(),
  captures: z.array(CaptureInfo),
  health: SessionHealth,
  /** Newest last. */
  runs: z.array(RunInfo),
});
export type SessionInfo = z.infer<typeof SessionInfo>;

export const ProjectInfo = z.object({
  path: z.string(),
  name: z.string(),
  uuid: z.string(),
  createdAt: z.string(),
  sessions: z.array(SessionInfo),
});
export type ProjectInfo = z.infer<typeof ProjectInfo>;

export const CapturePreview = z.object({
  name: z.string(),
  bytes: z.number(),
  /** Label and value, as `socavon info` prints them; see `Remark`. */
  facts: z.array(Remark.extend({ label: z.string() })),
  /** What is wrong, and what the person can do about it; null: nothing, or nothing needs to be done. */
  problems: z.array(
    Warning.extend({
      /** To choose another metadata file, or to go on with a nominal sensor. */
      repair: z.enum(['choose-metadata']).nullable(),
    }),
  ),
  metadata: z.string().nullable(),
  /** The first whole scan, sensor frame; null where it cannot be read yet. */
  firstScan: Points.nullable(),
});
export type CapturePreview = z.infer<typeof CapturePreview>;

const SensorChoice = {
  /** File with the sensor's metadata; null: looked for beside the capture. */
  metadata: Path.nullable().default(null),
  /** Nominal sensor, such as os1-16, where there is no metadata. */
  sensor: z.string().max(64).nullable().default(null),
};

export const projectRequests = {
  /** Makes a project file and opens it. */
  'project.create': request(strict({ path: Path }), ProjectInfo),
  'project.open': request(strict({ path: Path }), ProjectInfo),
  /** The open project as it is now; null where none is open. */
  'project.info': request(strict({}), ProjectInfo.nullable()),
  'project.close': request(strict({}), z.null()),
  /**
   * Simulates the demo drive beside `path`, imports it into a new project there and opens it; one that is there already
   * is opened as it is. Long.
   */
  'project.openSample': request(strict({ path: Path }), ProjectInfo),
  'capture.preview': request(strict({ path: Path, ...SensorChoice }), CapturePreview),
  /** Imports files as one session of the open project, in the order in which they were recorded. Long. */
  'capture.import': request(
    strict({ paths: z.array(Path).min(1).max(1000), ...SensorChoice }),
    z.object({ sessionId: z.number(), alreadyThere: z.boolean(), project: ProjectInfo }),
  ),
};
