import {
  formatMessage,
  type Message,
  type MessageValue,
  message,
  type WorkCode,
} from '../messages/message.ts';

/** Error codes; a host may translate by them. Each is one specific situation, never a catch-all. */
export type SocavonErrorCode =
  | 'usage'
  | 'path-refused'
  | 'exists'
  | 'no-project'
  | 'file-missing'
  | 'file-unreadable'
  | 'file-unwritable'
  | 'file-format'
  | 'disk-full'
  | 'capture-truncated'
  | 'capture-empty'
  | 'capture-format'
  | 'capture-known'
  | 'capture-sensors'
  | 'metadata-missing'
  | 'metadata-malformed'
  | 'metadata-mismatch'
  | 'project-format'
  | 'project-newer'
  | 'project-busy'
  | 'engine-unavailable'
  | 'engine-stopped'
  | 'gpu-lost'
  | 'too-few-points'
  | 'points-unusable'
  | 'not-aligned'
  | 'not-determined'
  | 'axis-unusable'
  | 'axis-choice'
  | 'axis-off-map'
  | 'chainage-range'
  | 'design-unusable'
  | 'design-choice'
  | 'solid-unusable'
  | 'rounds-unusable'
  | 'drawing-format'
  | 'drawing-truncated'
  | 'drawing-empty'
  | 'drawing-units'
  | 'alignment-heights'
  | 'grade-unusable'
  | 'vehicle-unusable'
  | 'epochs-incompatible'
  | 'density-unusable'
  | 'export-range'
  | 'export-mismatch'
  | 'cancelled'
  | 'internal';

/**
 * An error for the user: one sentence that states what is wrong, where, and what to do. Hosts print it in their
 * language and never a stack trace.
 */
export class SocavonError extends Error {
  readonly code: SocavonErrorCode;
  /** The message that `message` renders in English; undefined for internal errors. */
  readonly sentence: Message | undefined;

  /**
   * @param said a message of the catalogue: what is wrong, where, and what to do. English text only for an internal
   *   error, and for one that came from another version of the program
   */
  constructor(code: SocavonErrorCode, said: Message, options?: { cause?: unknown });
  constructor(code: 'internal', said: string, options?: { cause?: unknown });
  constructor(code: SocavonErrorCode, said: Message | string, options: { cause?: unknown } = {}) {
    const sentence = typeof said === 'string' ? undefined : bounded(said);
    const text = typeof said === 'string' ? said : formatMessage(sentence as Message, 'en');
    super(text, 'cause' in options ? { cause: options.cause } : {});
    this.name = 'SocavonError';
    this.code = code;
    this.sentence = sentence;
  }
}

/** Longest text of a file in a sentence, characters: a name or a word in it may be megabytes. */
const LONGEST = 400;

/** A message whose texts are cut in their middle where they are too long to be read. */
function bounded(said: Message): Message {
  const short = (value: MessageValue): MessageValue => {
    if (typeof value === 'string')
      return value.length > LONGEST ? `${value.slice(0, 100)} ... ${value.slice(-80)}` : value;
    if (typeof value !== 'object') return value;
    return 'code' in value ? bounded(value) : (value.map(short) as MessageValue);
  };
  return {
    code: said.code,
    values: Object.fromEntries(Object.entries(said.values).map(([name, value]) => [name, short(value)])),
  };
}

/** The headline over errors of a code. */
export function errorHeadline(code: SocavonErrorCode): Message {
  return message(`error-${code}`);
}

/** The message of an error, for use inside another message; its English text if it has no message. */
export function saidBy(error: Error): Message | string {
  return (error instanceof SocavonError && error.sentence) || error.message;
}

/** Thrown when the user cancels; not a failure. */
export class CancelledError extends SocavonError {
  /** @param work that was cancelled, or the whole message as received from another thread */
  constructor(work: WorkCode | Message = 'work') {
    super('cancelled', typeof work === 'string' ? message('cancelled', { work: message(work) }) : work);
    this.name = 'CancelledError';
  }
}
