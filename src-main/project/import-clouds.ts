import { basename } from 'node:path';
import { type LengthUnit, METRES } from '../../src-core/io/cad/length-units.ts';
import type { CloudReader } from '../../src-core/io/cloud/cloud-reader.ts';
import {
  type CloudUnits,
  heightsConverted,
  inOneUnit,
  PLAUSIBLE_SIZE,
  type SaidUnits,
  unitsOf,
} from '../../src-core/io/cloud/cloud-unit.ts';
import { boundsTracker } from '../../src-core/io/cloud/cloud-writer.ts';
import { COARSE_STEP, StepWatch } from '../../src-core/io/cloud/coordinate-step.ts';
import { message } from '../../src-core/messages/message.ts';
import { remark, remarkOf } from '../../src-core/messages/remark.ts';
import type { Bounds } from '../../src-core/model/bounds.ts';
import type { PointCloud } from '../../src-core/model/cloud.ts';
import type { CloudFacts } from '../../src-core/model/cloud-survey.ts';
import { type StageContext, throwIfCancelled } from '../../src-core/model/context.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { ScanPose } from '../../src-core/model/pose.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { cloudChunks, type RawCloud, type TimedPath } from '../../src-core/survey/cloud-chunks.ts';
import { CloudPathFinder } from '../../src-core/survey/cloud-path.ts';
import { type StatedFigures, statedAccuracy } from '../../src-core/survey/stated-accuracy.ts';
import type { Unchanged } from '../files/unchanged-files.ts';
import type { CaptureFile } from './captures.ts';
import { refuseDegrees, refuseLook, requirePlace, requireSize } from './cloud-checks.ts';
import { openedClouds } from './cloud-files.ts';
import { readTrajectory, requireTrajectory, type Trajectory, timesNames } from './cloud-trajectory.ts';
import type { Project } from './project.ts';
import type { Session } from './sessions.ts';

/** What a person says of clouds that their files do not. */
export interface CloudChoice extends StatedFigures {
  /** Unit of the coordinates; absent: as the file states, else metres. */
  readonly unit?: LengthUnit;
  /** Unit of the heights; absent: as the file states, else that of the rest. */
  readonly heightUnit?: LengthUnit;
  /** Path of a trajectory in the frame and on the clock of the cloud; absent: none. */
  readonly trajectory?: string;
  /** Unit of its positions; absent: metres. */
  readonly trajectoryUnit?: LengthUnit;
  /** The box of its header is wrong and does not count. */
  readonly ignoreBox?: true;
  /** Whether the coordinates are those of a grid; absent: by the file's coordinate system and size. */
  readonly frame?: 'grid' | 'local';
}

/** Options of the command line for clouds. */
export const CLOUD_FLAGS: Readonly<Record<keyof CloudChoice, string>> = {
  unit: '--cloud-unit',
  heightUnit: '--height-unit',
  trajectory: '--trajectory',
  trajectoryUnit: '--trajectory-unit',
  ignoreBox: '--ignore-box',
  frame: '--frame',
  scanner: '--scanner',
  pointAccuracy: '--point-accuracy',
  lengthShare: '--length-accuracy',
};

/** A coordinate farther from zero than this is one of a grid, m. */
const GRID_FROM = 1000;

/**
 * Imports clouds that other programs made as one session without scans: what follows the map measures it. In bounded
 * memory; nothing remains of an import that fails.
 *
 * @param captures the files with their hashes, in the order of `paths`
 * @throws SocavonError of the files, 'cloud-unit' if a size fits no mine, 'file-format' for a trajectory of another frame;
 *   errors of the project; CancelledError
 */
export async function importClouds(
  project: Project,
  paths: readonly string[],
  captures: readonly CaptureFile[],
  unchanged: Unchanged,
  choice: CloudChoice,
  context: StageContext,
): Promise<Session> {
  const trajectory =
    choice.trajectory === undefined ? null : await readTrajectory(choice.trajectory, choice.trajectoryUnit);
  if (trajectory !== null && !trajectory.hasTimes)
    context.emit({
      kind: 'note',
      stage: 'import',
      ...remark('trajectory-timeless', {
        name: trajectory.name,
        format: 'KITTI',
        times: timesNames(trajectory.name)[0],
      }),
    });
  return importReaders(
    project,
    {
      captures,
      unchanged,
      readers: openedClouds(paths, { ignoreBox: choice.ignoreBox ?? false }),
      trajectory,
    },
    choice,
    context,
  );
}

/** Clouds that are opened one after the other. */
interface CloudsToImport {
  readonly captures: readonly CaptureFile[];
  /** Asked before the session counts. */
  readonly unchanged: Unchanged;
  readonly readers: AsyncIterable<CloudReader & { name: string }>;
  readonly trajectory: Trajectory | null;
}

/** Imports clouds as one session without scans. @throws as `importClouds` */
export async function importReaders(
  project: Project,
  { captures, unchanged, readers, trajectory }: CloudsToImport,
  choice: CloudChoice,
  context: StageContext,
): Promise<Session> {
  const importing = project.beginImport(captures, null);
  try {
    const read = await readClouds(readers, captures[0].name, trajectory, choice, context, (cloud) =>
      importing.addPoints(cloud),
    );
    if (trajectory !== null) requireTrajectory(trajectory, read, choice.trajectoryUnit);
    const path = read.finder.path(trajectory?.poses ?? null, read.stations, read.bounds);
    const facts: CloudFacts = {
      formats: read.formats,
      points: read.points,
      hasReflectivity: read.hasReflectivity,
      unitMetres: read.units.plan,
      ...(read.units.height !== read.units.plan && { heightUnitMetres: read.units.height }),
      unitBy: read.units.by,
      isGrid: isGrid(choice, read),
      crs: read.crs,
      path: path.source,
      trajectory: trajectory?.name ?? null,
      accuracy: statedAccuracy(choice, read.step),
      ...(read.step > 0 && { stepMetres: read.step }),
    };
    await unchanged();
    return importing.finishCloud(
      facts,
      (sessionId) => storePath(project, sessionId, captures, path.poses),
      null,
    );
  } catch (error) {
    importing.abortQuietly();
    throw error;
  }
}

/**
 * Of a known session takes the accuracy that is stated now, and rejects another unit or trajectory, with which its points
 * were read.
 */
export function refuseOtherCloud(
  project: Project,
  { id, cloud }: Session,
  captures: readonly CaptureFile[],
  choice: CloudChoice,
): void {
  if (cloud === null) return;
  const names = captures.map(({ name }) => name).join(', ');
  const isOther =
    (choice.unit !== undefined && METRES[choice.unit] !== cloud.unitMetres) ||
    (choice.heightUnit !== undefined &&
      METRES[choice.heightUnit] !== (cloud.heightUnitMetres ?? cloud.unitMetres)) ||
    (choice.trajectory !== undefined && basename(choice.trajectory) !== cloud.trajectory);
  if (isOther)
    throw new SocavonError('capture-known', message('cloud-known-otherwise', { session: id, names }));
  const { scanner, pointAccuracy, lengthShare, frame } = choice;
  const isStated = scanner !== undefined || pointAccuracy !== undefined || lengthShare !== undefined;
  if (!isStated && frame === undefined) return;
  project.clouds.describe(id, {
    ...cloud,
    ...(frame !== undefined && { isGrid: frame === 'grid' }),
    ...(isStated && { accuracy: statedAccuracy(choice, cloud.stepMetres) }),
  });
}

interface ReadClouds {
  readonly formats: readonly string[];
  readonly points: number;
  readonly bounds: Bounds;
  readonly hasReflectivity: boolean;
  readonly units: CloudUnits;
  /** Step of the coordinates, m, where it is coarse; 0: it is not. */
  readonly step: number;
  readonly crs: string | null;
  readonly stations: readonly Rigid[];
  readonly finder: CloudPathFinder;
}

async function readClouds(
  readers: CloudsToImport['readers'],
  name: string,
  trajectory: Trajectory | null,
  choice: CloudChoice,
  context: StageContext,
  add: (cloud: PointCloud) => void,
): Promise<ReadClouds> {
  const tracker = boundsTracker();
  const finder = new CloudPathFinder();
  const formats = new Set<string>();
  const stations: Rigid[] = [];
  let [points, total] = [0, 0];
  let hasReflectivity = true;
  let units: CloudUnits | null = null;
  let crs: string | null = null;
  let coarsest = 0;
  for await (const opened of readers) {
    const own = unitsOf(opened, saidUnits(choice));
    if (own.height !== own.plan)
      context.emit({ kind: 'note', stage: 'import', ...remarkOf(heightsConverted(opened.name, own)) });
    const reader = inOneUnit(opened, own);
    if (reader.announcedBounds !== null) refuseDegrees(reader, reader.announcedBounds, choice.unit);
    requireSize(reader, own.plan);
    units ??= own;
    crs ??= reader.crs?.wkt ?? null;
    formats.add(reader.format);
    for (const pose of reader.scanPoses ?? [])
      if (pose !== null) stations.push({ R: pose.R, t: pose.t.map((value) => value * own.plan) });
    total += reader.count ?? 0;
    const before = points;
    const watch = new StepWatch(reader, own.plan);
    const box = boundsTracker();
    const raw = rawCloud(reader, own.plan, trajectory?.hasTimes ? trajectory.path : null, (chunks) =>
      watch.watched(chunks),
    );
    let isLookedAt = false;
    for await (const cloud of cloudChunks(raw, raw.hasTimes ? trajectory!.path : null, context.cancel)) {
      throwIfCancelled(context.cancel, 'work-import');
      if (cloud.count === 0) continue;
      tracker.add(cloud);
      box.add(cloud);
      requirePlace(tracker.bounds(), reader.name, own.plan);
      // One in another unit lies farther than a chunk reaches, which begins where its points were seen from.
      if (trajectory !== null)
        requireTrajectory(
          trajectory,
          { bounds: tracker.bounds(), units: own },
          choice.trajectoryUnit,
          PLAUSIBLE_SIZE[1],
        );
      // Hours of a file that is refused at its end help nobody.
      if (!isLookedAt) refuseLook(watch, reader.name, own, 0);
      isLookedAt = true;
      add(cloud);
      if (trajectory === null) finder.add(cloud);
      points += cloud.count;
      hasReflectivity &&= cloud.reflectivity !== undefined;
      context.emit({
        kind: 'progress',
        stage: 'import',
        done: points,
        total: Math.max(points, total),
        unit: 'points',
      });
    }
    const read = points - before;
    if (read > 0) {
      refuseDegrees(reader, scaledBounds(box.bounds(), 1 / own.plan), choice.unit);
      refuseLook(watch, reader.name, own, read);
      coarsest = Math.max(coarsest, watch.step());
    }
    const left = reader.count === null ? (reader.leftOut?.() ?? 0) : reader.count - read;
    if (read > 0 && left > 0)
      context.emit({
        kind: 'note',
        stage: 'import',
        ...remark('cloud-points-left-out', { name: reader.name, count: left, total: left + read }),
      });
  }
  if (points === 0) throw new SocavonError('too-few-points', message('cloud-no-points', { name }));
  const bounds = tracker.bounds();
  return {
    formats: [...formats],
    points,
    bounds,
    hasReflectivity,
    units: units ?? { plan: 1, height: 1, by: 'metres-assumed' },
    step: coarsest > COARSE_STEP ? coarsest : 0,
    crs,
    stations,
    finder,
  };
}

/** The units that a person states, metres. */
export function saidUnits({ unit, heightUnit }: CloudChoice): SaidUnits {
  return {
    ...(unit !== undefined && { plan: METRES[unit] }),
    ...(heightUnit !== undefined && { height: METRES[heightUnit] }),
  };
}

function scaledBounds({ min, max }: Bounds, factor: number): Bounds {
  const scaled = (place: readonly number[]): [number, number, number] => [
    factor * place[0],
    factor * place[1],
    factor * place[2],
  ];
  return { min: scaled(min), max: scaled(max) };
}

function rawCloud(
  reader: CloudReader & { name: string },
  unitMetres: number,
  path: TimedPath | null,
  watched: (chunks: AsyncIterable<PointCloud>) => AsyncIterable<PointCloud>,
): RawCloud {
  const times = path !== null && reader.timeName ? [reader.timeName] : [];
  return {
    name: reader.name,
    chunks: watched(reader.chunks(times)),
    unitMetres,
    hasTimes: times.length > 0,
    stations: reader.scanPoses ?? [],
  };
}

function isGrid({ frame }: CloudChoice, { bounds, crs }: ReadClouds): boolean {
  if (frame !== undefined) return frame === 'grid';
  const farthest = Math.max(...[...bounds.min, ...bounds.max].slice(0, 6).map(Math.abs));
  return crs !== null || farthest > GRID_FROM;
}

/** Stores the path as a finished run: window and report find it where they find the poses of scans. */
function storePath(
  project: Project,
  sessionId: number,
  captures: readonly CaptureFile[],
  poses: readonly ScanPose[],
): void {
  const run = project.runs.begin({
    sessionId,
    engine: { kind: 'cpu' },
    options: {},
    inputHash: captures.map(({ sha256 }) => sha256).join(' '),
  });
  if (poses.length > 0) project.poses.append(run.id, ...poses);
  project.runs.setState(run.id, 'done');
}
