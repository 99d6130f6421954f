import { startThread } from '../../../src-main/rpc/thread.ts';
import type { DatabaseThread } from './database-thread.ts';

/* Starts a thread that loads an addon without end, and ends it after some milliseconds, again and again. */
for (let round = 0; round < 12; round++) {
  const thread = startThread<DatabaseThread>(new URL('database-thread.ts', import.meta.url));
  thread.client.call('load', { times: 5 }).catch(({ message }) => console.log(message));
  await new Promise((resolve) => setTimeout(resolve, 150 + 23 * round));
  await thread.end();
}
console.log('all ended');
