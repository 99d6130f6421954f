import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Handlers } from '../../../src-core/contract/requests.ts';
import type { Points } from '../../../src-core/contract/shapes.ts';
import { message } from '../../../src-core/messages/message.ts';
import type { StageContext } from '../../../src-core/model/context.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { decodeColumns, POINT_BYTES } from '../../files/column-bytes.ts';
import { NODES_FILE, readAt } from '../../files/level-files.ts';
import type { MapLevels } from '../../jobs/build-map-levels.ts';
import { inThread } from '../../jobs/in-thread.ts';
import { keepsDynamicReturns, setKeepsDynamicReturns } from '../../jobs/stored-dynamic-returns.ts';
import { rigidFromWire } from '../../jobs/survey-inputs.ts';
import type { EngineSession } from '../engine-session.ts';
import type { MapPreparation } from '../map-preparation.ts';

/** Maps whose files stay open: one in view and one being rebuilt, for each of two windows. */
const OPEN_MAPS = 4;

/** Levels of detail in use by windows, with the file of their points open. */
interface OpenLevels {
  readonly levels: MapLevels;
  readonly places: ReadonlyMap<string, number>;
  readonly file: FileHandle;
}

type Names = 'map.build' | 'map.node' | 'map.moved' | 'map.keepMoved' | 'map.uncertainty';

/** Handlers of the map's levels of detail: built in a worker thread, read node by node. */
export function mapLevelsHandlers(session: EngineSession, preparation: MapPreparation): Handlers<Names> {
  /** By key, in order of building. */
  const opened = new Map<string, Promise<OpenLevels>>();
  const letGo = (key: string): void => {
    void opened.get(key)?.then(
      ({ file }) => file.close(),
      () => {},
    );
    opened.delete(key);
  };
  const hold = (levels: MapLevels): void => {
    // An unchanged file stays open for its readers.
    const before = levels.isNew ? undefined : opened.get(levels.key);
    if (before === undefined) letGo(levels.key);
    else opened.delete(levels.key);
    opened.set(levels.key, before ?? openLevels(levels));
    for (const key of [...opened.keys()].slice(0, -OPEN_MAPS)) letGo(key);
  };
  session.onClose(() => {
    for (const key of [...opened.keys()]) letGo(key);
  });
  const inTurn = async <T>({ cancel, emit }: StageContext, work: () => Promise<T>): Promise<T> => {
    const release = preparation.hear(emit);
    try {
      return await session.inTurn('work-map', cancel, () => session.hold('work-map', work));
    } finally {
      release();
    }
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
      hold(levels);
      return { key: levels.key, nodes: levels.nodes, points: levels.points };
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
      const levels = await opened.get(key);
      const place = levels?.places.get(id);
      if (levels === undefined || place === undefined)
        throw new SocavonError('usage', message('map-part-none'));
      return session.read(() => readNode(levels, place));
    },
  };
}

async function openLevels(levels: MapLevels): Promise<OpenLevels> {
  const places = new Map(levels.nodes.map(({ id }, place) => [id, place]));
  return { levels, places, file: await open(join(levels.folder, NODES_FILE), 'r') };
}

async function readNode({ levels, file }: OpenLevels, place: number): Promise<Points> {
  const { corner, count } = levels.nodes[place];
  const offset = levels.offsets[place];
  const none = new Uint8Array(0);
  const bytes = count === 0 ? none : await readAt(file, offset, POINT_BYTES * count);
  const { xyz, reflectivity, scanIndex } = decodeColumns(bytes);
  return { origin: corner, xyz, reflectivity, scanIndex };
}
