import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hashOfCode, KeptResults } from './stored-results.ts';
import type { TaskOptions } from './task-options.ts';

/**
 * Results of several tasks of a bench, in the order of their keys; several at a time, each in a process of its own, where
 * that is requested. If they are stored in a folder, only those that are not in it are run.
 *
 * @param bench its command, which must answer `--one KEY` with the task's result as JSON; `bench/NAME.ts` is its file
 * @param others options of the bench that a task depends on
 * @throws Error if a task fails, once those that are under way have ended
 */
export async function inProcesses<T>(
  bench: string,
  keys: readonly string[],
  { jobs, keep }: TaskOptions,
  run: (key: string) => Promise<T>,
  others: readonly string[] = [],
): Promise<T[]> {
  const stored =
    keep === undefined ? null : new KeptResults(keep, [bench, await hashOfCode(bench), ...others].join('\0'));
  const results = new Map<string, T>();
  const queue = [...keys];
  const work = async (): Promise<void> => {
    for (let key = queue.shift(); key !== undefined; key = queue.shift()) {
      const before = await stored?.take<T>(key);
      const awaited = before ?? (jobs > 1 ? await inProcess<T>(bench, key, others) : await run(key));
      if (before === undefined) await stored?.keep(key, awaited);
      results.set(key, awaited);
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: jobs }, work));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return keys.map((key) => results.get(key) as T);
}

async function inProcess<T>(bench: string, key: string, others: readonly string[]): Promise<T> {
  const child = spawn(process.execPath, [process.argv[1], bench, ...others, '--one', key], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error(`${bench}, ${key} ended with ${status}`);
  return JSON.parse(text) as T;
}
