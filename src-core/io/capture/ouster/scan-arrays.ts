import type { Scan } from '../../../model/scan.ts';
import type { LidarProfile } from '../../../model/sensor.ts';

/** A scan without any column. */
export function emptyScan(frameId: number, beams: number, columns: number, profile: LidarProfile): Scan {
  const pixels = beams * columns;
  const scan: Scan = {
    frameId,
    beams,
    columns,
    rangeMm: new Uint32Array(pixels),
    reflectivity: new Uint16Array(pixels),
    signal: new Uint16Array(pixels),
    nearIr: new Uint16Array(pixels),
    stampNs: new BigUint64Array(columns),
    columnValid: new Uint8Array(columns),
  };
  if (profile !== 'RNG19_RFL8_SIG16_NIR16_DUAL') return scan;
  return {
    ...scan,
    second: {
      rangeMm: new Uint32Array(pixels),
      reflectivity: new Uint16Array(pixels),
      signal: new Uint16Array(pixels),
    },
  };
}
