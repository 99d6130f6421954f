import { z } from 'zod';
import { RecordFile } from '../support/record-file.ts';
import { ENGINES, type Engine, type Experiment } from './experiment.ts';

/** Result of one run of one experiment on one engine, and its machine. */
const recordSchema = z.object({
  experiment: z.string(),
  engine: z.enum(ENGINES),
  /** Day of the run. */
  date: z.string(),
  /** Processor, cores, Node. */
  machine: z.string(),
  /** Card and driver; null on the processor. */
  adapter: z.string().nullable(),
  /** Wall time of the experiment. */
  seconds: z.number(),
  values: z.unknown(),
});

export type PaperRecord = z.infer<typeof recordSchema>;

export const PAPER_RECORDS = new RecordFile('papers', recordSchema);

/** The newer of each experiment and engine, in the order of the experiments. */
export function mergeRecords(
  older: readonly PaperRecord[],
  newer: readonly PaperRecord[],
  experiments: readonly Experiment[],
): PaperRecord[] {
  return experiments.flatMap(({ id }) =>
    ENGINES.flatMap((engine) => recordOf(newer, id, engine) ?? recordOf(older, id, engine) ?? []),
  );
}

export function recordOf(
  records: readonly PaperRecord[],
  id: string,
  engine: Engine,
): PaperRecord | undefined {
  return records.find((record) => record.experiment === id && record.engine === engine);
}
