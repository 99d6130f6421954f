/** Buffers that an array of the message fills entirely: these can be transferred, a partly used one cannot. */
export function transferableBuffers(message: unknown): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  collect(message, buffers);
  return [...buffers];
}

function collect(value: unknown, buffers: Set<ArrayBuffer>): void {
  if (typeof value !== 'object' || value === null) return;
  if (ArrayBuffer.isView(value)) {
    const { buffer, byteLength } = value;
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffers.add(buffer);
    return;
  }
  for (const item of Array.isArray(value) ? value : Object.values(value)) collect(item, buffers);
}
