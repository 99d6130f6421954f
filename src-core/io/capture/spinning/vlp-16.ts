import { PUCK_TIMES, VELODYNE_PRODUCT, velodyneFormat } from './velodyne.ts';

/** Elevations of the lasers 0 to 15, degrees (VLP-16 User Manual, 63-9243 Rev. E, table 9-1). */
const ELEVATION_DEG = [-15, 1, -13, 3, -11, 5, -9, 7, -7, 9, -5, 11, -3, 13, -1, 15];
/** Vertical corrections of the lasers, mm (the same table). */
const HEIGHT_MM = [11.2, -0.7, 9.7, -2.2, 8.1, -3.7, 6.6, -5.1, 5.1, -6.6, 3.7, -8.1, 2.2, -9.7, 0.7, -11.2];

/** Velodyne VLP-16 (Puck and Puck LITE): 16 lasers, distances of 2 mm; its lasers fire one after another. */
export const VLP_16 = velodyneFormat({
  format: 'VELODYNE_VLP16',
  product: 'Velodyne VLP-16',
  productId: VELODYNE_PRODUCT.vlp16,
  elevationDeg: ELEVATION_DEG,
  azimuthDeg: ELEVATION_DEG.map(() => 0),
  heightMm: HEIGHT_MM,
  atOnce: 1,
  ...PUCK_TIMES,
  unitMm: 2,
});
