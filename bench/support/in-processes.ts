import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Results of several tasks of a bench, in the order of their keys; several at a time, each in a process of its own, where
 * that is asked for.
 *
 * @param bench its command, which must answer `--one KEY` with the task's result as JSON
 * @param jobs processes at a time; 1: all in this process
 */
export async function inProcesses<T>(
  bench: string,
  keys: readonly string[],
  jobs: number,
  run: (key: string) => Promise<T>,
  others: readonly string[] = [],
): Promise<T[]> {
  const results = new Map<string, T>();
  const queue = [...keys];
  const work = async (): Promise<void> => {
    for (let key = queue.shift(); key !== undefined; key = queue.shift())
      results.set(key, jobs > 1 ? await inProcess<T>(bench, key, others) : await run(key));
  };
  await Promise.all(Array.from({ length: jobs }, work));
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
