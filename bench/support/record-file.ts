import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';

/** Results of a bench in a file, each with the machine that it comes from, so that runs of several can be merged. */
export class RecordFile<T> {
  readonly #bench: string;
  readonly #schema: z.ZodType<{ format: 1; records: T[] }>;

  /** @param bench its command */
  constructor(bench: string, record: z.ZodType<T>) {
    this.#bench = bench;
    this.#schema = z.object({ format: z.literal(1), records: z.array(record) });
  }

  /** @throws SocavonError 'file-missing' | 'file-format' */
  read(path: string): T[] {
    if (existsSync(path)) return this.parse(readFileSync(path, 'utf8'), path);
    throw new SocavonError(
      'file-missing',
      message('text', { text: `There is no file ${path}; name one that the option --out wrote.` }),
    );
  }

  /** @throws SocavonError 'file-format' where the text is no file of records */
  parse(text: string, name: string): T[] {
    try {
      return this.#schema.parse(JSON.parse(text)).records;
    } catch (cause) {
      throw new SocavonError(
        'file-format',
        message('text', {
          text: `${name} holds no results of \`bench ${this.#bench}\`; give a file that its option --out wrote.`,
        }),
        { cause },
      );
    }
  }

  /** As a file: one record a line, so that a new run changes few of them; numbers with seven digits. */
  text(records: readonly T[]): string {
    const lines = records.map((record) => JSON.stringify(record, shortNumber));
    return `{"format":1,"records":[\n${lines.join(',\n')}\n]}\n`;
  }
}

/** Replacer of JSON: seven digits of a number that is not whole. */
export function shortNumber(_: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(7)) : value;
}
