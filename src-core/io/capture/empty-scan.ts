import type { Scan } from '../../model/scan.ts';

/** A scan of which no column was measured yet: zeros, owned by the caller. @param hasSecond whether it has two returns */
export function emptyScan(frameId: number, beams: number, columns: number, hasSecond: boolean): Scan {
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
  if (!hasSecond) return scan;
  const second = {
    rangeMm: new Uint32Array(pixels),
    reflectivity: new Uint16Array(pixels),
    signal: new Uint16Array(pixels),
  };
  return { ...scan, second };
}
