import type { EngineSession } from '../engine/engine-session.ts';
import { captureHandlers } from './capture-handlers.ts';
import { projectHandlers } from './project-handlers.ts';

/** Every handler of the engine, by the name of its request. */
export function engineHandlers(session: EngineSession) {
  return { ...projectHandlers(session), ...captureHandlers(session) };
}
