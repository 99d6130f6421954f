import { STANDARD_BYTES } from './las-header.ts';
import { fieldText, findVlr, type LasVlr } from './las-vlr.ts';

/** A number that each point record has: its name, and how to read it. */
export interface LasField {
  readonly name: string;
  /** @param at start of the record */
  read(view: DataView, at: number): number;
}

/** Name of the extra u32 with the scan index of each point, as this program writes it. */
export const LAS_SCAN_INDEX = 'scan_index';
export const GPS_TIME = 'gps_time';

/** Record of the description of the extra bytes (LAS 1.4 R15, section 4.4). */
const SPEC = 'LASF_Spec';
const EXTRA_BYTES_RECORD = 4;
const DESCRIPTOR_BYTES = 192;

/** Offset of the GPS time, the colour and the near infrared in point formats 0 to 10; -1: the format has none. */
const TIME_AT = [-1, 20, -1, 20, 20, 20, 22, 22, 22, 22, 22];
const COLOUR_AT = [-1, -1, 20, 28, -1, 28, -1, 30, 30, -1, 30];
const INFRARED_AT = [-1, -1, -1, -1, -1, -1, -1, -1, 36, -1, 36];

/** Degrees per unit of the scan angle of point formats 6 to 10 (LAS 1.4 R15, table 13). */
const SCAN_ANGLE_STEP = 0.006;

/**
 * Every number of a point record but x, y, z, in the order of the record: the standard fields of its point format
 * (LAS 1.4 R15, section 2.6; waveform packets are left out), then the extra bytes by the names of their description.
 * Scan angles are in degrees, GPS times in seconds of the week or of the adjusted standard time, as the file has them.
 */
export function lasFields(pointFormat: number, recordBytes: number, vlrs: readonly LasVlr[]): LasField[] {
  const standard = pointFormat <= 5 ? legacyFields() : fields14();
  const shared: LasField[] = [];
  const add = (
    offset: number,
    names: readonly string[],
    read: (view: DataView, at: number) => number,
  ): void => {
    if (offset >= 0)
      names.forEach((name, i) => {
        shared.push({ name, read: (view, at) => read(view, at + offset + 2 * i) });
      });
  };
  add(TIME_AT[pointFormat], [GPS_TIME], (view, at) => view.getFloat64(at, true));
  add(COLOUR_AT[pointFormat], ['red', 'green', 'blue'], (view, at) => view.getUint16(at, true));
  add(INFRARED_AT[pointFormat], ['nir'], (view, at) => view.getUint16(at, true));
  const named = [...standard, ...shared];
  const taken = new Set(named.map(({ name }) => name));
  const extra = extraFields(STANDARD_BYTES[pointFormat], recordBytes, vlrs);
  return [...named, ...extra.filter(({ name }) => !taken.has(name))];
}

const intensity: LasField = { name: 'intensity', read: (view, at) => view.getUint16(at + 12, true) };

/** Point formats 0 to 5: 20 bytes. */
function legacyFields(): LasField[] {
  return [
    intensity,
    { name: 'return_number', read: (view, at) => view.getUint8(at + 14) & 7 },
    { name: 'number_of_returns', read: (view, at) => (view.getUint8(at + 14) >> 3) & 7 },
    { name: 'classification', read: (view, at) => view.getUint8(at + 15) & 31 },
    { name: 'scan_angle', read: (view, at) => view.getInt8(at + 16) },
    { name: 'user_data', read: (view, at) => view.getUint8(at + 17) },
    { name: 'point_source_id', read: (view, at) => view.getUint16(at + 18, true) },
  ];
}

/** Point formats 6 to 10: 30 bytes. */
function fields14(): LasField[] {
  return [
    intensity,
    { name: 'return_number', read: (view, at) => view.getUint8(at + 14) & 15 },
    { name: 'number_of_returns', read: (view, at) => view.getUint8(at + 14) >> 4 },
    { name: 'scanner_channel', read: (view, at) => (view.getUint8(at + 15) >> 4) & 3 },
    { name: 'classification', read: (view, at) => view.getUint8(at + 16) },
    { name: 'user_data', read: (view, at) => view.getUint8(at + 17) },
    { name: 'scan_angle', read: (view, at) => view.getInt16(at + 18, true) * SCAN_ANGLE_STEP },
    { name: 'point_source_id', read: (view, at) => view.getUint16(at + 20, true) },
  ];
}

/** Data types 1 to 10 of extra bytes (LAS 1.4 R15, table 24): bytes, and the raw value. */
const TYPES: readonly { size: number; read(view: DataView, at: number): number }[] = [
  { size: 1, read: (view, at) => view.getUint8(at) },
  { size: 1, read: (view, at) => view.getInt8(at) },
  { size: 2, read: (view, at) => view.getUint16(at, true) },
  { size: 2, read: (view, at) => view.getInt16(at, true) },
  { size: 4, read: (view, at) => view.getUint32(at, true) },
  { size: 4, read: (view, at) => view.getInt32(at, true) },
  { size: 8, read: (view, at) => Number(view.getBigUint64(at, true)) },
  { size: 8, read: (view, at) => Number(view.getBigInt64(at, true)) },
  { size: 4, read: (view, at) => view.getFloat32(at, true) },
  { size: 8, read: (view, at) => view.getFloat64(at, true) },
];

/**
 * The described extra bytes. Types 11 to 30 are pairs and triples of the first ten, which R15 deprecates and files
 * have: they become `name[0]`, `name[1]`. A description beyond the end of the record ends the list.
 */
function extraFields(standardBytes: number, recordBytes: number, vlrs: readonly LasVlr[]): LasField[] {
  const declared = findVlr(vlrs, SPEC, EXTRA_BYTES_RECORD);
  if (!declared) return [];
  const view = new DataView(declared.buffer, declared.byteOffset, declared.length);
  const fields: LasField[] = [];
  let offset = standardBytes;
  for (let at = 0; at + DESCRIPTOR_BYTES <= declared.length; at += DESCRIPTOR_BYTES) {
    const type = declared[at + 2];
    // Type 0 is a run of undocumented bytes, its length in the options field.
    if (type === 0) {
      offset += declared[at + 3];
      continue;
    }
    const items = Math.ceil(type / 10);
    const raw = TYPES[(type - 1) % 10];
    if (items > 3 || offset + items * raw.size > recordBytes) break;
    const name = fieldText(declared.subarray(at + 4, at + 36)) || `extra_${fields.length}`;
    for (let item = 0; item < items; item++) {
      fields.push({
        name: items === 1 ? name : `${name}[${item}]`,
        read: valueReader(raw, offset + item * raw.size, view, at, item),
      });
    }
    offset += items * raw.size;
  }
  return fields;
}

/** Reads a raw value and applies what the options of its descriptor say: no value, scale, offset. */
function valueReader(
  raw: (typeof TYPES)[number],
  offset: number,
  descriptor: DataView,
  at: number,
  item: number,
): LasField['read'] {
  const options = descriptor.getUint8(at + 3);
  const scale = options & 8 ? descriptor.getFloat64(at + 112 + 8 * item, true) : 1;
  const shift = options & 16 ? descriptor.getFloat64(at + 136 + 8 * item, true) : 0;
  if ((options & 1) === 0 && scale === 1 && shift === 0)
    return (view, start) => raw.read(view, start + offset);
  // The value that means none is stored as the widest number of the same kind: u64, i64 or f64.
  const kind = raw === TYPES[8] || raw === TYPES[9] ? 9 : TYPES.indexOf(raw) % 2 === 0 ? 6 : 7;
  const none = options & 1 ? TYPES[kind].read(descriptor, at + 40 + 8 * item) : Number.NaN;
  return (view, start) => {
    const value = raw.read(view, start + offset);
    return value === none ? Number.NaN : value * scale + shift;
  };
}

/** A number after the standard fields of each point record. */
export interface ExtraBytes {
  readonly name: string;
  /** 1 to 10, as table 24 of LAS 1.4 R15 counts them. */
  readonly lasType: number;
  readonly description: string;
}

/** Declares the numbers after the standard fields of each point record, in their order. */
export function extraBytesVlr(fields: readonly ExtraBytes[]): LasVlr {
  const payload = new Uint8Array(DESCRIPTOR_BYTES * fields.length);
  fields.forEach(({ name, lasType, description }, i) => {
    const at = DESCRIPTOR_BYTES * i;
    payload[at + 2] = lasType;
    payload.set(new TextEncoder().encode(name).subarray(0, 32), at + 4);
    payload.set(new TextEncoder().encode(description).subarray(0, 32), at + 160);
  });
  return { userId: SPEC, recordId: EXTRA_BYTES_RECORD, payload };
}
