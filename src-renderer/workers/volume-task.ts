import { type HandlerTable, rpcServer, type ServerCarrier } from '../../src-core/contract/rpc.ts';
import type { PointCloud } from '../../src-core/model/cloud.ts';
import { SILENT_CONTEXT, type StageContext } from '../../src-core/model/context.ts';
import { ALONG_CONSTRAINTS } from '../../src-core/model/pose.ts';
import type { MeasuredQuestion } from '../../src-core/question/survey-question.ts';
import { chainageOptionsOf } from '../../src-core/question/survey-question.ts';
import { contourOf, gatherForCorrections, measure, wallToMeasure } from '../../src-core/survey/measure.ts';
import type { ObservedPose } from '../../src-core/tunnel/axis/unobserved-stretches.ts';
import { wallTriangles } from '../../src-core/tunnel/sections/wall-triangles.ts';
import { type DrivePoints, type DriveWall, restoredWall } from '../../src-core/tunnel/wall/gather-drive.ts';
import type {
  GatheredWall,
  VolumeCloud,
  VolumeMethods,
  VolumePath,
  WallMeasures,
} from './volume-messages.ts';
import { answerWall } from './wall-questions.ts';

/**
 * Serves the volume worker's methods in any thread: gathers the wall once, then measures it for each request, with
 * the same code as the command line. Cancelled by terminating its thread.
 */
export function serveVolume(carrier: ServerCarrier): void {
  rpcServer<VolumeMethods>(carrier, volumeHandlers(), {
    log: (error) => console.error(error),
    unexpected(error) {
      console.error(error);
      return { code: 'internal', message: 'The volume could not be computed.' };
    },
  });
}

interface Gathered {
  readonly path: VolumePath;
  /** null: the engine has them. */
  readonly points: DrivePoints | null;
  /** As it was gathered. */
  readonly wall: DriveWall;
  /** What is measured and shown of it. */
  readonly shown: DriveWall;
}

/** Queue of clouds that arrive in batches, for one consumer that takes them one by one. */
class CloudQueue implements AsyncIterable<PointCloud> {
  readonly #waiting: { readonly cloud: VolumeCloud; readonly taken: () => void }[] = [];
  #ended = false;
  #closed = false;
  #wake: () => void = () => {};

  /** @returns when the consumer has processed all of them, or has closed the queue */
  async push(clouds: readonly VolumeCloud[]): Promise<void> {
    if (this.#closed) return;
    const taken = clouds.map((cloud) => new Promise<void>((resolve) => this.#add(cloud, resolve)));
    this.#wake();
    await Promise.all(taken);
  }

  /** Marks the end of the clouds. */
  end(): void {
    this.#ended = true;
    this.#wake();
  }

  /** Closes the queue: the consumer takes no more. */
  close(): void {
    this.#closed = true;
    for (const { taken } of this.#waiting.splice(0)) taken();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<PointCloud> {
    for (;;) {
      const next = this.#waiting.shift();
      if (next !== undefined) {
        const { cloud, taken } = next;
        try {
          yield {
            ...cloud,
            count: cloud.xyz.length / 3,
            reflectivity: cloud.reflectivity ?? undefined,
            scanIndex: cloud.scanIndex ?? undefined,
            beam: cloud.beam ?? undefined,
            force: cloud.force ?? undefined,
          };
        } finally {
          taken();
        }
      } else if (this.#ended) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }

  #add(cloud: VolumeCloud, taken: () => void): void {
    this.#waiting.push({ cloud, taken });
  }
}

function volumeHandlers(): HandlerTable<VolumeMethods> {
  let queue: CloudQueue | null = null;
  let gathered: Gathered | null = null;
  const known = (): Gathered => {
    if (gathered === null) throw new Error('nothing was gathered');
    return gathered;
  };
  return {
    restore({ path, wall: state }) {
      const along = { poses: posesAt(path) };
      const counted = chainageOptionsOf(path.measure.axis);
      const wall = restoredWall(state, along, path.axis, SILENT_CONTEXT, counted);
      gathered = { path, points: null, ...shown(wall, path) };
      return answerOf(gathered);
    },
    async gather(path, context) {
      const clouds = new CloudQueue();
      queue = clouds;
      try {
        const points = await pointsOf(clouds, path, context);
        const wall = points.wall(path.measure.corrections ?? [], SILENT_CONTEXT);
        gathered = { path, points, ...shown(wall, path) };
        return answerOf(gathered);
      } finally {
        clouds.close();
      }
    },
    async clouds(clouds) {
      await queue?.push(clouds);
      return null;
    },
    noMoreClouds() {
      queue?.end();
      return null;
    },
    correct(corrections) {
      const { path, points } = known();
      if (points === null) throw new Error('the engine has the points of this wall');
      gathered = { path, points, ...shown(points.wall(corrections, SILENT_CONTEXT), path) };
      return answerOf(gathered);
    },
    measure: (question) => measuresOf(known(), question),
    unroll: (request) => answerWall(known().shown, 'unroll', request),
    grade: (request) => answerWall(known().shown, 'grade', request),
    clearance: (request) => answerWall(known().shown, 'clearance', request),
    triangles: () => wallTriangles(known().shown.wall),
    cuts: ({ chainage, reach }) => known().wall.wall.cutsAt(chainage, reach),
  };
}

function answerOf({ wall: { wall, points } }: Gathered): GatheredWall {
  const { surveyedFrom, surveyedTo, closedRange: closed } = wall;
  return { surveyedFrom, surveyedTo, closed, points };
}

/** Gathers the points; of its events only the warnings are forwarded to the window. */
function pointsOf(clouds: CloudQueue, path: VolumePath, { cancel, emit }: StageContext) {
  const context: StageContext = {
    cancel,
    emit(event) {
      if (event.kind === 'warning') emit(event);
    },
  };
  const along = { poses: posesAt(path), axis: path.axis };
  return gatherForCorrections(clouds, along, path.measure, context, path.reflectivity);
}

/** A wall with what is shown of it where no bound of its ranges is asked for. */
function shown(wall: DriveWall, { instrument }: VolumePath): Pick<Gathered, 'wall' | 'shown'> {
  return { wall, shown: wallToMeasure(wall, { interval: 1, rangeBias: null }, instrument) };
}

function measuresOf(
  { wall: asGathered, shown, path: { instrument, reliability } }: Gathered,
  question: MeasuredQuestion,
): WallMeasures {
  const {
    files,
    measure: { rounds },
  } = question;
  const design = files.design?.programme ?? null;
  const wall = question.rangeBias === null ? shown : wallToMeasure(asGathered, question, instrument);
  const measures = measure(wall, reliability, question, instrument);
  const contour = rounds === null ? [] : contourOf(wall, rounds, design, measures.volume.chainageTo);
  return { ...measures, contour };
}

/** Poses for measuring: only positions and their constraints are used. */
function posesAt({ positions, heldBy, matched, gapSeconds }: VolumePath): ObservedPose[] {
  const gapAt = (i: number): number => gapSeconds?.[i] ?? Number.NaN;
  const R = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  return Array.from({ length: positions.length / 3 }, (_, i) => ({
    T_map_sensor: { R, t: positions.subarray(3 * i, 3 * i + 3) },
    quality: {
      heldBy: ALONG_CONSTRAINTS[heldBy[i]],
      matched: matched?.[i] ?? 1,
      ...(Number.isNaN(gapAt(i)) ? {} : { gapSeconds: gapAt(i) }),
    },
  }));
}
