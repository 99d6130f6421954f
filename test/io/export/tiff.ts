import { expect } from 'vitest';

/** Tags of a little-endian TIFF by number, read from the description of the format. */
export function tagsOf(bytes: Uint8Array): Map<number, number[] | string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  expect(String.fromCharCode(bytes[0], bytes[1])).toBe('II');
  expect(view.getUint16(2, true)).toBe(42);
  const directory = view.getUint32(4, true);
  const tags = new Map<number, number[] | string>();
  let before = 0;
  for (let i = 0; i < view.getUint16(directory, true); i++) {
    const at = directory + 2 + 12 * i;
    const [tag, type, count] = [
      view.getUint16(at, true),
      view.getUint16(at + 2, true),
      view.getUint32(at + 4, true),
    ];
    expect(tag).toBeGreaterThan(before);
    before = tag;
    const size = { 2: 1, 3: 2, 4: 4, 12: 8 }[type]!;
    const from = size * count > 4 ? view.getUint32(at + 8, true) : at + 8;
    expect(from % 2).toBe(0);
    const values = Array.from({ length: count }, (_, k) =>
      type === 2
        ? bytes[from + k]
        : type === 3
          ? view.getUint16(from + 2 * k, true)
          : type === 4
            ? view.getUint32(from + 4 * k, true)
            : view.getFloat64(from + 8 * k, true),
    );
    tags.set(tag, type === 2 ? String.fromCharCode(...values.slice(0, -1)) : values);
  }
  return tags;
}

/** The image of a TIFF, strip after strip. */
export function imageOf(bytes: Uint8Array): Uint8Array {
  const tags = tagsOf(bytes);
  const [offsets, counts] = [tags.get(273) as number[], tags.get(279) as number[]];
  return Uint8Array.from(offsets.flatMap((at, i) => [...bytes.subarray(at, at + counts[i])]));
}
