import { type CopcNode, type CopcReader, openCopc } from '../../../src-core/io/cloud/copc-reader.ts';
import { compressNode } from '../../../src-core/io/cloud/copc-writer.ts';
import { type FileSource, openFileSource } from '../../files/file-source.ts';
import { serveThread } from '../../rpc/thread.ts';
import type { NodeMethods } from './node-threads.ts';

/** Files that stay open: one in view and one being rebuilt, for each of two windows. */
const OPEN_FILES = 4;

interface OpenCopc {
  readonly source: FileSource;
  readonly reader: CopcReader;
  readonly nodes: ReadonlyMap<string, CopcNode>;
}

const opened = new Map<string, Promise<OpenCopc>>();

async function open(file: string): Promise<OpenCopc> {
  const source = await openFileSource(file);
  try {
    const reader = await openCopc(source);
    return { source, reader, nodes: new Map(reader.nodes.map((node) => [node.id, node])) };
  } catch (error) {
    await source.close();
    throw error;
  }
}

function hold(file: string, version: number): Promise<OpenCopc> {
  const key = `${version} ${file}`;
  const held = opened.get(key) ?? open(file);
  opened.delete(key);
  opened.set(key, held);
  // What could not be opened is tried again when it is asked for again.
  held.catch(() => opened.delete(key));
  for (const [old, one] of [...opened].slice(0, -OPEN_FILES)) {
    opened.delete(old);
    one.then(({ source }) => source.close()).catch(() => {});
  }
  return held;
}

// Worker thread that compresses, reads and decompresses nodes of maps.
serveThread<NodeMethods>({
  node: async ({ file, version, id }) => {
    const { reader, nodes } = await hold(file, version);
    return reader.pointsOf(nodes.get(id)!);
  },
  chunk: compressNode,
});
