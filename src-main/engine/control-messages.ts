import { z } from 'zod';

/** What a host tells its engine beside the messages of its windows; hosts let nothing of these through from a window. */
export const ControlMessage = z.discriminatedUnion('kind', [
  /** The person chose a path: it may be read, and written where `write` is set. A folder stands for all in it. */
  z.strictObject({
    kind: z.literal('grant'),
    path: z.string().min(1),
    scope: z.enum(['file', 'folder']),
    write: z.boolean().default(false),
  }),
  /** Ends what is under way, keeps what was finished, closes the project, and ends the engine. */
  z.strictObject({ kind: z.literal('close') }),
]);
export type ControlMessage = z.infer<typeof ControlMessage>;
