import { type MessagePort, workerData } from 'node:worker_threads';
import '../../src-main/engine/main.ts';

/*
 * The engine in a thread that a test ends as a crash would, but between two tasks: terminated while it loads an addon
 * or asks the database, it would take the process of the tests with it.
 */
(workerData as { readonly life: MessagePort }).life.once('close', () => process.exit());
