/** Buffers of the arrays in a message that fill them whole: these may be moved, a part of one may not. */
export function transferableBuffers(message: unknown): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>();
  collect(message, found);
  return [...found];
}

function collect(value: unknown, found: Set<ArrayBuffer>): void {
  if (typeof value !== 'object' || value === null) return;
  if (ArrayBuffer.isView(value)) {
    const { buffer, byteLength } = value;
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) found.add(buffer);
    return;
  }
  for (const item of Array.isArray(value) ? value : Object.values(value)) collect(item, found);
}
