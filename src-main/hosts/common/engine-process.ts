import type { ToEngine, ToRenderer } from '../../../src-core/contract/messages.ts';
import type { ControlMessage } from '../../engine/control-messages.ts';

/** The engine in a process or thread of its own, as a host holds it. */
export interface EngineProcess {
  post(message: ToEngine | ControlMessage): void;
  /** Called once. */
  onMessage(hear: (message: ToRenderer) => void): void;
  /** Called once, when it ended for whatever reason. */
  onExit(hear: (how: string) => void): void;
  /** Ends it at once. */
  kill(): void;
}
