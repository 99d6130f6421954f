import type { Job } from '../../src-core/contract/host-requests.ts';
import type { ToEngine, ToRenderer } from '../../src-core/contract/messages.ts';
import type { EngineProcess, GrantMessage } from './engine-process.ts';
import { type OpenedProject, openedProject } from './opened-project.ts';

/** One window's way to the engine. */
export interface WindowLink {
  receive(message: ToEngine): void;
  /** The window has gone. What it began goes on; nobody hears its replies. */
  leave(): void;
}

/** The engine as all windows of a host share it: numbers their requests anew, and starts it again when it stops. */
export interface EngineRelay {
  join(send: (message: ToRenderer) => void): WindowLink;
  /** Lets the engine read, or write, what a person chose; holds after a restart too. */
  grant(path: string, scope: 'file' | 'folder', write: boolean): void;
  /** To all windows. */
  broadcast(name: string, value: unknown): void;
  jobs(): Job[];
  cancelJob(job: number): boolean;
  /** Hears of long work whenever it changes. */
  onJobs(hear: (jobs: readonly Job[]) => void): void;
  end(): Promise<void>;
}

export interface RelayHost {
  readonly start: () => EngineProcess;
  readonly log: (error: unknown) => void;
  /** Hears of each project that the engine opened or made. */
  readonly onProject?: (project: OpenedProject) => void;
  readonly now?: () => number;
}

interface Asked {
  readonly name: string;
  readonly args: unknown;
  readonly window: { send: (message: ToRenderer) => void; id: number };
  gone: boolean;
  job: Job | null;
  readonly startedAt: number;
}

/** An engine that stops more often than this in a minute will not be started again. */
const MOST_STARTS = 3;
const MINUTE_MS = 60_000;

export function engineRelay({ start, log, onProject, now = Date.now }: RelayHost): EngineRelay {
  const windows = new Set<(message: ToRenderer) => void>();
  const asked = new Map<number, Asked>();
  const grants = new Map<string, GrantMessage>();
  const hearsJobs = new Set<(jobs: readonly Job[]) => void>();
  const stops: number[] = [];
  let lastId = 0;
  let project: string | null = null;
  let engine: EngineProcess | null = null;

  const jobs = (): Job[] => [...asked.values()].flatMap(({ job }) => job ?? []);
  const broadcast = (name: string, value: unknown): void => {
    for (const send of windows) send({ kind: 'event', name, value });
  };
  const tellJobs = (): void => {
    const list = jobs();
    broadcast('host.jobs', list);
    for (const hear of hearsJobs) hear(list);
  };

  const ask = (name: string, args: unknown, window: Asked['window']): void => {
    const id = ++lastId;
    asked.set(id, { name, args, window, gone: false, job: null, startedAt: now() });
    engine?.post({ kind: 'request', id, name, args });
  };

  const hear = (message: ToRenderer): void => {
    if (message.kind === 'event') {
      broadcast(message.name, message.value);
      return;
    }
    const request = asked.get(message.id);
    if (request === undefined) return;
    if (message.kind === 'progress') {
      const { stage, done, total, unit } = message;
      const { name, startedAt } = request;
      request.job = { job: message.id, name, stage, done, total, unit, startedAt };
      tellJobs();
    }
    if (message.kind === 'reply') {
      asked.delete(message.id);
      const opened = message.ok ? openedProject(request.name, message.value) : undefined;
      if (opened !== undefined) project = opened?.path ?? null;
      if (opened) {
        grant(opened.path, 'file', true);
        onProject?.(opened);
      }
      if (request.job !== null) tellJobs();
    }
    if (!request.gone) request.window.send({ ...message, id: request.window.id } as ToRenderer);
  };

  const begin = (): void => {
    engine = start();
    engine.onMessage(hear);
    engine.onExit(stopped);
    for (const grant of grants.values()) engine.post(grant);
  };

  const stopped = (how: string): void => {
    log(new Error(`the engine stopped: ${how}`));
    engine = null;
    const mayStart = stops.filter((at) => at > now() - MINUTE_MS).length < MOST_STARTS;
    stops.push(now());
    const lost = [...asked.entries()];
    asked.clear();
    for (const [, { window, gone }] of lost) if (!gone) window.send(stoppedReply(window.id, mayStart));
    tellJobs();
    if (!mayStart) {
      broadcast('host.engine', { state: 'gone' });
      return;
    }
    begin();
    const ready = (): void => broadcast('host.engine', { state: 'restarted' });
    if (project === null) ready();
    else ask('project.open', { path: project }, { send: ready, id: 0 });
  };

  const grant = (path: string, scope: 'file' | 'folder', write: boolean): void => {
    const key = `${scope} ${path}`;
    const message: GrantMessage = {
      kind: 'grant',
      path,
      scope,
      write: write || grants.get(key)?.write === true,
    };
    grants.set(key, message);
    engine?.post(message);
  };

  begin();

  return {
    join(send) {
      windows.add(send);
      const own = (id: number): [number, Asked] | undefined =>
        [...asked].find(([, { window }]) => window.send === send && window.id === id);
      return {
        receive(message) {
          if (message.kind === 'cancel') {
            const found = own(message.id);
            if (found !== undefined) engine?.post({ kind: 'cancel', id: found[0] });
          } else if (engine === null) send(stoppedReply(message.id, false));
          else if (own(message.id) === undefined) ask(message.name, message.args, { send, id: message.id });
        },
        leave() {
          windows.delete(send);
          for (const request of asked.values()) if (request.window.send === send) request.gone = true;
        },
      };
    },
    grant,
    broadcast,
    jobs,
    cancelJob(job) {
      if (!asked.has(job)) return false;
      engine?.post({ kind: 'cancel', id: job });
      return true;
    },
    onJobs: (hearJobs) => void hearsJobs.add(hearJobs),
    async end() {
      await engine?.end();
      engine = null;
    },
  };
}

function stoppedReply(id: number, again: boolean): ToRenderer {
  const message = again
    ? 'The survey engine stopped by itself and was started again; what was finished is kept, so do this step again.'
    : 'The survey engine stopped by itself several times; what was finished is kept. Start the program again.';
  return { kind: 'reply', id, ok: false, error: { code: 'engine-stopped', message } };
}
