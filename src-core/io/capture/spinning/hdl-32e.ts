import { VELODYNE_PRODUCT, velodyneFormat } from './velodyne.ts';

/** Elevations of the lasers 0 to 31, degrees ("HDL-32E User's Manual", 63-9113, "Laser Firing Sequence"). */
const ELEVATION_DEG = [
  -30.67, -9.33, -29.33, -8, -28, -6.66, -26.66, -5.33, -25.33, -4, -24, -2.67, -22.67, -1.33, -21.33, 0, -20,
  1.33, -18.67, 2.67, -17.33, 4, -16, 5.33, -14.67, 6.67, -13.33, 8, -12, 9.33, -10.67, 10.67,
];

/**
 * Velodyne HDL-32E: 32 lasers that fire one after another, and 9.216 microseconds of recharge ("HDL-32E Application Note:
 * Packet Structure & Timing Definition", 63-9277 Rev. D). Its packets state product and return mode since the firmware of
 * 2016 (2.2.20); older ones state neither and are not recognised.
 */
export const HDL_32E = velodyneFormat({
  format: 'VELODYNE_HDL32E',
  product: 'Velodyne HDL-32E',
  productId: VELODYNE_PRODUCT.hdl32e,
  elevationDeg: ELEVATION_DEG,
  azimuthDeg: ELEVATION_DEG.map(() => 0),
  heightMm: ELEVATION_DEG.map(() => 0),
  atOnce: 1,
  cycleSeconds: 46.08e-6,
  stepSeconds: 1.152e-6,
  unitMm: 2,
});
