import { SocavonError } from '../../../model/errors.ts';
import { FIRST_GENERATION_SLOTS } from '../packet-layouts.ts';
import { beamsOfProduct } from './product-defaults.ts';

/** The beams of a sensor as its metadata lists them. */
export interface BeamTable {
  readonly beams: number;
  /** Degrees; one entry per beam, or per channel slot where the metadata does not tell which slots are used. */
  readonly altitudeDeg: Float64Array;
  readonly azimuthDeg: Float64Array;
  /** Slot of each beam among `packetSlots`; null where only the packets tell. */
  readonly slotOfBeam: Int32Array | null;
  readonly packetSlots: number | null;
}

/**
 * Reads the two angle lists of a metadata file. First-generation sensors of fewer than 64 beams list 64
 * entries: firmware 1.12 all of them, as if every channel existed; firmware 1.13 zeros for the unused ones;
 * later firmware lists the real beams only.
 * @param altitudes,azimuths degrees, top to bottom
 * @param productLine such as `OS-1-16-A0`, or empty
 * @param pixelsPerColumn the data format's number of beams; undefined where the metadata has none
 * @param name of the metadata, for messages
 * @throws SocavonError `metadata-malformed` where the lists cannot belong to one sensor
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
    throw malformed(
      name,
      `lists ${listed} beam altitude angles but ${azimuths.length} beam azimuth angles: the file was edited or cut`,
    );
  }
  const used = [...altitudes.keys()].filter((slot) => altitudes[slot] !== 0 || azimuths[slot] !== 0);
  if (used.length === 0) {
    throw malformed(
      name,
      `holds only zeros for its ${listed} beam angles, so the beams' directions are unknown`,
    );
  }
  if (altitudes.some((angle) => Math.abs(angle) > 90) || azimuths.some((angle) => Math.abs(angle) > 180)) {
    throw malformed(name, 'holds beam angles beyond 90 degrees of altitude or 180 of azimuth');
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
    `lists ${listed} beam angles (${used.length} of them not zero) for a sensor of ${beams} beams${productLine && ` (${productLine})`}`,
  );
}

function malformed(name: string, what: string): SocavonError {
  return new SocavonError(
    'metadata-malformed',
    `${name} ${what}; fetch the metadata from the sensor again, or give the file saved with another capture of it.`,
  );
}
