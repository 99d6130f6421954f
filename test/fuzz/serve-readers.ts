import { parentPort } from 'node:worker_threads';
import { judge, type Verdict } from './judge.ts';
import type { GivenFile, Reader } from './readers.ts';

/** A file for the thread of the readers. */
export interface FuzzJob {
  readonly reader: string;
  readonly file: GivenFile;
  /** 'whole': its parts are what damaged files of the same name may have. */
  readonly state: 'whole' | 'plainly damaged' | 'damaged';
}

/** Answers each job that comes to this thread with its verdict, one after another. */
export function serveReaders(readers: Readonly<Record<string, Reader>>): void {
  const known = new Map<string, ReadonlySet<number>>();
  parentPort?.on('message', async ({ reader, file, state }: FuzzJob) => {
    const key = `${reader} ${file.name}`;
    if (state === 'whole') known.set(key, new Set((await readers[reader](file)).guarded));
    const guarded = state === 'plainly damaged' ? (known.get(key) ?? null) : null;
    const verdict: Verdict = await judge(readers[reader], file, guarded);
    parentPort?.postMessage(verdict);
  });
}
