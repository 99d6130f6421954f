/** Every kind of error that a device reports. */
const KINDS: readonly GPUErrorFilter[] = ['validation', 'internal', 'out-of-memory'];

/**
 * Opens an error scope of each kind.
 *
 * @returns closes them, once the device has done all that was submitted, and gives what it complained of
 */
export function watchErrors(device: GPUDevice): () => Promise<string[]> {
  for (const kind of KINDS) device.pushErrorScope(kind);
  return async () => {
    await device.queue.onSubmittedWorkDone();
    const caught = await Promise.all(KINDS.map(() => device.popErrorScope()));
    return caught.flatMap((error) => (error === null ? [] : [error.message]));
  };
}
