import { PUCK_TIMES, VELODYNE_PRODUCT, velodyneFormat } from './velodyne.ts';

/** Elevations of the lasers 0 to 31, degrees ("VLP-32C User Manual", 63-9325 Rev. C, tables 9-2 and 9-6). */
const ELEVATION_DEG = [
  -25, -1, -1.667, -15.639, -11.31, 0, -0.667, -8.843, -7.254, 0.333, -0.333, -6.148, -5.333, 1.333, 0.667,
  -4, -4.667, 1.667, 1, -3.667, -3.333, 3.333, 2.333, -2.667, -3, 7, 4.667, -2.333, -2, 15, 10.333, -1.333,
];
/**
 * Offsets of the lasers 0 to 31 from the azimuth of their block, degrees clockwise (the same tables). They are added
 * (section 9.5); the files of VeloView, and of drivers made from them, have them with the opposite sign, because VeloView
 * turns the other way round, as the same section says.
 */
const AZIMUTH_DEG = [
  1.4, -4.2, 1.4, -1.4, 1.4, -1.4, 4.2, -1.4, 1.4, -4.2, 1.4, -1.4, 4.2, -1.4, 4.2, -1.4, 1.4, -4.2, 1.4,
  -4.2, 4.2, -1.4, 1.4, -1.4, 1.4, -1.4, 1.4, -4.2, 4.2, -1.4, 1.4, -1.4,
];

/** Velodyne VLP-32C (Ultra Puck): 32 lasers in four columns, distances of 4 mm; its lasers fire in pairs. */
export const VLP_32C = velodyneFormat({
  format: 'VELODYNE_VLP32C',
  product: 'Velodyne VLP-32C',
  productId: VELODYNE_PRODUCT.vlp32c,
  elevationDeg: ELEVATION_DEG,
  azimuthDeg: AZIMUTH_DEG,
  heightMm: ELEVATION_DEG.map(() => 0),
  atOnce: 2,
  ...PUCK_TIMES,
  unitMm: 4,
});
