import { z } from 'zod';

const angles = z.array(z.number()).min(1);
const transform = z.array(z.number()).length(16, 'should be 16 numbers, a 4 x 4 matrix row by row');
const port = z.number().int().min(0).max(65_535);
const count = z.number().int().positive();

const dataFormat = z.looseObject({
  columns_per_frame: count.optional(),
  columns_per_packet: count.optional(),
  pixels_per_column: count.optional(),
  pixel_shift_by_row: z.array(z.number().int()).optional(),
  column_window: z.tuple([z.number().int().min(0), z.number().int().min(0)]).optional(),
  udp_profile_lidar: z.string().optional(),
  udp_profile_imu: z.string().optional(),
  header_type: z.string().optional(),
});

/** Schema of the metadata keys that the import uses, in the flat form of firmware 1.12 to 2.3. */
export const flatMetadata = z.looseObject({
  prod_line: z.string().optional(),
  prod_sn: z.union([z.string(), z.number().transform(String)]).optional(),
  build_rev: z.string().optional(),
  image_rev: z.string().optional(),
  initialization_id: z.number().int().min(0).optional(),
  lidar_mode: z.string().optional(),
  beam_altitude_angles: angles.optional(),
  beam_azimuth_angles: angles.optional(),
  lidar_origin_to_beam_origin_mm: z.number().optional(),
  beam_to_lidar_transform: transform.optional(),
  lidar_to_sensor_transform: transform.optional(),
  imu_to_sensor_transform: transform.optional(),
  data_format: dataFormat.optional(),
  udp_port_lidar: port.optional(),
  udp_port_imu: port.optional(),
});

export type FlatMetadata = z.infer<typeof flatMetadata>;

/** Groups of the nested form (firmware 2.4 and later, and files saved through the HTTP interface). */
export const NESTED_GROUPS = [
  'config_params',
  'sensor_info',
  'beam_intrinsics',
  'imu_intrinsics',
  'lidar_intrinsics',
] as const;

/** Keys of a JSON object; empty if it is anything else (an error text of the sensor's interface). */
function keysOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** Converts either form to the flat one; a top-level key takes precedence over a group's. */
export function flatten(json: Record<string, unknown>): Record<string, unknown> {
  const flat: Record<string, unknown> = {};
  for (const group of NESTED_GROUPS) Object.assign(flat, keysOf(json[group]));
  Object.assign(flat, json);
  const config = keysOf(json.config_params);
  const format = { ...keysOf(json.lidar_data_format), ...keysOf(json.data_format) };
  // Early nested files name the profile in the configuration only.
  format.udp_profile_lidar ??= config.udp_profile_lidar;
  format.header_type ??= config.header_type;
  flat.data_format = format;
  return flat;
}
