import { message } from '../messages/message.ts';
import { SocavonError } from '../model/errors.ts';

/** Heights of a geoid above the ellipsoid, m, on a grid of latitude and longitude. */
export interface Geoid {
  /**
   * Undulation at a place, degrees, m, bilinear between the four nodes about it; null: outside, or a node without a
   * value. The height above the sea is the height above the ellipsoid less the undulation.
   */
  at(longitude: number, latitude: number): number | null;
}

const HEADER = 40;
/** Value of a node without one, by NOAA. */
const NO_VALUE = -88.8888;
/** No geoid is farther from the ellipsoid, m (the greatest are -107 and 86). */
const FARTHEST = 200;

/**
 * Opens a geoid in GTX, the vertical grid of NOAA that PROJ reads: south-west node and steps in degrees (f64), rows and
 * columns (i32), then f32 from south to north, each row from west to east; all big-endian.
 *
 * @throws SocavonError 'file-format'
 */
export function openGtx(bytes: Uint8Array, name: string): Geoid {
  const refused = (): SocavonError => new SocavonError('file-format', message('geoid-refused', { name }));
  if (bytes.length < HEADER) throw refused();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const [south, west, stepUp, stepEast] = [0, 8, 16, 24].map((at) => view.getFloat64(at));
  const [rows, columns] = [view.getInt32(32), view.getInt32(36)];
  const isSound =
    Math.abs(south) <= 90 &&
    Math.abs(west) <= 360 &&
    stepUp > 0 &&
    stepUp < 90 &&
    stepEast > 0 &&
    stepEast < 90;
  if (!isSound || rows < 2 || columns < 2 || bytes.length !== HEADER + 4 * rows * columns) throw refused();
  const node = (row: number, column: number): number =>
    view.getFloat32(HEADER + 4 * (row * columns + column));
  return {
    at: (longitude, latitude) => {
      const y = (latitude - south) / stepUp;
      // Longitudes of the file may count from 0 to 360.
      const x = ((((longitude - west) % 360) + 360) % 360) / stepEast;
      const row = Math.min(Math.floor(y), rows - 2);
      const column = Math.min(Math.floor(x), columns - 2);
      const [v, u] = [y - row, x - column];
      // Written so that what is no number is outside.
      if (!(v >= 0 && v <= 1 && u >= 0 && u <= 1 && row >= 0)) return null;
      const nodes = [
        node(row, column),
        node(row, column + 1),
        node(row + 1, column),
        node(row + 1, column + 1),
      ];
      if (nodes.some((value) => !(Math.abs(value) < FARTHEST) || Math.abs(value - NO_VALUE) < 1e-3))
        return null;
      const [sw, se, nw, ne] = nodes;
      return (1 - v) * ((1 - u) * sw + u * se) + v * ((1 - u) * nw + u * ne);
    },
  };
}
