import type { z } from 'zod';
import { ProjectInfo } from './project-requests.ts';
import { WorkChange } from './work-requests.ts';

/** Engine events that belong to no request, by name; sent to all windows. */
export const EVENTS = {
  /** The open project in its current state; null: it was closed. */
  'project-changed': ProjectInfo.nullable(),
  /** What a window, or undo and redo, changed of the work in the open project. */
  'work-changed': WorkChange,
};

export type EventName = keyof typeof EVENTS;
export type EventValue<Name extends EventName> = z.infer<(typeof EVENTS)[Name]>;
