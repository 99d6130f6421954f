import type { ImuSample } from '../../../src-core/model/scan.ts';

/** u64 stamp in ns, then f64 accel x y z in m/s^2 and gyro x y z in rad/s; little-endian. */
const SAMPLE_BYTES = 56;

export function encodeImuSamples(samples: readonly ImuSample[]): Uint8Array {
  const bytes = new Uint8Array(samples.length * SAMPLE_BYTES);
  const view = new DataView(bytes.buffer);
  samples.forEach((sample, i) => {
    const at = i * SAMPLE_BYTES;
    view.setBigUint64(at, sample.stampNs, true);
    for (let k = 0; k < 3; k++) {
      view.setFloat64(at + 8 + 8 * k, sample.accel[k], true);
      view.setFloat64(at + 32 + 8 * k, sample.gyro[k], true);
    }
  });
  return bytes;
}

/** @throws Error if the bytes are not a whole number of samples */
export function decodeImuSamples(bytes: Uint8Array): ImuSample[] {
  if (bytes.length % SAMPLE_BYTES !== 0) throw new Error('the inertial readings are cut');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.length / SAMPLE_BYTES }, (_, i) => {
    const f64 = (k: number): number => view.getFloat64(i * SAMPLE_BYTES + 8 + 8 * k, true);
    return {
      stampNs: view.getBigUint64(i * SAMPLE_BYTES, true),
      accel: [f64(0), f64(1), f64(2)],
      gyro: [f64(3), f64(4), f64(5)],
    };
  });
}
