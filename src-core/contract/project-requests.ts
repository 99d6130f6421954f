import { z } from 'zod';
import { request } from './request-spec.ts';
import { EngineIdentity, Path, Points, Remark, strict, Warning } from './shapes.ts';

const CaptureInfo = z.object({ name: z.string(), bytes: z.number(), sha256: z.string() });

/** Capture problems: missing packets, clock jumps, incomplete frames. */
const SessionHealth = z.object({
  warnings: z.array(Warning),
  /** Assumptions about the sensor where the metadata does not state a value. */
  assumptions: z.array(Remark),
  packets: z.number(),
  missingColumns: z.number(),
  imuPackets: z.number(),
  hasMetadata: z.boolean(),
});

const RunInfo = z.object({
  id: z.number(),
  state: z.enum(['running', 'done', 'cancelled']),
  engine: EngineIdentity,
  placed: z.number(),
  createdAt: z.string(),
});

/** One import of captures; an epoch is a session with a survey date. */
export const SessionInfo = z.object({
  id: z.number(),
  /** Name as everything shows it. */
  title: z.string(),
  /** Name that a person gave; null: the title is the default. */
  name: z.string().nullable(),
  importedAt: z.string(),
  /** Date of its captures; null: unknown. */
  recordedAt: z.string().nullable(),
  sensor: z.string(),
  /** Of the range image; 0 of timed clouds, which have none. */
  beams: z.number(),
  columns: z.number(),
  rotationHz: z.number(),
  /** Scans; of a cloud the positions of its path. */
  scanCount: z.number(),
  /** The cloud of another program that it is in place of scans; null: it has scans. */
  cloud: z
    .object({
      formats: z.array(z.string()),
      points: z.number(),
      unitMetres: z.number(),
      path: z.enum(['trajectory', 'stations', 'void', 'none']),
      trajectory: z.string().nullable(),
      accuracyBy: z.enum(['user', 'maker', 'class', 'assumed']),
      instrument: z.string().nullable(),
    })
    .nullable(),
  durationSeconds: z.number(),
  captures: z.array(CaptureInfo),
  health: SessionHealth,
  /** Newest last. */
  runs: z.array(RunInfo),
  /** Control points and loops: nothing given, a list of points loaded, or the newest run adjusted. */
  control: z.enum(['none', 'listed', 'adjusted']),
  /** When files of its volume were written last, ISO 8601; null: never. */
  writtenAt: z.string().nullable(),
});
export type SessionInfo = z.infer<typeof SessionInfo>;

export const ProjectInfo = z.object({
  path: z.string(),
  name: z.string(),
  uuid: z.string(),
  /** Changes each time that a project is opened: what a window holds of the engine's before is stale. */
  opening: z.string(),
  createdAt: z.string(),
  sessions: z.array(SessionInfo),
  /** Removed sessions that can be restored until the project is closed. */
  removed: z.array(z.object({ id: z.number(), title: z.string() })),
});
export type ProjectInfo = z.infer<typeof ProjectInfo>;

/** Range image of a scan, its rows shifted upright; row-major, beams x columns. */
export const ScanImage = z.object({
  beams: z.number(),
  columns: z.number(),
  /** Millimetres; 0: no return. */
  rangeMm: z.instanceof(Uint32Array),
  reflectivity: z.instanceof(Uint16Array),
  signal: z.instanceof(Uint16Array),
});
export type ScanImage = z.infer<typeof ScanImage>;

/** One scan of a capture, before its import. */
export const CaptureScan = z.object({
  /** Sensor frame, not de-skewed. */
  points: Points,
  image: ScanImage,
  /** Sensor clock at its first column, s. */
  seconds: z.number(),
});
export type CaptureScan = z.infer<typeof CaptureScan>;

export const CapturePreview = z.object({
  /** A capture of a sensor, points that another program made, or a folder of the clouds of a drive, one a frame. */
  kind: z.enum(['capture', 'cloud', 'frames']),
  name: z.string(),
  bytes: z.number(),
  /** Label and value, as `socavon info` prints them; see `Remark`. */
  facts: z.array(Remark.extend({ label: z.string() })),
  /** Problems, and what the user can do about each; null: nothing, or nothing needs to be done. */
  problems: z.array(
    Warning.extend({
      /**
       * Remedy: choose another metadata file, or continue with a nominal sensor; or read a cloud whose header states a wrong box
       * nevertheless.
       */
      repair: z.enum(['choose-metadata', 'ignore-box']).nullable(),
      /** True: the import cannot succeed as it is. */
      blocks: z.boolean(),
    }),
  ),
  metadata: z.string().nullable(),
  /** Metadata files in the capture's folder, those that fit its packets first; `misfit`: why one does not. */
  metadataOffers: z.array(z.object({ path: z.string(), name: z.string(), misfit: Remark.nullable() })),
  /** First complete scan; null if the capture cannot be read yet. */
  firstScan: CaptureScan.nullable(),
  /** Share of the file that one scan takes, for steps of `capture.scan`; null if only its start can be shown. */
  scanShare: z.number().nullable(),
});
export type CapturePreview = z.infer<typeof CapturePreview>;

const SensorChoice = {
  /** File with the sensor's metadata; null: searched for next to the capture. */
  metadata: Path.nullable().default(null),
  /** Nominal sensor, such as os1-16, if there is no metadata. */
  sensor: z.string().max(64).nullable().default(null),
};

const CloudUnit = z.enum(['m', 'cm', 'mm', 'ft', 'us-ft']).nullable().default(null);

/** What a person says of clouds that their files do not; null: as the file says, or not stated. */
const CloudChoice = strict({
  unit: CloudUnit,
  /** Of the heights; null: as the file says, else that of the rest. */
  heightUnit: CloudUnit,
  scanner: z.enum(['terrestrial', 'mobile']).nullable().default(null),
  trajectory: Path.nullable().default(null),
  /** Of the positions of the trajectory; null: metres. */
  trajectoryUnit: CloudUnit,
  /** The box of a header is wrong and does not count. */
  ignoreBox: z.boolean().default(false),
});

const sessionId = z.int();
const SessionName = z.string().nullable();

export const projectRequests = {
  /**
   * Creates a project file and opens it; `.socavon` is added to a name without it. Refused with 'exists' if there is
   * such a file, and with 'usage' for a name that Windows does not allow.
   */
  'project.create': request(strict({ path: Path }), ProjectInfo),
  'project.open': request(strict({ path: Path }), ProjectInfo),
  /** The open project in its current state; null if none is open. */
  'project.info': request(strict({}), ProjectInfo.nullable()),
  'project.close': request(strict({}), z.null()),
  /** Puts the sample project at `path` and opens it; an existing one is opened unchanged. Long-running if it is not ready. */
  'project.openSample': request(strict({ path: Path }), ProjectInfo),
  /** Frees the data of removed sessions and makes the file smaller. Long-running. */
  'project.freeSpace': request(strict({}), z.object({ sessions: z.number(), bytes: z.number() })),
  /** Names a session; null: the default. Replies with the name before, to undo it. */
  'session.rename': request(
    strict({ sessionId, name: z.string().max(4000).nullable() }),
    z.object({ sessionId, before: SessionName, after: SessionName }),
  ),
  /**
   * Removes a session from every list, or restores it, by a step of the history. Its data stay until the project is
   * closed; then its steps leave the history with them. A removal is refused with 'project-busy' while work on the
   * project runs.
   */
  'session.setRemoved': request(
    strict({ sessionId, removed: z.boolean() }),
    z.object({ sessionId, title: z.string(), before: z.boolean(), after: z.boolean() }),
  ),
  /** Copies a session with its work, by a step of the history; the scans are shared. Replies with the copy's id. */
  'session.duplicate': request(strict({ sessionId }), z.object({ sessionId, title: z.string() })),
  /**
   * What a chosen path has to import: itself, if it is a file or a folder of the clouds of a drive, else the captures in the
   * folder. Refused with 'capture-empty' if there are none, with 'usage' for captures and clouds together.
   */
  'capture.files': request(strict({ path: Path }), z.object({ paths: z.array(z.string()) })),
  /** @param cloud what is said of clouds, with which they are shown as the import would read them */
  'capture.preview': request(
    strict({ path: Path, ...SensorChoice, cloud: CloudChoice.nullable().default(null) }),
    CapturePreview,
  ),
  /**
   * The first whole scan after a share (0..1) of the file; null where no whole one follows. Costs the same anywhere in
   * a file of any size.
   */
  'capture.scan': request(
    strict({ path: Path, at: z.number().min(0).max(1), ...SensorChoice }),
    CaptureScan.nullable(),
  ),
  /** Files by the sensor that made them; several groups cannot be one session. */
  'capture.sensors': request(
    strict({ paths: z.array(Path).min(1).max(1000) }),
    z.array(z.object({ sensor: Remark, paths: z.array(z.string()) })),
  ),
  /** Imports files as one session of the open project: captures in the order of recording, or clouds. Long-running. */
  'capture.import': request(
    strict({
      paths: z.array(Path).min(1).max(1000),
      ...SensorChoice,
      cloud: CloudChoice.nullable().default(null),
    }),
    z.object({ sessionId: z.number(), alreadyThere: z.boolean(), project: ProjectInfo }),
  ),
};
