import type { MapNode } from '../../../src-core/contract/map-requests.ts';
import type { Handlers } from '../../../src-core/contract/requests.ts';
import type { Points } from '../../../src-core/contract/shapes.ts';
import { message } from '../../../src-core/messages/message.ts';
import { NEVER_CANCELLED, type StageContext } from '../../../src-core/model/context.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { logUnexpected } from '../../files/log-file.ts';
import { inThread } from '../../jobs/in-thread.ts';
import { nodeThreads } from '../../jobs/schedule/node-threads.ts';
import type { MapLevels, MapLevelsQuestion } from '../../jobs/session/build-map-levels.ts';
import { keepsDynamicReturns, setKeepsDynamicReturns } from '../../jobs/session/stored-dynamic-returns.ts';
import { rigidFromWire } from '../../jobs/session/survey-inputs.ts';
import type { EngineSession } from '../engine-session.ts';
import type { MapPreparation } from '../map-preparation.ts';

/** Maps whose nodes can be asked for: one in view and one being rebuilt, for each of two windows. */
const OPEN_MAPS = 4;

/** Levels of detail in use by windows. */
interface OpenLevels {
  readonly levels: MapLevels;
  readonly ids: ReadonlySet<string>;
  /** Changes with the file. */
  readonly version: number;
  readonly question: MapLevelsQuestion;
  /** Goes on while damage is repaired. */
  renewed: Promise<OpenLevels> | null;
}

const DAMAGED: ReadonlySet<string> = new Set(['file-format', 'file-missing', 'file-unreadable']);

type Names = 'map.build' | 'map.node' | 'map.moved' | 'map.keepMoved' | 'map.uncertainty';

/** Handlers of the map's levels of detail: built in a worker thread, read node by node in others. */
export function mapLevelsHandlers(session: EngineSession, preparation: MapPreparation): Handlers<Names> {
  /** By key, in order of building. */
  const opened = new Map<string, OpenLevels>();
  const threads = nodeThreads();
  let versions = 0;
  const hold = (levels: MapLevels, question: MapLevelsQuestion): OpenLevels => {
    // An unchanged file stays open for its readers.
    const before = levels.isNew ? undefined : opened.get(levels.key);
    const ids = new Set(levels.nodes.map(({ id }) => id));
    const held = before ?? { levels, ids, version: versions++, question, renewed: null };
    opened.delete(levels.key);
    opened.set(levels.key, held);
    for (const key of [...opened.keys()].slice(0, -OPEN_MAPS)) opened.delete(key);
    return held;
  };
  session.onClose(async () => {
    opened.clear();
    await threads.end();
  });
  const inTurn = async <T>({ cancel, emit }: StageContext, work: () => Promise<T>): Promise<T> => {
    const release = preparation.hear(emit);
    try {
      return await session.inTurn('work-map', cancel, () => session.hold('work-map', work));
    } finally {
      release();
    }
  };

  const readNode = async ({ levels: { file }, version }: OpenLevels, id: string): Promise<Points> => {
    const points = await session.read(() => threads.call('node', { file, version, id }));
    return { ...points, origin: [...points.origin] };
  };
  /** Builds a map anew whose file is damaged: the same nodes, as they depend on the poses only. */
  const renew = async ({ question, levels: { key } }: OpenLevels): Promise<OpenLevels> => {
    const context: StageContext = { cancel: NEVER_CANCELLED, emit: () => {} };
    const levels = await inTurn(context, () => inThread('map-levels', { ...question, anew: true }, context));
    if (levels.key !== key) throw new SocavonError('usage', message('map-part-none'));
    return hold(levels, question);
  };

  session.history.register('moved', {
    read: (project, sessionId) => ({ keep: keepsDynamicReturns(project, sessionId!) }),
    write: (project, sessionId, { keep }) => setKeepsDynamicReturns(project, sessionId!, keep === true),
  });

  return {
    'map.build': async ({ sessionId, T_grid_first }, context) => {
      const { id } = session.sessionOf(sessionId);
      const question = {
        project: session.project.path,
        sessionId: id,
        T_grid_first: rigidFromWire(T_grid_first),
      };
      const levels = await inTurn(context, () => inThread('map-levels', question, context));
      hold(levels, question);
      return { key: levels.key, nodes: levels.nodes.map(nodeOnWire), points: levels.points };
    },
    'map.moved': async ({ sessionId, T_grid_first }, context) => {
      const { id } = session.sessionOf(sessionId);
      const { path: project } = session.project;
      const question = { project, sessionId: id, T_grid_first: rigidFromWire(T_grid_first) };
      return inTurn(context, () => inThread('moved-points', question, context));
    },
    'map.keepMoved': async ({ sessionId, keep }) => {
      const { id } = session.sessionOf(sessionId);
      session.history.record('moved', id, (project) => setKeepsDynamicReturns(project, id, keep));
      return null;
    },
    'map.uncertainty': async ({ sessionId, T_grid_first, rangeBias, figures }, context) => {
      const { id } = session.sessionOf(sessionId);
      const { path: project } = session.project;
      const question = {
        project,
        sessionId: id,
        T_grid_first: rigidFromWire(T_grid_first),
        rangeBias,
        figures,
      };
      return session.read(() => inThread('map-uncertainty', question, context));
    },
    'map.node': async ({ key, id }) => {
      const held = opened.get(key);
      if (!held?.ids.has(id)) throw new SocavonError('usage', message('map-part-none'));
      try {
        return await readNode(held, id);
      } catch (error) {
        if (!isDamage(error)) throw error;
        logUnexpected(error);
        held.renewed ??= renew(held).finally(() => {
          held.renewed = null;
        });
        return readNode(await held.renewed, id);
      }
    },
  };
}

/** True if the file of a map is not what was written, or not there. */
function isDamage(error: unknown): boolean {
  return error instanceof SocavonError && DAMAGED.has(error.code);
}

function nodeOnWire({ id, corner, edge, spacing, count, hasChildren }: MapLevels['nodes'][number]): MapNode {
  return { id, corner: [...corner], edge, spacing, count, hasChildren };
}
