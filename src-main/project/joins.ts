import { type JoinInput, JoinReply } from '../../src-core/contract/join-requests.ts';
import { decodeMessage, encodeMessage } from '../../src-core/contract/wire.ts';
import { message } from '../../src-core/messages/message.ts';
import { damagedPart, readBack } from './damaged.ts';
import type { Product } from './products.ts';
import type { Project } from './project.ts';

const KIND = 'join';

/** Stored join of two sessions. */
interface StoredJoin {
  readonly asked: JoinInput;
  /** `contentHash` of the poses that it was computed from. */
  readonly inputHash: string;
  readonly made: JoinReply;
}

/** Stores a join as a product of its second session, and puts it in use. */
export function storeJoin(project: Project, { asked: input, inputHash, made: reply }: StoredJoin): void {
  const { products } = project;
  const known = products.find(KIND, inputHash, input);
  const id =
    known?.id ??
    products.add({
      sessionId: input.second,
      kind: KIND,
      inputHash,
      options: input,
      mediaType: 'application/x-socavon-message',
      payload: encodeMessage(reply),
    });
  useJoin(project, input.second, id);
}

/** Stored join with these inputs and options, or null. @throws SocavonError 'project-format' if it is damaged */
export function findJoin(project: Project, inputHash: string, request: JoinInput): StoredJoin | null {
  const product = project.products.find(KIND, inputHash, request);
  return product && joinOf(project, product);
}

/** Product of the join in use of a second session; null: it is in its own frame. */
export function joinInUse({ products, settings }: Project, sessionId: number): number | null {
  const chosen = settings.get(keyOf(sessionId));
  // Projects of the first versions have no choice: the newest join is in use.
  return chosen === undefined ? (products.latest(KIND, sessionId)?.id ?? null) : (chosen as number | null);
}

/** Puts a stored join in use, or none: the others stay stored, so that the choice can be undone. */
export function useJoin({ settings }: Project, sessionId: number, id: number | null): void {
  settings.set(keyOf(sessionId), id);
}

/** Join in use of a second session, or null. @throws SocavonError 'project-format' if it is damaged */
export function usedJoin(project: Project, sessionId: number): StoredJoin | null {
  const id = joinInUse(project, sessionId);
  if (id === null) return null;
  const product = project.products.get(id);
  if (product === null) throw damagedPart(project.path, message('stored-join', { id }));
  return joinOf(project, product);
}

function keyOf(sessionId: number): string {
  return `join.${sessionId}`;
}

function joinOf({ path }: Project, { id, inputHash, options, payload }: Product): StoredJoin {
  return readBack(path, message('stored-join', { id }), () => ({
    asked: options as JoinInput,
    inputHash,
    made: JoinReply.parse(decodeMessage(payload)),
  }));
}
