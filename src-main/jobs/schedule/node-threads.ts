import type { CopcPoints } from '../../../src-core/io/cloud/copc-reader.ts';
import type { NodeRows } from '../../../src-core/io/cloud/copc-writer.ts';
import { threadsToUse } from '../../device/threads-to-use.ts';
import { ownModule } from '../../files/own-module.ts';
import { ThreadPool } from '../../rpc/thread-pool.ts';

/** A node of a COPC. */
interface NodeQuestion {
  readonly file: string;
  /** Another one after the file was written anew. */
  readonly version: number;
  readonly id: string;
}

export type NodeMethods = {
  node: { args: NodeQuestion; reply: CopcPoints };
  chunk: { args: NodeRows; reply: Uint8Array };
};

/** As many as nodes that a window asks for at a time. */
const MOST_THREADS = 4;

/** Threads that compress and decompress nodes of maps: each takes milliseconds, in which its caller would hear nobody. */
export function nodeThreads(): ThreadPool<NodeMethods> {
  return new ThreadPool<NodeMethods>(
    ownModule('jobs/schedule/node-thread'),
    Math.min(MOST_THREADS, threadsToUse()),
  );
}
