import { z } from 'zod';

/**
 * Control messages from a host to its engine, in addition to the messages of windows; hosts never forward them from
 * a window.
 */
export const ControlMessage = z.discriminatedUnion('kind', [
  /**
   * Grants access to a path that the user chose: read, and write if `write` is set. A folder grants everything in
   * it.
   */
  z.strictObject({
    kind: z.literal('grant'),
    path: z.string().min(1),
    scope: z.enum(['file', 'folder']),
    write: z.boolean().default(false),
  }),
  /** Cancels running work, stores finished results, closes the project and exits the engine. */
  z.strictObject({ kind: z.literal('close') }),
]);
export type ControlMessage = z.infer<typeof ControlMessage>;
