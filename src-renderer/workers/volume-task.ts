import { type HandlerTable, rpcServer, type ServerCarrier } from '../../src-core/contract/rpc.ts';
import type { StageContext } from '../../src-core/model/context.ts';
import { ALONG_HOLDERS } from '../../src-core/model/pose.ts';
import { profileOptionsOf } from '../../src-core/tunnel/asked-profiles.ts';
import { roundsAsked } from '../../src-core/tunnel/asked-rounds.ts';
import { contourQuality } from '../../src-core/tunnel/contour-quality.ts';
import {
  type DriveWall,
  gatherWall,
  MEASURE_DEFAULTS,
  type MeasureOptions,
  measureWall,
} from '../../src-core/tunnel/measure-drive.ts';
import type { ObservedPose } from '../../src-core/tunnel/unobserved-stretches.ts';
import { CloudQueue } from './cloud-queue.ts';
import type { VolumeMethods, VolumePath, VolumeQuestion, WallMeasures } from './volume-messages.ts';
import { answerWall } from './wall-questions.ts';

/**
 * Serves the volume worker's methods, whatever thread it is in: gathers the wall once, then measures it as often as it
 * is asked, with the code that the command line measures with. Cancelled by ending its thread.
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
  readonly wall: DriveWall;
}

function volumeHandlers(): HandlerTable<VolumeMethods> {
  let queue: CloudQueue | null = null;
  let gathered: Gathered | null = null;
  const known = (): Gathered => {
    if (gathered === null) throw new Error('nothing was gathered');
    return gathered;
  };
  return {
    async gather(path, context) {
      const clouds = new CloudQueue();
      queue = clouds;
      try {
        const { value, diagnostics } = await wallOf(clouds, path, context);
        gathered = { path, wall: value };
        const { surveyedFrom, surveyedTo } = value.wall;
        return { surveyedFrom, surveyedTo, points: diagnostics.inside };
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
    measure: (question) => measuresOf(known().wall, known().path, question),
    unroll: (asked) => answerWall(known().wall, 'unroll', asked),
    grade: (asked) => answerWall(known().wall, 'grade', asked),
    clearance: (asked) => answerWall(known().wall, 'clearance', asked),
  };
}

/** Of what the gathering says on its way only the warnings matter to the window. */
function wallOf(clouds: CloudQueue, path: VolumePath, { cancel, emit }: StageContext) {
  const context: StageContext = {
    cancel,
    emit(event) {
      if (event.kind === 'warning') emit(event);
    },
  };
  return gatherWall(
    clouds,
    { poses: posesAt(path) },
    path.axis,
    profileOptionsOf(path.profiles, path.reflectivity),
    context,
    path.counted,
  );
}

function measuresOf(wall: DriveWall, path: VolumePath, question: VolumeQuestion): WallMeasures {
  const { design, interval, rangeBias, rounds } = question;
  const { instrument, reliability } = path;
  const options: MeasureOptions = {
    ...MEASURE_DEFAULTS,
    profiles: wall.wall.options,
    volume: {
      ...MEASURE_DEFAULTS.volume,
      ...instrument,
      rangeBias: rangeBias ?? instrument.rangeBias,
      every: interval,
    },
  };
  const measures = measureWall(wall, reliability, question, options);
  const contour =
    rounds === null ? [] : contourQuality(wall.wall, design, roundsAsked(rounds, measures.volume.chainageTo));
  return { ...measures, contour };
}

/** Of the poses only the places and what held them matter to the measuring. */
function posesAt({ positions, heldBy }: VolumePath): ObservedPose[] {
  const R = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  return Array.from({ length: positions.length / 3 }, (_, i) => ({
    T_map_sensor: { R, t: positions.subarray(3 * i, 3 * i + 3) },
    quality: { heldBy: ALONG_HOLDERS[heldBy[i]] },
  }));
}
