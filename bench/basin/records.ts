import { z } from 'zod';
import { RecordFile } from '../support/record-file.ts';

/** Result of one method on one kind of data. */
const recordSchema = z.object({
  /** Name in `SCENES`. */
  scene: z.string(),
  /** As the tables name it. */
  method: z.string(),
  /** Starts of each level. */
  draws: z.number(),
  /** How many of them, level by level, ended at the truth. */
  found: z.array(z.number()),
  /** Median time of a registration from the level in the middle. */
  ms: z.number(),
  /** Day of the run. */
  date: z.string(),
  /** Processor, cores, Node, and the card of a method that runs on one. */
  machine: z.string(),
});

export type BasinRecord = z.infer<typeof recordSchema>;

export const BASIN_RECORDS = new RecordFile('basin', recordSchema);

/** The newer of each kind of data and method. */
export function mergeBasins(older: readonly BasinRecord[], newer: readonly BasinRecord[]): BasinRecord[] {
  const key = ({ scene, method }: BasinRecord): string => `${scene}/${method}`;
  const merged = new Map(older.map((record) => [key(record), record]));
  for (const record of newer) merged.set(key(record), record);
  return [...merged.values()];
}
