import { type JoinInput, JoinReply } from '../../src-core/contract/join-requests.ts';
import { decodeMessage, encodeMessage } from '../../src-core/contract/wire.ts';
import { message } from '../../src-core/messages/message.ts';
import { readBack } from './damaged.ts';
import type { Product } from './products.ts';
import type { Project } from './project.ts';

const KIND = 'join';

/** Stored join of two sessions. */
export interface StoredJoin {
  readonly asked: JoinInput;
  /** `contentHash` of the poses that it was computed from. */
  readonly inputHash: string;
  readonly made: JoinReply;
}

/** Stores a join as a product of its second session. */
export function storeJoin({ products }: Project, { asked, inputHash, made }: StoredJoin): void {
  products.add({
    sessionId: asked.second,
    kind: KIND,
    inputHash,
    options: asked,
    mediaType: 'application/x-socavon-message',
    payload: encodeMessage(made),
  });
}

/** Stored join with these inputs and options, or null. @throws SocavonError 'project-format' if it is damaged */
export function findJoin(project: Project, inputHash: string, request: JoinInput): StoredJoin | null {
  const product = project.products.find(KIND, inputHash, request);
  return product && joinOf(project, product);
}

/** Newest join of a second session, or null. @throws SocavonError 'project-format' if it is damaged */
export function latestJoin(project: Project, sessionId: number): StoredJoin | null {
  const product = project.products.latest(KIND, sessionId);
  return product && joinOf(project, product);
}

/** Removes every join of a second session. */
export function removeJoins({ products }: Project, sessionId: number): void {
  products.remove(KIND, sessionId);
}

function joinOf({ path }: Project, { id, inputHash, options, payload }: Product): StoredJoin {
  return readBack(path, message('stored-join', { id }), () => ({
    asked: options as JoinInput,
    inputHash,
    made: JoinReply.parse(decodeMessage(payload)),
  }));
}
