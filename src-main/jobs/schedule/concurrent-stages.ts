import type { ExportFolder } from '../../../src-core/io/cloud/export-map.ts';
import type { ProgressEvent, StageContext } from '../../../src-core/model/context.ts';
import { align } from '../../../src-core/survey/align.ts';
import { wallOfMap } from '../../../src-core/survey/measure-map.ts';
import { publishMap } from '../../../src-core/survey/publish.ts';
import { STAGES_IN_TURN, type Stages } from '../../../src-core/survey/stages.ts';
import { threadsToUse } from '../../device/threads-to-use.ts';
import type { Project } from '../../project/project.ts';
import type { Session } from '../../project/sessions.ts';
import type { BegunAlignment } from './begun-alignment.ts';
import { mapOnThread } from './map-on-thread.ts';
import { calibrateOnThread, findDynamicOnThreads } from './on-threads.ts';
import { withReadAhead } from './read-ahead.ts';
import type { ScansThreads } from './scans-threads.ts';

/** Survey of scans whose stages are run concurrently. */
interface ConcurrentSurvey {
  readonly project: Project;
  readonly session: Session;
  /** Folder of its files. */
  readonly folder: ExportFolder;
  /** Owned by the caller. */
  readonly threads: ScansThreads;
  /** Its alignment, begun while it was imported; null: none. */
  readonly begun: BegunAlignment | null;
}

/**
 * The stages of one survey of a session's scans, with the results of those of the core: scans are prepared before their
 * turn, the calibration runs while others search for what moved, and the map is written while it is measured, from points
 * that are made once. On one processor they run one after the other.
 */
export function concurrentStages({ project, session, folder, threads, begun }: ConcurrentSurvey): Stages {
  const aligning: Pick<Stages, 'align'> = {
    align: (_scans, task, context) =>
      begun?.finish(task, context) ??
      withReadAhead(
        project,
        session,
        task,
        (scans) => align(scans, task, context),
        () => threads.lend(),
      ),
  };
  if (threadsToUse() < 2) return { ...STAGES_IN_TURN, ...aligning };
  return {
    ...aligning,
    calibrate: (_store, { poses }, request, context) =>
      calibrateOnThread(project, session, poses, request, threads, context),
    findDynamic: (_store, placed, context) =>
      findDynamicOnThreads(project, session, placed, context, { kept: threads }),
    ...sharedMap(project, session, folder, threads),
    both: concurrently,
  };
}

/** Two pieces of work at the same time. @throws as `both` of the stages */
export async function concurrently<A, B>(first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
  const work = [first(), second()] as const;
  await Promise.allSettled(work);
  return Promise.all(work);
}

/** Writing and gathering of a map of which each point is made once, for both. */
function sharedMap(
  project: Project,
  session: Session,
  folder: ExportFolder,
  threads: ScansThreads,
): Pick<Stages, 'writeMap' | 'gather'> {
  // Files in memory are written by the calling thread.
  const { path } = folder;
  const shared = path === undefined ? null : mapOnThread(project, session, path, threads);
  const progress = new HeldProgress();
  let isShared = false;
  return {
    async writeMap(task, map, outputs, context) {
      isShared = shared !== null && task.output.choice.contents.includes('map');
      try {
        const exportMap = shared?.exportMap;
        return await publishMap(task, map, outputs, progress.of(context), {
          ...(exportMap && { exportMap }),
        });
      } finally {
        // Where it failed, nobody hands points on.
        shared?.release();
      }
    },
    async gather(task, map, cache, context) {
      const points = (): ReturnType<typeof map.points> => shared!.points(() => map.points());
      try {
        return await wallOfMap(task, isShared ? { ...map, points } : map, cache, context);
      } finally {
        shared?.release();
        progress.show();
      }
    },
  };
}

/** Progress of a stage while that of another is shown: of two at once one is. */
class HeldProgress {
  #isShown = false;
  #show = (): void => {};

  /** A context whose progress is held back until it is shown, beginning with how far the stage has got. */
  of(context: StageContext): StageContext {
    let last: ProgressEvent | null = null;
    this.#show = () => {
      if (last !== null) context.emit(last);
    };
    return {
      ...context,
      emit: (event) => {
        if (event.kind === 'progress' && !this.#isShown) last = event;
        else context.emit(event);
      },
    };
  }

  show(): void {
    this.#isShown = true;
    this.#show();
  }
}
