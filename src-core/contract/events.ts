import type { z } from 'zod';
import { ProjectInfo } from './project-requests.ts';

/** News of the engine that belong to no request, by name: what its windows hear without asking. */
export const EVENTS = {
  /** The open project as it is now; null where it was closed. */
  'project-changed': ProjectInfo.nullable(),
};

export type EventName = keyof typeof EVENTS;
export type EventValue<Name extends EventName> = z.infer<(typeof EVENTS)[Name]>;
