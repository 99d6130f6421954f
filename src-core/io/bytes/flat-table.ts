/**
 * Read-only FlatBuffers tables (https://flatbuffers.dev, "FlatBuffer Internals"), every access checked against the
 * buffer: a damaged offset raises RangeError, and nothing is allocated by a length that the buffer does not hold.
 */
export class FlatTable {
  readonly #view: DataView;
  readonly #at: number;
  /** Position and length of the table of its field offsets. */
  readonly #fields: number;
  readonly #fieldBytes: number;

  private constructor(view: DataView, at: number) {
    this.#view = view;
    this.#at = at;
    this.#fields = at - view.getInt32(at, true);
    this.#fieldBytes = view.getUint16(this.#fields, true);
  }

  /** The root table of a buffer, which may begin with its own length ("size-prefixed"). */
  static rootOf(bytes: Uint8Array): FlatTable {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const start = view.getUint32(0, true) === bytes.length - 4 ? 4 : 0;
    return new FlatTable(view, start + view.getUint32(start, true));
  }

  /** Scalars by the number of their field in the schema; `absent` where the writer left the default out. */
  u8(field: number, absent = 0): number {
    const at = this.#position(field);
    return at === 0 ? absent : this.#view.getUint8(at);
  }

  u32(field: number, absent = 0): number {
    const at = this.#position(field);
    return at === 0 ? absent : this.#view.getUint32(at, true);
  }

  i32(field: number, absent = 0): number {
    const at = this.#position(field);
    return at === 0 ? absent : this.#view.getInt32(at, true);
  }

  u64(field: number, absent = 0n): bigint {
    const at = this.#position(field);
    return at === 0 ? absent : this.#view.getBigUint64(at, true);
  }

  /** Text; empty if absent. */
  text(field: number): string {
    return new TextDecoder().decode(this.bytes(field));
  }

  /** Elements of a vector of bytes, in place; empty if absent. */
  bytes(field: number): Uint8Array {
    return this.#elements(field, 1);
  }

  /** Elements of a vector of scalars or structs, `size` bytes each, as a view of them. */
  structs(field: number, size: number): DataView {
    const { buffer, byteOffset, byteLength } = this.#elements(field, size);
    return new DataView(buffer, byteOffset, byteLength);
  }

  /** Elements of a vector of tables. */
  tables(field: number): FlatTable[] {
    const offsets = this.structs(field, 4);
    const from = offsets.byteOffset - this.#view.byteOffset;
    return Array.from(
      { length: offsets.byteLength / 4 },
      (_, i) => new FlatTable(this.#view, from + 4 * i + offsets.getUint32(4 * i, true)),
    );
  }

  #position(field: number): number {
    const entry = 4 + 2 * field;
    const offset = entry < this.#fieldBytes ? this.#view.getUint16(this.#fields + entry, true) : 0;
    return offset === 0 ? 0 : this.#at + offset;
  }

  #elements(field: number, size: number): Uint8Array {
    const at = this.#position(field);
    if (at === 0) return new Uint8Array(0);
    const from = at + this.#view.getUint32(at, true);
    const length = size * this.#view.getUint32(from, true);
    if (from + 4 + length > this.#view.byteLength)
      throw new RangeError(`a vector of ${length} bytes at ${from} leaves its buffer`);
    return new Uint8Array(this.#view.buffer, this.#view.byteOffset + from + 4, length);
  }
}
