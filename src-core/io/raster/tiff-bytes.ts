/** A tag of a TIFF with its values. */
export type TiffEntry =
  | { readonly tag: number; readonly type: 'short' | 'long' | 'double'; readonly values: readonly number[] }
  | { readonly tag: number; readonly type: 'ascii'; readonly values: string };

const TYPES = {
  ascii: { code: 2, size: 1 },
  short: { code: 3, size: 2 },
  long: { code: 4, size: 4 },
  double: { code: 12, size: 8 },
} as const;

const STRIP_OFFSETS = 273;
const ROWS_PER_STRIP = 278;
const STRIP_BYTE_COUNTS = 279;
/** Approximate strip size, bytes, as the standard recommends. */
const STRIP_BYTES = 8192;

/**
 * Encodes a classic little-endian TIFF of one image: header, directory, values, then the rows in strips.
 *
 * @param entries all tags but those of the strips
 * @param row bytes of one row, `rowLength` each
 */
export function tiffBytes(
  entries: readonly TiffEntry[],
  rowLength: number,
  rows: number,
  row: (index: number) => Uint8Array,
): Uint8Array {
  const perStrip = Math.max(1, Math.floor(STRIP_BYTES / rowLength));
  const strips = Math.ceil(rows / perStrip);
  const placeholder = new Array<number>(strips).fill(0);
  const all: TiffEntry[] = [
    ...entries,
    { tag: STRIP_OFFSETS, type: 'long' as const, values: placeholder },
    { tag: ROWS_PER_STRIP, type: 'long' as const, values: [perStrip] },
    {
      tag: STRIP_BYTE_COUNTS,
      type: 'long' as const,
      values: placeholder.map((_, i) => rowLength * Math.min(perStrip, rows - i * perStrip)),
    },
  ].sort((a, b) => a.tag - b.tag);
  // Eight bytes of header; the directory has its count, twelve bytes per entry, and the offset of the next:
  // none.
  const directory = 2 + 12 * all.length + 4;
  let valuesAt = 8 + directory;
  const places = all.map((entry) => {
    const at = valuesAt;
    const size = sizeOf(entry);
    if (size > 4) valuesAt += size + (size % 2);
    return at;
  });
  const dataAt = valuesAt + (valuesAt % 2);
  const bytes = new Uint8Array(dataAt + rowLength * rows);
  const view = new DataView(bytes.buffer);
  bytes.set([0x49, 0x49, 42, 0]);
  view.setUint32(4, 8, true);
  view.setUint16(8, all.length, true);
  all.forEach((entry, i) => {
    const at = 10 + 12 * i;
    view.setUint16(at, entry.tag, true);
    view.setUint16(at + 2, TYPES[entry.type].code, true);
    view.setUint32(at + 4, entry.type === 'ascii' ? entry.values.length + 1 : entry.values.length, true);
    const values =
      entry.tag === STRIP_OFFSETS
        ? { ...entry, values: placeholder.map((_, strip) => dataAt + strip * perStrip * rowLength) }
        : entry;
    if (sizeOf(entry) > 4) view.setUint32(at + 8, places[i], true);
    putValues(view, sizeOf(entry) > 4 ? places[i] : at + 8, values as TiffEntry);
  });
  for (let i = 0; i < rows; i++) bytes.set(row(i), dataAt + i * rowLength);
  return bytes;
}

function sizeOf(entry: TiffEntry): number {
  return entry.type === 'ascii' ? entry.values.length + 1 : TYPES[entry.type].size * entry.values.length;
}

function putValues(view: DataView, at: number, entry: TiffEntry): void {
  if (entry.type === 'ascii') {
    for (let i = 0; i < entry.values.length; i++) view.setUint8(at + i, entry.values.charCodeAt(i));
    return;
  }
  entry.values.forEach((value, i) => {
    const place = at + TYPES[entry.type].size * i;
    if (entry.type === 'short') view.setUint16(place, value, true);
    else if (entry.type === 'long') view.setUint32(place, value, true);
    else view.setFloat64(place, value, true);
  });
}
