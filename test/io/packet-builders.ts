/** Lidar and IMU packets written by hand from the maker's packet description. */

export type Profile = 'LEGACY' | 'RNG19_RFL8_SIG16_NIR16' | 'RNG19_RFL8_SIG16_NIR16_DUAL' | 'RNG15_RFL8_NIR8';

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

const CHANNEL_BYTES: Record<Profile, number> = {
  LEGACY: 12,
  RNG19_RFL8_SIG16_NIR16: 12,
  RNG19_RFL8_SIG16_NIR16_DUAL: 16,
  RNG15_RFL8_NIR8: 4,
};

/** A lidar packet of 16 columns. */
export function lidarPacket(options: LidarOptions): Uint8Array {
  const { profile = 'LEGACY', slots = 16, frameId, firstId, columnsPerFrame = 1024 } = options;
  const slotOfBeam = options.slotOfBeam ?? Array.from({ length: slots }, (_, i) => i);
  const legacy = profile === 'LEGACY';
  const channelBytes = CHANNEL_BYTES[profile];
  const columnBytes = (legacy ? 20 : 12) + slots * channelBytes;
  const bytes = new Uint8Array((legacy ? 0 : 64) + 16 * columnBytes);
  const view = new DataView(bytes.buffer);
  if (!legacy) {
    view.setUint16(0, 1, true);
    view.setUint16(2, frameId, true);
    view.setUint32(4, options.initId ?? 0, true);
    const serial = BigInt(options.serial ?? 0);
    for (let i = 0; i < 5; i++) view.setUint8(7 + i, Number((serial >> BigInt(8 * i)) & 255n));
  }
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
  return bytes;
}

function writePixel(view: DataView, at: number, profile: Profile, pixel: ReturnType<typeof pixelOf>): void {
  if (profile === 'LEGACY') {
    view.setUint32(at, 0x30000000 + pixel.rangeMm, true);
    view.setUint16(at + 4, pixel.reflectivity, true);
    view.setUint16(at + 6, pixel.signal, true);
    view.setUint16(at + 8, pixel.nearIr, true);
  } else if (profile === 'RNG19_RFL8_SIG16_NIR16') {
    view.setUint32(at, (0xf8 << 16) + pixel.rangeMm, true);
    view.setUint8(at + 4, pixel.reflectivity);
    view.setUint16(at + 6, pixel.signal, true);
    view.setUint16(at + 8, pixel.nearIr, true);
  } else if (profile === 'RNG19_RFL8_SIG16_NIR16_DUAL') {
    view.setUint32(at, (0xf8 << 16) + pixel.rangeMm, true);
    view.setUint8(at + 3, pixel.reflectivity);
    view.setUint32(at + 4, (0xf8 << 16) + pixel.range2, true);
    view.setUint8(at + 7, pixel.reflectivity2);
    view.setUint16(at + 8, pixel.signal, true);
    view.setUint16(at + 10, pixel.signal2, true);
    view.setUint16(at + 12, pixel.nearIr, true);
  } else {
    view.setUint16(at, 0x8000 | (pixel.rangeMm / 8), true);
    view.setUint8(at + 2, pixel.reflectivity);
    view.setUint8(at + 3, pixel.nearIr / 16);
  }
}

/** The packets of one rotation, in order. */
export function rotation(options: Omit<LidarOptions, 'firstId'>, columnsPerFrame = 1024): Uint8Array[] {
  const count = columnsPerFrame / 16;
  return Array.from({ length: count }, (_, i) =>
    lidarPacket({ ...options, columnsPerFrame, firstId: 16 * i }),
  );
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
