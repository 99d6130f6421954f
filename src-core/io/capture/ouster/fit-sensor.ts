import { message } from '../../../messages/message.ts';
import { type Remark, remark } from '../../../messages/remark.ts';
import { SocavonError } from '../../../model/errors.ts';
import type { SensorModel } from '../../../model/sensor.ts';
import { FIRST_GENERATION_SLOTS, type PacketLayout } from '../packet-layouts.ts';
import { usedSlots } from './used-slots.ts';

/** A sensor model completed from its packets, and the layout of the packets. */
export interface FittedSensor {
  /** `packetSlots` and `slotOfBeam` are known, the beam tables have one entry per beam. */
  readonly sensor: SensorModel;
  readonly layout: PacketLayout;
}

/**
 * Completes a sensor model from its packets: determines which channel blocks carry the beams. A first-generation
 * sensor of 16 or 32 beams sends 64 blocks, and which of them are used differs by unit and firmware, so the
 * non-empty blocks decide; the beam table is the fallback if the packets are inconclusive.
 *
 * @param layout of the packets, one of `layoutsOf(sensor)`
 * @param used per block: packets inspected that had data in it
 * @param name of the capture, for messages
 * @throws SocavonError `metadata-mismatch` if more blocks carry data than the sensor has beams
 */
export function fitSensor(
  sensor: SensorModel,
  layout: PacketLayout,
  used: Uint32Array,
  name: string,
): FittedSensor {
  const notes: Remark[] = [];
  const oneSlotPerBeam = layout.slots === sensor.beams;
  const slotOfBeam = oneSlotPerBeam ? every(1, 0, sensor.beams) : chooseSlots(sensor, used, name, notes);
  const tables =
    sensor.beamAltitudeDeg.length > sensor.beams
      ? pickBeams(sensor, oneSlotPerBeam ? null : slotOfBeam, notes)
      : {};
  return {
    layout,
    sensor: {
      ...sensor,
      ...tables,
      packetSlots: layout.slots,
      slotOfBeam,
      assumptions: [...sensor.assumptions, ...notes],
    },
  };
}

/** The entries of the used channels, from beam tables that list all 64. */
function pickBeams(
  sensor: SensorModel,
  slotOfBeam: Int32Array | null,
  notes: Remark[],
): Partial<SensorModel> {
  const slots = slotOfBeam ?? usualSlots(sensor.beams);
  if (slotOfBeam === null) {
    const [angles, channels] = [sensor.beamAltitudeDeg.length, slots.slice(0, 3).join(', ')];
    notes.push({
      ...remark('beam-angles-assumed', { angles, beams: sensor.beams, channels }),
    });
  }
  return {
    beamAltitudeDeg: Float64Array.from(slots, (slot) => sensor.beamAltitudeDeg[slot]),
    beamAzimuthDeg: Float64Array.from(slots, (slot) => sensor.beamAzimuthDeg[slot]),
    pixelShiftByRow: Int32Array.from(slots, (slot) => sensor.pixelShiftByRow[slot]),
  };
}

function chooseSlots(sensor: SensorModel, used: Uint32Array, name: string, notes: Remark[]): Int32Array {
  const { beams } = sensor;
  const { slots, strays } = usedSlots(used, beams);
  const assigned = Int32Array.from(slots);
  if (strays > 0) notes.push(remark('channels-stray', { name, strays }));
  const claimed = sensor.packetSlots === used.length ? sensor.slotOfBeam : null;
  if (claimed !== null && assigned.every((slot) => claimed.includes(slot))) return claimed;
  if (assigned.length > beams) {
    throw new SocavonError(
      'metadata-mismatch',
      message('channels-unfit', { name, found: assigned.length, beams, product: sensor.productLine }),
    );
  }
  if (assigned.length === beams) {
    if (claimed !== null) {
      const channels = assigned.join(', ');
      notes.push({
        ...remark('channels-believed', { name, channels }),
      });
    }
    return assigned;
  }
  const stride = used.length / beams;
  const rests = new Set(assigned.map((slot) => slot % stride));
  const rest = rests.size === 1 ? assigned[0] % stride : stride - 1;
  const channels = [rest, rest + stride, rest + 2 * stride].join(', ');
  notes.push({
    ...remark('channels-assumed', { name, found: assigned.length, beams, channels }),
  });
  return every(stride, rest, beams);
}

/** The channels that most first-generation 16-beam units use: 3, 7, 11, ... */
function usualSlots(beams: number): Int32Array {
  const stride = FIRST_GENERATION_SLOTS / beams;
  return every(stride, stride - 1, beams);
}

function every(stride: number, from: number, count: number): Int32Array {
  return Int32Array.from({ length: count }, (_, i) => from + i * stride);
}
