import { expect, it } from 'vitest';
import type { SurveyContent } from '../../src-core/model/survey-content.ts';
import { MemoryFolder } from './memory-folder.ts';
import { PUBLISHED_SEED, publishDrive } from './published-drive.ts';

/** A folder on a disk that takes its time to close a file. */
class SlowFolder extends MemoryFolder {
  /** Files that were begun while another was not yet closed. */
  readonly begunBefore: string[] = [];
  readonly #open = new Set<string>();

  override async create(name: string) {
    for (const other of this.#open) this.begunBefore.push(`${name} before ${other} was closed`);
    this.#open.add(name);
    const sink = await super.create(name);
    return {
      ...sink,
      close: async () => {
        // More turns than publishing takes between two files.
        for (let turn = 0; turn < 100; turn++) await new Promise((next) => setImmediate(next));
        await sink.close();
        this.#open.delete(name);
      },
    };
  }
}

const CONTENTS: readonly SurveyContent[] = [
  'profiles',
  'volume',
  'report',
  'trajectory',
  'drawings',
  'tables',
];

it(`each output of a survey is on a slow disk before the next is begun, and all before it is done (seed ${PUBLISHED_SEED})`, async () => {
  const folder = new SlowFolder();
  const { done } = await publishDrive(folder, CONTENTS);
  expect(folder.unfinished).toBe(0);
  expect(folder.begunBefore).toEqual([]);
  expect([...folder.files.keys()]).toEqual(
    expect.arrayContaining(['outlines.csv', 'report.docx', 'drive.str']),
  );
  expect([...folder.files.keys()].sort()).toEqual([...done.everyFile].sort());
});
