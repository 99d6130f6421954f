/** Lidar and IMU packets written by hand from the maker's packet description. */

/** Bytes of a channel block of each profile that the maker publishes. */
const CHANNEL_BYTES = {
  LEGACY: 12,
  RNG19_RFL8_SIG16_NIR16: 12,
  RNG19_RFL8_SIG16_NIR16_DUAL: 16,
  RNG15_RFL8_NIR8: 4,
  FIVE_WORD_PIXEL: 20,
  FUSA_RNG15_RFL8_NIR8_DUAL: 8,
  RNG15_RFL8_NIR8_DUAL: 8,
  RNG15_RFL8_NIR8_ZONE16: 8,
  RNG19_RFL8_SIG16_NIR16_ZONE16: 12,
  RNG19_RFL8_SIG16_ZONE16_DUAL: 16,
  RNG15_RFL8_WIN8: 4,
  RNG19_RFL8_SIG16_NIR16_RGB16: 16,
  RNG19_RFL8_SIG16_NIR16_RGB16_DUAL: 20,
};

export type Profile = keyof typeof CHANNEL_BYTES;
export const PROFILES = Object.keys(CHANNEL_BYTES) as Profile[];

export interface LidarOptions {
  profile?: Profile;
  slots?: number;
  /** Slot of each beam that has data; every slot by default. */
  slotOfBeam?: number[];
  frameId: number;
  /** Measurement id of the first column. */
  firstId: number;
  columnsPerFrame?: number;
  initId?: number;
  serial?: number;
  /** Columns of the packet (0..15) whose status says invalid. */
  invalid?: number[];
  /** Added to the stamp, ns. */
  stampShiftNs?: bigint;
  /** Header of functional safety; that profile's by default. */
  fusa?: boolean;
  /** True: a check sum stands in the footer. */
  checked?: boolean;
  /** Steps of the laser's power that are taken back: 1 soon, 2 up to 10 %, ... */
  shotLimiting?: number;
  shutdown?: number;
}

interface HeaderOptions {
  type: number;
  frameId?: number;
  initId?: number;
  serial?: number;
  fusa?: boolean;
  shotLimiting?: number;
  shutdown?: number;
}

/** Header of 32 bytes of a newer packet. */
function writeHeader(view: DataView, options: HeaderOptions): void {
  const { fusa = false, frameId = 0, initId = 0 } = options;
  if (fusa) {
    view.setUint8(0, options.type);
    view.setUint32(4, frameId, true);
  } else {
    view.setUint16(0, options.type, true);
    view.setUint16(2, frameId, true);
  }
  const [initAt, serialAt] = fusa ? [1, 11] : [4, 7];
  for (let i = 0; i < 3; i++) view.setUint8(initAt + i, (initId >> (8 * i)) & 255);
  const serial = BigInt(options.serial ?? 0);
  for (let i = 0; i < 5; i++) view.setUint8(serialAt + i, Number((serial >> BigInt(8 * i)) & 255n));
  view.setUint8(18, options.shutdown ?? 0);
  view.setUint8(19, options.shotLimiting ?? 0);
}

/** CRC-64/XZ, bit by bit. */
export function crc64Of(bytes: Uint8Array): bigint {
  const ones = (1n << 64n) - 1n;
  let crc = ones;
  for (const byte of bytes) {
    crc ^= BigInt(byte);
    for (let bit = 0; bit < 8; bit++) crc = (crc >> 1n) ^ (crc & 1n ? 0xc96c5795d7870f42n : 0n);
  }
  return crc ^ ones;
}

/** Writes the check sum into the last bytes of a packet. */
function sealed(packet: Uint8Array): Uint8Array {
  const view = new DataView(packet.buffer, packet.byteOffset, packet.length);
  view.setBigUint64(packet.length - 8, crc64Of(packet.subarray(0, packet.length - 8)), true);
  return packet;
}

/** Values that tell beam, column and frame apart; what a decoder must give back. */
export function pixelOf(beam: number, id: number, frameId: number) {
  return {
    rangeMm: 1000 + beam * 8 * 64 + (id % 64) * 8 + (frameId % 7) * 8 * 2048,
    reflectivity: (beam * 3 + id) % 256,
    signal: (beam * 257 + id * 3) % 65_536,
    nearIr: ((beam * 5 + id * 7) % 256) * 16,
    range2: 2000 + beam * 8 + id,
    reflectivity2: (beam + id * 5) % 256,
    signal2: (beam * 31 + id * 11) % 65_536,
  };
}

/** Sensor clock of a column: 10 rotations a second. */
export function stampOf(frameId: number, id: number, columnsPerFrame = 1024): bigint {
  return 100_000_000_000n + BigInt(frameId) * 100_000_000n + BigInt(Math.floor((id * 1e8) / columnsPerFrame));
}

/** A lidar packet of 16 columns. */
export function lidarPacket(options: LidarOptions): Uint8Array {
  const { profile = 'LEGACY', slots = 16, frameId, firstId, columnsPerFrame = 1024 } = options;
  const slotOfBeam = options.slotOfBeam ?? Array.from({ length: slots }, (_, i) => i);
  const legacy = profile === 'LEGACY';
  const channelBytes = CHANNEL_BYTES[profile];
  const columnBytes = (legacy ? 20 : 12) + slots * channelBytes;
  const bytes = new Uint8Array((legacy ? 0 : 64) + 16 * columnBytes);
  const view = new DataView(bytes.buffer);
  const fusa = options.fusa ?? profile === 'FUSA_RNG15_RFL8_NIR8_DUAL';
  if (!legacy) writeHeader(view, { ...options, fusa, type: 1 });
  for (let i = 0; i < 16; i++) {
    const at = (legacy ? 0 : 32) + i * columnBytes;
    const id = firstId + i;
    const valid = !options.invalid?.includes(i);
    view.setBigUint64(at, stampOf(frameId, id, columnsPerFrame) + (options.stampShiftNs ?? 0n), true);
    view.setUint16(at + 8, id, true);
    if (legacy) {
      view.setUint16(at + 10, frameId, true);
      view.setUint32(at + 12, id * (90_112 / columnsPerFrame), true);
      view.setUint32(at + columnBytes - 4, valid ? 0xffffffff : 0, true);
    } else {
      view.setUint16(at + 10, valid ? 1 : 0, true);
    }
    slotOfBeam.forEach((slot, beam) => {
      const block = at + (legacy ? 16 : 12) + slot * channelBytes;
      writePixel(view, block, profile, pixelOf(beam, id, frameId));
    });
  }
  return options.checked ? sealed(bytes) : bytes;
}

function writePixel(view: DataView, at: number, profile: Profile, pixel: ReturnType<typeof pixelOf>): void {
  const low = (where: number, rangeMm: number, reflectivity: number, last: number) => {
    view.setUint16(where, 0x8000 | Math.floor(rangeMm / 8), true);
    view.setUint8(where + 2, reflectivity);
    view.setUint8(where + 3, last);
  };
  const word = (where: number, rangeMm: number, reflectivity: number) => {
    view.setUint32(where, (0xf8 << 16) + rangeMm, true);
    view.setUint8(where + 3, reflectivity);
  };
  /** What a reader must leave alone: zones, windows, colours. */
  const other = (from: number, to: number) => {
    for (let i = from; i < to; i++) view.setUint8(at + i, 0xa5);
  };
  switch (profile) {
    case 'LEGACY':
      view.setUint32(at, 0x30000000 + pixel.rangeMm, true);
      view.setUint16(at + 4, pixel.reflectivity, true);
      view.setUint16(at + 6, pixel.signal, true);
      view.setUint16(at + 8, pixel.nearIr, true);
      return;
    case 'RNG19_RFL8_SIG16_NIR16':
    case 'RNG19_RFL8_SIG16_NIR16_ZONE16':
      view.setUint32(at, (0xf8 << 16) + pixel.rangeMm, true);
      view.setUint8(at + 4, pixel.reflectivity);
      view.setUint16(at + 6, pixel.signal, true);
      view.setUint16(at + 8, pixel.nearIr, true);
      other(10, 12);
      return;
    case 'RNG15_RFL8_NIR8':
    case 'RNG15_RFL8_NIR8_ZONE16':
      low(at, pixel.rangeMm, pixel.reflectivity, pixel.nearIr / 16);
      if (profile !== 'RNG15_RFL8_NIR8') other(4, 8);
      return;
    case 'RNG15_RFL8_WIN8':
      low(at, pixel.rangeMm, pixel.reflectivity, 0xa5);
      return;
    case 'RNG15_RFL8_NIR8_DUAL':
    case 'FUSA_RNG15_RFL8_NIR8_DUAL':
      low(at, pixel.rangeMm, pixel.reflectivity, pixel.nearIr / 16);
      low(at + 4, pixel.range2, pixel.reflectivity2, 0xa5);
      return;
    case 'RNG19_RFL8_SIG16_NIR16_RGB16':
      word(at, pixel.rangeMm, pixel.reflectivity);
      view.setUint16(at + 4, pixel.signal, true);
      view.setUint16(at + 6, pixel.nearIr, true);
      other(8, 16);
      return;
    default:
      word(at, pixel.rangeMm, pixel.reflectivity);
      word(at + 4, pixel.range2, pixel.reflectivity2);
      view.setUint16(at + 8, pixel.signal, true);
      view.setUint16(at + 10, pixel.signal2, true);
      view.setUint16(at + 12, profile === 'RNG19_RFL8_SIG16_ZONE16_DUAL' ? 0xa5a5 : pixel.nearIr, true);
      other(14, CHANNEL_BYTES[profile]);
  }
}

/** The packets of one rotation, in order. */
export function rotation(options: Omit<LidarOptions, 'firstId'>, columnsPerFrame = 1024): Uint8Array[] {
  const count = columnsPerFrame / 16;
  return Array.from({ length: count }, (_, i) =>
    lidarPacket({ ...options, columnsPerFrame, firstId: 16 * i }),
  );
}

/** A packet of accelerated readings (`ACCEL32_GYRO32_NMEA`), m/s^2 and rad/s. */
export function acceleratedImuPacket(
  readings: readonly { stampNs: bigint; accel: number[]; gyro: number[]; valid?: boolean }[],
  options: Partial<HeaderOptions> & { checked?: boolean } = {},
): Uint8Array {
  const bytes = new Uint8Array(32 + 100 + 36 * readings.length + 32);
  const view = new DataView(bytes.buffer);
  writeHeader(view, { ...options, type: 2 });
  bytes.set(new TextEncoder().encode('$GPRMC,123519,A,4807.038,N,01131.000,E'), 40);
  readings.forEach(({ stampNs, accel, gyro, valid = true }, i) => {
    const at = 132 + 36 * i;
    view.setBigUint64(at, stampNs, true);
    view.setUint16(at + 8, i, true);
    view.setUint16(at + 10, valid ? 1 : 0, true);
    for (let k = 0; k < 3; k++) {
      view.setFloat32(at + 12 + 4 * k, accel[k], true);
      view.setFloat32(at + 24 + 4 * k, gyro[k], true);
    }
  });
  return options.checked ? sealed(bytes) : bytes;
}

/** A packet on the zones that the sensor watches. */
export function zonePacket(options: Partial<HeaderOptions> = {}): Uint8Array {
  const bytes = new Uint8Array(680);
  writeHeader(new DataView(bytes.buffer), { ...options, type: 3 });
  return bytes;
}

export function imuPacket(
  stampNs: bigint,
  accelG: [number, number, number] = [0, 0, 1],
  gyroDeg: [number, number, number] = [0, 0, 0],
): Uint8Array {
  const view = new DataView(new ArrayBuffer(48));
  view.setBigUint64(0, stampNs + 7n, true);
  view.setBigUint64(8, stampNs - 1000n, true);
  view.setBigUint64(16, stampNs, true);
  accelG.forEach((value, i) => {
    view.setFloat32(24 + 4 * i, value, true);
  });
  gyroDeg.forEach((value, i) => {
    view.setFloat32(36 + 4 * i, value, true);
  });
  return new Uint8Array(view.buffer);
}

/** Flat metadata of a sensor with evenly spaced beams. */
export function metadataOf(beams: number, changes: Record<string, unknown> = {}): string {
  const altitudes = Array.from({ length: beams }, (_, i) => 16 - (32 * i) / (beams - 1));
  return JSON.stringify({
    prod_line: `OS-1-${beams}`,
    prod_sn: '992000000001',
    build_rev: 'v2.0.0',
    lidar_mode: '1024x10',
    beam_altitude_angles: altitudes,
    beam_azimuth_angles: altitudes.map((_, i) => [3.1, 1, -1, -3.1][i % 4]),
    lidar_origin_to_beam_origin_mm: 15.806,
    lidar_to_sensor_transform: [-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 36.18, 0, 0, 0, 1],
    imu_to_sensor_transform: [1, 0, 0, 6.253, 0, 1, 0, -11.775, 0, 0, 1, 7.645, 0, 0, 0, 1],
    udp_port_lidar: 7502,
    udp_port_imu: 7503,
    ...changes,
  });
}
