/** Buffers that an array of the message fills entirely: these can be transferred, a partly used one cannot. */
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
