import { type Message, message } from '../../../messages/message.ts';
import { SocavonError } from '../../../model/errors.ts';
import { FIRST_GENERATION_SLOTS } from '../packet-layouts.ts';
import { beamsOfProduct } from './product-defaults.ts';

/** The beams of a sensor as its metadata lists them. */
interface BeamTable {
  readonly beams: number;
  /** Degrees; one entry per beam, or per channel slot if the metadata does not state which slots are used. */
  readonly altitudeDeg: Float64Array;
  readonly azimuthDeg: Float64Array;
  /** Slot of each beam among `packetSlots`; null if only the packets can tell. */
  readonly slotOfBeam: Int32Array | null;
  readonly packetSlots: number | null;
}

/**
 * Reads the two angle lists of a metadata file. First-generation sensors of fewer than 64 beams list 64 entries:
 * firmware 1.12 all of them, as if every channel existed; firmware 1.13 zeros for the unused ones; later firmware
 * lists the real beams only.
 *
 * @param altitudes,azimuths degrees, top to bottom
 * @param productLine such as `OS-1-16-A0`, or empty
 * @param pixelsPerColumn the data format's number of beams; undefined if the metadata has none
 * @param name of the metadata, for messages
 * @throws SocavonError `metadata-malformed` if the lists cannot belong to one sensor
 */
export function readBeamTable(
  altitudes: readonly number[],
  azimuths: readonly number[],
  productLine: string,
  pixelsPerColumn: number | undefined,
  name: string,
): BeamTable {
  const listed = altitudes.length;
  if (azimuths.length !== listed) {
    throw malformed(name, message('metadata-angle-counts', { altitudes: listed, azimuths: azimuths.length }));
  }
  const used = [...altitudes.keys()].filter((slot) => altitudes[slot] !== 0 || azimuths[slot] !== 0);
  if (used.length === 0) {
    throw malformed(name, message('metadata-zero-angles', { count: listed }));
  }
  if (altitudes.some((angle) => Math.abs(angle) > 90) || azimuths.some((angle) => Math.abs(angle) > 180)) {
    throw malformed(name, message('metadata-angles-beyond'));
  }
  const beams = pixelsPerColumn ?? beamsOfProduct(productLine) ?? used.length;
  const table = (slots: Iterable<number>) => ({
    altitudeDeg: Float64Array.from(slots, (slot) => altitudes[slot]),
    azimuthDeg: Float64Array.from(slots, (slot) => azimuths[slot]),
  });
  if (listed === beams) {
    const all = Int32Array.from(altitudes.keys());
    return { beams, ...table(all), slotOfBeam: all, packetSlots: beams };
  }
  if (listed === FIRST_GENERATION_SLOTS && beams < listed) {
    if (used.length === beams) {
      return { beams, ...table(used), slotOfBeam: Int32Array.from(used), packetSlots: listed };
    }
    if (used.length === listed) {
      return { beams, ...table(used), slotOfBeam: null, packetSlots: null };
    }
  }
  throw malformed(
    name,
    productLine
      ? message('metadata-angles-product', { listed, used: used.length, beams, product: productLine })
      : message('metadata-angles-beams', { listed, used: used.length, beams }),
  );
}

function malformed(name: string, what: Message): SocavonError {
  return new SocavonError('metadata-malformed', message('metadata-refused', { name, what }));
}
