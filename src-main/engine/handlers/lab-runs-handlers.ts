import { z } from 'zod';
import { LabRecord, LabReference } from '../../../src-core/contract/lab-requests.ts';
import type { Handlers } from '../../../src-core/contract/requests.ts';
import type { EngineSession } from '../engine-session.ts';

const ORDER = 'lab.runs';
const REFERENCES = 'lab.references';
const keyOf = (id: string): string => `lab.run.${id}`;

/** Handlers of the registrations that a project keeps: each under a key of its own, and their order under another. */
export function labRunsHandlers(
  session: EngineSession,
): Handlers<'lab.runs' | 'lab.keep' | 'lab.drop' | 'lab.setReferences'> {
  const order = (): string[] =>
    z
      .array(z.string())
      .catch([])
      .parse(session.project.settings.get(ORDER) ?? []);
  return {
    'lab.runs': async () => {
      const { settings } = session.project;
      const stored = order().map((id) => LabRecord.safeParse(settings.get(keyOf(id))));
      const runs = stored.flatMap((run) => (run.success ? [run.data] : []));
      const references = z
        .array(LabReference)
        .catch([])
        .parse(settings.get(REFERENCES) ?? []);
      return { runs, references, damaged: stored.length - runs.length };
    },
    'lab.keep': async (record) => {
      const { settings } = session.project;
      settings.set(keyOf(record.id), record);
      // A run that was removed and is brought back takes its place by its time.
      const others = order().filter((id) => id !== record.id);
      const isEarlier = (id: string): boolean => timeOf(settings.get(keyOf(id))) <= record.at;
      const place = others.filter(isEarlier).length;
      settings.set(ORDER, [...others.slice(0, place), record.id, ...others.slice(place)]);
      return null;
    },
    'lab.drop': async ({ id }) => {
      const { settings } = session.project;
      settings.set(
        ORDER,
        order().filter((other) => other !== id),
      );
      settings.remove(keyOf(id));
      return null;
    },
    'lab.setReferences': async ({ references }) => {
      session.project.settings.set(REFERENCES, references);
      return null;
    },
  };
}

function timeOf(stored: unknown): string {
  const run = z.object({ at: z.string() }).safeParse(stored);
  return run.success ? run.data.at : '';
}
