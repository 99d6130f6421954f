import { basename } from 'node:path';
import { z } from 'zod';
import { MapNote } from '../../../src-core/contract/map-requests.ts';
import type { Handlers } from '../../../src-core/contract/requests.ts';
import { message } from '../../../src-core/messages/message.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import type { EngineSession } from '../engine-session.ts';

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Handlers of map notes, stored in the project, and of pictures, stored in files. */
export function mapNotesHandlers(
  session: EngineSession,
): Handlers<'map.notes' | 'map.setNotes' | 'picture.write'> {
  session.history.register('notes', {
    read: ({ settings }, sessionId) => ({ notes: settings.get(keyOf(sessionId!)) }),
    write: ({ settings }, sessionId, { notes }) =>
      notes === undefined ? settings.remove(keyOf(sessionId!)) : settings.set(keyOf(sessionId!), notes),
  });

  return {
    'map.notes': async ({ sessionId }) => {
      const { id } = session.sessionOf(sessionId);
      const stored = z.array(MapNote).safeParse(session.project.settings.get(keyOf(id)) ?? []);
      if (stored.success) return stored.data;
      throw new SocavonError('project-format', message('map-notes-damaged', { path: session.project.path }));
    },
    'map.setNotes': async ({ sessionId, notes }) => {
      const { id } = session.sessionOf(sessionId);
      session.history.record('notes', id, ({ settings }) => settings.set(keyOf(id), notes));
      return null;
    },
    'picture.write': async ({ path, png }) => {
      if (PNG_SIGNATURE.some((byte, i) => png[i] !== byte))
        throw new SocavonError('usage', message('picture-none', { name: basename(path) }));
      await session.writeFile(path, png);
      return null;
    },
  };
}

function keyOf(sessionId: number): string {
  return `map.notes.${sessionId}`;
}
