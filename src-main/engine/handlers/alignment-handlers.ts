import { z } from 'zod';
import type { alignmentRequests, GpuOffer } from '../../../src-core/contract/alignment-requests.ts';
import type { Handlers } from '../../../src-core/contract/requests.ts';
import { message } from '../../../src-core/messages/message.ts';
import { SILENT_CONTEXT, type StageContext } from '../../../src-core/model/context.ts';
import type { EngineName } from '../../../src-core/model/engine-name.ts';
import { CancelledError, SocavonError, type SocavonErrorCode } from '../../../src-core/model/errors.ts';
import { gpuOffer } from '../../device/gpu-offer.ts';
import { inThread } from '../../jobs/in-thread.ts';
import type { ScanEngineHost } from '../../jobs/session/choose-scan-engine.ts';
import type { Change } from '../../project/changes.ts';
import type { EngineSession } from '../engine-session.ts';
import type { MapPreparation } from '../map-preparation.ts';
import { OpenAlignment } from '../open-alignment.ts';

type Names = keyof typeof alignmentRequests;

/** Work code of aligning; nothing else may change the alignment meanwhile. */
const WORK = 'work-align';

/**
 * Errors after which the open alignment is stale: a lost graphics card invalidates its resources, and changes of
 * another program are not known here. The next opening starts from the stored state of the project.
 */
const OUTDATED: readonly SocavonErrorCode[] = ['gpu-lost', 'project-busy'];

/** What the history keeps of an edit: the alignment that it belongs to. */
const RunOfEdit = z.object({ run: z.int() });

/** Available engines of the machine and how to open them; replaced in tests. */
interface AlignmentMachine {
  readonly offer: () => Promise<GpuOffer>;
  readonly engines: ScanEngineHost;
}

const THIS_MACHINE: AlignmentMachine = { offer: gpuOffer, engines: {} };

/** Handlers of the alignment that a window controls: one session at a time. */
export function alignmentHandlers(
  session: EngineSession,
  preparation: MapPreparation,
  machine = THIS_MACHINE,
): Handlers<Names> {
  let offer: Promise<GpuOffer> | null = null;
  let open: { readonly alignment: OpenAlignment; readonly engine: string } | null = null;

  const close = async (): Promise<void> => {
    const { alignment } = open ?? {};
    open = null;
    await alignment?.close();
  };
  session.onClose(close);
  session.onRemoval(async (id) => {
    if (open?.alignment.session.id === id) await close();
  });

  const opened = (): OpenAlignment => {
    if (open !== null) return open.alignment;
    throw new SocavonError('usage', message('alignment-none-open'));
  };

  /** Changes the open alignment, exclusively. */
  const change = <T>(work: (alignment: OpenAlignment) => T | Promise<T>): Promise<T> =>
    session.hold(WORK, async () => {
      const alignment = opened();
      const wasDone = alignment.state.done;
      try {
        return await work(alignment);
      } catch (error) {
        if (error instanceof SocavonError && OUTDATED.includes(error.code)) await close();
        throw error;
      } finally {
        if (wasDone && !alignment.state.done) void preparation.stop();
        if (alignment.state.done !== wasDone) session.changed();
      }
    });

  /** Calibrates the sensor once the alignment is complete; if that is cancelled, the poses are valid all the same. */
  const calibrateAfter = async (sessionId: number, context: StageContext): Promise<void> => {
    try {
      await inThread('calibrate-aligned', { project: session.project.path, sessionId }, context);
    } catch (error) {
      if (!(error instanceof CancelledError)) throw error;
    }
  };

  /** The alignment of a step of the history; opened if another one is open, or none. */
  const opening = (sessionId: number, engine: EngineName, context: StageContext): Promise<void> =>
    session.hold(WORK, async () => {
      const requested = session.sessionOf(sessionId);
      const alignment = await OpenAlignment.open(
        session.project,
        requested,
        engine,
        context,
        machine.engines,
      );
      await close();
      open = { alignment, engine };
      session.changed();
    });
  /** Opens the alignment of a step; false if there is none any more, as after an update of the program. */
  const ofStep = async ({ sessionId, after }: Change): Promise<boolean> => {
    const { run } = RunOfEdit.parse(Object.values(after)[0]);
    const begun = session.project.runs.of(sessionId!).find(({ id }) => id === run);
    if (begun === undefined) return false;
    if (open?.alignment.state.runId !== run) await opening(sessionId!, begun.engine.kind, SILENT_CONTEXT);
    return opened().state.runId === run;
  };
  const step = async (of: Change, work: (alignment: OpenAlignment) => boolean): Promise<boolean> =>
    (await ofStep(of)) && (await change(work));
  session.history.register('alignment', {
    undo: (of) =>
      step(of, (alignment) => {
        const { canUndo } = alignment.state;
        if (canUndo) alignment.undo();
        return canUndo;
      }),
    redo: (of) =>
      step(of, (alignment) => {
        const { canRedo } = alignment.state;
        if (canRedo) alignment.redo();
        return canRedo;
      }),
  });

  return {
    'alignment.gpu': () => {
      offer ??= machine.offer();
      return offer;
    },
    'alignment.open': async ({ sessionId, engine }, context) => {
      const isOpen = open?.alignment.session.id === sessionId && open.engine === engine;
      if (!isOpen) await opening(sessionId, engine, context);
      // Also while an alignment runs, for a window that was closed and opened again.
      return session.read(async () => {
        const alignment = opened();
        const poses = await alignment.poses();
        return { state: alignment.state, poses };
      });
    },
    'alignment.advance': ({ scans, thinning }, context) =>
      change(async (alignment) => {
        const wasDone = alignment.state.done;
        const advanced = await alignment.advance(scans, thinning, context);
        if (alignment.state.done && !wasDone) {
          await calibrateAfter(alignment.session.id, context);
          preparation.begin(alignment.session.id);
        }
        return { state: alignment.state, ...advanced };
      }),
    'alignment.stepBack': ({ scans }) =>
      change((alignment) => {
        alignment.stepBack(scans);
        return alignment.state;
      }),
    'alignment.edit': ({ edit }) =>
      change((alignment) => {
        alignment.edit(edit);
        const { sessionId, runId } = alignment.state;
        session.history.note('alignment', { [edit.kind]: { run: runId } }, () => sessionId);
        return alignment.state;
      }),
    'alignment.undo': () =>
      change((alignment) => {
        alignment.undo();
        session.history.noteUndone('alignment', alignment.state.sessionId, true);
        return alignment.state;
      }),
    'alignment.redo': () =>
      change((alignment) => {
        alignment.redo();
        session.history.noteUndone('alignment', alignment.state.sessionId, false);
        return alignment.state;
      }),
    'alignment.close': async () => {
      if (open !== null) await session.hold(WORK, close);
      return null;
    },
  };
}
