import type { ToEngine, ToRenderer } from '../../src-core/contract/messages.ts';

/** Tells the engine what a person chose. Comes from the host, never from a window. */
export interface GrantMessage {
  readonly kind: 'grant';
  /** Absolute. */
  readonly path: string;
  /** A folder stands for all in it. */
  readonly scope: 'file' | 'folder';
  readonly write: boolean;
}

export type ToEngineProcess = ToEngine | GrantMessage;

/** The engine in a process or thread of its own, as a host holds it. */
export interface EngineProcess {
  post(message: ToEngineProcess): void;
  /** Called once. */
  onMessage(hear: (message: ToRenderer) => void): void;
  /** Called once; not heard of an end by `end`. */
  onExit(hear: (how: string) => void): void;
  end(): Promise<void>;
}
