import type { Job } from '../../../src-core/contract/host-requests.ts';
import type { ToClient, ToServer } from '../../../src-core/contract/messages.ts';
import { remark } from '../../../src-core/messages/remark.ts';
import type { ControlMessage } from '../../engine/control-messages.ts';
import type { EngineProcess } from './engine-process.ts';

/** Connection of one window to the engine. */
interface WindowLink {
  receive(message: ToServer): void;
  /** Disconnects a closed window. Work that it started continues; its replies are dropped. */
  leave(): void;
}

/** Shares one engine among all windows of a host: renumbers requests and restarts the engine when it exits. */
export interface EngineRelay {
  join(send: (message: ToClient) => void): WindowLink;
  /** Grants the engine access to a path that the user chose; repeated after a restart. */
  grant(path: string, scope: 'file' | 'folder', write: boolean): void;
  /** Sends an event to all windows. */
  broadcast(name: string, value: unknown): void;
  jobs(): Job[];
  cancelJob(job: number): boolean;
  /** Registers a listener for changes of long work. */
  onJobs(hear: (jobs: readonly Job[]) => void): void;
  /** Lets the engine store finished results, then ends it. */
  end(): Promise<void>;
}

/** Entry of the list of recent projects. */
interface OpenedProject {
  readonly path: string;
  readonly name: string;
}

const OPENING = ['project.open', 'project.create', 'project.openSample'];

/**
 * Change of the open project according to a reply.
 *
 * @returns null: it was closed; undefined: no change
 */
function openedProject(request: string, reply: unknown): OpenedProject | null | undefined {
  if (request === 'project.close') return null;
  if (!OPENING.includes(request)) return undefined;
  const { path, name } = reply as OpenedProject;
  return { path, name };
}

interface RelayHost {
  readonly start: () => EngineProcess;
  readonly log: (error: unknown) => void;
  /** Called for each project that the engine opened or created. */
  readonly onProject?: (project: OpenedProject) => void;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

interface PendingRequest {
  readonly name: string;
  readonly send: (message: ToClient) => void;
  /** Request number of the window. */
  readonly id: number;
  readonly startedAt: number;
  gone: boolean;
  job: Job | null;
}

/** Greatest number of engine starts per minute. */
const MOST_STARTS = 3;
const MINUTE_MS = 60_000;
/** Time for the engine to store finished results before it is terminated, ms. */
const CLOSE_MS = 5_000;

export function engineRelay({ start, log, onProject, now = Date.now }: RelayHost): EngineRelay {
  const windows = new Set<(message: ToClient) => void>();
  const pending = new Map<number, PendingRequest>();
  const grants = new Map<string, Extract<ControlMessage, { kind: 'grant' }>>();
  const hearsJobs = new Set<(jobs: readonly Job[]) => void>();
  const stops: number[] = [];
  let lastId = 0;
  let project: string | null = null;
  let engine: EngineProcess | null = null;
  /** Set while the engine is closing. */
  let ended: (() => void) | null = null;

  const jobs = (): Job[] => [...pending.values()].flatMap(({ job }) => job ?? []);
  const broadcast = (name: string, value: unknown): void => {
    for (const send of windows) send({ kind: 'event', name, value });
  };
  const sendJobs = (): void => {
    const list = jobs();
    broadcast('host.jobs', list);
    for (const hear of hearsJobs) hear(list);
  };

  const ask = (name: string, args: unknown, send: PendingRequest['send'], id: number): void => {
    lastId += 1;
    pending.set(lastId, { name, send, id, gone: false, job: null, startedAt: now() });
    engine?.post({ kind: 'request', id: lastId, name, args });
  };

  const hear = (message: ToClient): void => {
    if (message.kind === 'event') {
      broadcast(message.name, message.value);
      return;
    }
    const request = pending.get(message.id);
    if (request === undefined) return;
    if (message.kind === 'progress') {
      const { stage, done, total, unit } = message;
      const { name, startedAt } = request;
      request.job = { job: message.id, name, stage, done, total, unit, startedAt };
      sendJobs();
    } else if (message.kind === 'reply') {
      pending.delete(message.id);
      if (message.ok) remember(openedProject(request.name, message.value));
      if (request.job !== null) sendJobs();
    }
    if (!request.gone) request.send({ ...message, id: request.id });
  };

  const remember = (opened: OpenedProject | null | undefined): void => {
    if (opened !== undefined) project = opened?.path ?? null;
    if (opened) {
      grant(opened.path, 'file', true);
      onProject?.(opened);
    }
  };

  const grant = (path: string, scope: 'file' | 'folder', write: boolean): void => {
    const key = `${scope} ${path}`;
    const grant = { kind: 'grant', path, scope, write: write || grants.get(key)?.write === true } as const;
    grants.set(key, grant);
    engine?.post(grant);
  };

  const begin = (): void => {
    engine = start();
    engine.onMessage(hear);
    engine.onExit(stopped);
    for (const grant of grants.values()) engine.post(grant);
  };

  const stopped = (how: string): void => {
    engine = null;
    if (ended !== null) {
      ended();
      return;
    }
    log(new Error(`the engine stopped: ${how}`));
    const mayStart = stops.filter((at) => at > now() - MINUTE_MS).length < MOST_STARTS;
    stops.push(now());
    const lost = [...pending.values()];
    pending.clear();
    for (const { send, id, gone } of lost) if (!gone) send(stoppedReply(id, mayStart));
    sendJobs();
    if (!mayStart) {
      broadcast('host.engine', { state: 'gone' });
      return;
    }
    begin();
    const ready = (): void => broadcast('host.engine', { state: 'restarted' });
    if (project === null) ready();
    else ask('project.open', { path: project }, ready, 0);
  };

  begin();

  return {
    join(send) {
      windows.add(send);
      const numberOf = (id: number): number | undefined =>
        [...pending].find(([, request]) => request.send === send && request.id === id)?.[0];
      return {
        receive(message) {
          const number = numberOf(message.id);
          if (message.kind === 'cancel') {
            if (number !== undefined) engine?.post({ kind: 'cancel', id: number });
          } else if (engine === null) send(stoppedReply(message.id, false));
          else if (number === undefined) ask(message.name, message.args, send, message.id);
        },
        leave() {
          windows.delete(send);
          // What a window leaves behind is told to those that follow from now on, also before its first progress: the
          // engine refuses to do the same twice.
          const left = [...pending].filter(([, request]) => request.send === send);
          for (const [job, request] of left) {
            const { name, startedAt } = request;
            request.gone = true;
            request.job ??= { job, name, stage: '', done: 0, total: null, unit: '', startedAt };
          }
          if (left.length > 0) sendJobs();
        },
      };
    },
    grant,
    broadcast,
    jobs,
    cancelJob(job) {
      if (!pending.has(job)) return false;
      engine?.post({ kind: 'cancel', id: job });
      return true;
    },
    onJobs: (hearJobs) => void hearsJobs.add(hearJobs),
    end() {
      if (engine === null) return Promise.resolve();
      return new Promise((resolve) => {
        const late = setTimeout(() => engine?.kill(), CLOSE_MS);
        ended = () => {
          clearTimeout(late);
          resolve();
        };
        engine?.post({ kind: 'close' });
      });
    },
  };
}

function stoppedReply(id: number, again: boolean): ToClient {
  const said = remark(again ? 'engine-restarted' : 'engine-keeps-stopping');
  return { kind: 'reply', id, ok: false, error: { code: 'engine-stopped', ...said } };
}
