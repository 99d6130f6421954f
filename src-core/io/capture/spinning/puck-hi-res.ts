import { PUCK_TIMES, VELODYNE_PRODUCT, velodyneFormat } from './velodyne.ts';

/** Elevations of the lasers 0 to 15, degrees (VLP-16 User Manual, 63-9243 Rev. E, table 9-1). */
const ELEVATION_DEG = [
  -10, 0.67, -8.67, 2, -7.33, 3.33, -6, 4.67, -4.67, 6, -3.33, 7.33, -2, 8.67, -0.67, 10,
];
/** Vertical corrections of the lasers, mm: rows 7 to 15 of the same table, which rows 0 to 6 mirror as in the VLP-16's. */
const HEIGHT_MM = [7.4, -0.9, 6.5, -1.8, 5.5, -2.7, 4.6, -3.7, 3.7, -4.6, 2.7, -5.5, 1.8, -6.5, 0.9, -7.4];

/** Velodyne Puck Hi-Res: a VLP-16 whose lasers stand closer. */
export const PUCK_HI_RES = velodyneFormat({
  format: 'VELODYNE_PUCK_HIRES',
  product: 'Velodyne Puck Hi-Res',
  productId: VELODYNE_PRODUCT.puckHiRes,
  elevationDeg: ELEVATION_DEG,
  azimuthDeg: ELEVATION_DEG.map(() => 0),
  heightMm: HEIGHT_MM,
  atOnce: 1,
  ...PUCK_TIMES,
  unitMm: 2,
});
