import { z } from 'zod';
import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
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

const fileSchema = z.object({ format: z.literal(1), records: z.array(recordSchema) });

export type PaperRecord = z.infer<typeof recordSchema>;

/** @throws SocavonError 'file-format' where the text is no file of records */
export function parseRecords(text: string, name: string): PaperRecord[] {
  try {
    return fileSchema.parse(JSON.parse(text)).records;
  } catch (cause) {
    throw new SocavonError(
      'file-format',
      message('text', {
        text: `${name} holds no results of \`bench papers\`; give a file that its option --out wrote.`,
      }),
      { cause },
    );
  }
}

/** As a file: one record a line, so that a new run changes few of them; numbers with five digits. */
export function recordsText(records: readonly PaperRecord[]): string {
  const lines = records.map((record) => JSON.stringify(record, shortNumber));
  return `{"format":1,"records":[\n${lines.join(',\n')}\n]}\n`;
}

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

function shortNumber(_: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(7)) : value;
}
