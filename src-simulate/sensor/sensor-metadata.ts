import {
  ALTITUDE_DEG,
  AZIMUTH_DEG,
  BEAM_ORIGIN_MM,
  BEAMS,
  type CaptureLayout,
  COLUMNS_PER_FRAME,
  COLUMNS_PER_PACKET,
  IMU_TO_SENSOR,
  LAYOUTS,
  LIDAR_TO_SENSOR,
  PORT_IMU,
  PORT_LIDAR,
  PRODUCT_LINE,
  pixelShifts,
  SERIAL,
} from '../os1-16.ts';

const LIDAR_MODE = '1024x10';

/** Metadata JSON in the format of that layout's firmware: flat before 2.0, nested from then on. */
export function sensorMetadata(layout: CaptureLayout): string {
  const metadata = layout === 'thesis64' ? flatMetadata(layout) : nestedMetadata(layout);
  return `${JSON.stringify(metadata, null, 2)}\n`;
}

// Firmware 1.13 lists an angle for each of the 64 slots, zero for slots without a beam.
function flatMetadata(layout: CaptureLayout): Record<string, unknown> {
  const { slots, slotOfBeam, firmware } = LAYOUTS[layout];
  const bySlot = (angles: readonly number[]): number[] => {
    const all = new Array<number>(slots).fill(0);
    angles.forEach((angle, beam) => {
      all[slotOfBeam[beam]] = angle;
    });
    return all;
  };
  return {
    base_pn: '000-101323-03',
    base_sn: '101847000016',
    beam_altitude_angles: bySlot(ALTITUDE_DEG),
    beam_azimuth_angles: bySlot(AZIMUTH_DEG),
    build_date: '2019-11-04T23:58:36Z',
    build_rev: `v${firmware}`,
    hostname: `os1-${SERIAL}.local`,
    image_rev: `ousteros-image-prod-aries-v${firmware}`,
    imu_to_sensor_transform: IMU_TO_SENSOR,
    lidar_mode: LIDAR_MODE,
    lidar_to_sensor_transform: LIDAR_TO_SENSOR,
    prod_line: PRODUCT_LINE,
    prod_pn: '840-101855-02',
    prod_sn: SERIAL,
    proto_rev: 'v1.1.1',
    status: 'RUNNING',
  };
}

function nestedMetadata(layout: CaptureLayout): Record<string, unknown> {
  const { firmware } = LAYOUTS[layout];
  return {
    beam_intrinsics: {
      beam_altitude_angles: ALTITUDE_DEG,
      beam_azimuth_angles: AZIMUTH_DEG,
      lidar_origin_to_beam_origin_mm: BEAM_ORIGIN_MM,
    },
    config_params: {
      azimuth_window: [0, 360000],
      lidar_mode: LIDAR_MODE,
      operating_mode: 'NORMAL',
      timestamp_mode: 'TIME_FROM_INTERNAL_OSC',
      udp_port_imu: PORT_IMU,
      udp_port_lidar: PORT_LIDAR,
      udp_profile_lidar: 'LEGACY',
    },
    imu_intrinsics: { imu_to_sensor_transform: IMU_TO_SENSOR },
    lidar_data_format: {
      column_window: [0, COLUMNS_PER_FRAME - 1],
      columns_per_frame: COLUMNS_PER_FRAME,
      columns_per_packet: COLUMNS_PER_PACKET,
      pixel_shift_by_row: pixelShifts(),
      pixels_per_column: BEAMS,
      udp_profile_imu: 'LEGACY',
      udp_profile_lidar: 'LEGACY',
    },
    lidar_intrinsics: { lidar_to_sensor_transform: LIDAR_TO_SENSOR },
    sensor_info: {
      base_pn: '000-101323-03',
      base_sn: '101847000016',
      build_date: '2020-11-24T06:51:26Z',
      build_rev: `v${firmware}`,
      image_rev: `ousteros-image-prod-aries-v${firmware}`,
      prod_line: PRODUCT_LINE,
      prod_pn: '840-101855-02',
      prod_sn: SERIAL,
      proto_rev: 'v1.1.1',
      status: 'RUNNING',
    },
  };
}
