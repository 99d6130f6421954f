import type { ToClient, ToServer } from '../../../src-core/contract/messages.ts';
import type { ControlMessage } from '../../engine/control-messages.ts';

/** Handle of the engine process or thread, for the host. */
export interface EngineProcess {
  post(message: ToServer | ControlMessage): void;
  /** Called once. */
  onMessage(hear: (message: ToClient) => void): void;
  /** Called once, when the engine exits for any reason. */
  onExit(hear: (how: string) => void): void;
  /** Terminates it at once. */
  kill(): void;
}
