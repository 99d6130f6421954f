import type { OtherFormat } from '../../../model/sensor.ts';
import { HDL_32E } from './hdl-32e.ts';
import { HDL_64E } from './hdl-64e.ts';
import { PANDAR_40P, PANDAR_64, PANDAR_QT, PANDAR_XT_16, PANDAR_XT_32, QT_128, XT_32M } from './hesai.ts';
import { PUCK_HI_RES } from './puck-hi-res.ts';
import { RS_16, RS_HELIOS } from './robosense.ts';
import type { SpinningFormat } from './spinning-format.ts';
import { VLP_16 } from './vlp-16.ts';
import { VLP_32C } from './vlp-32c.ts';
import { VLS_128 } from './vls-128.ts';

/** Every spinning sensor of another maker whose packets are read. */
export const SPINNING_FORMATS: readonly SpinningFormat[] = [
  VLP_16,
  PUCK_HI_RES,
  VLP_32C,
  HDL_32E,
  HDL_64E,
  VLS_128,
  PANDAR_XT_16,
  PANDAR_XT_32,
  XT_32M,
  PANDAR_40P,
  PANDAR_64,
  PANDAR_QT,
  QT_128,
  RS_16,
  RS_HELIOS,
];

/** The sensor of a format; undefined for one that has no packets. */
export function spinningFormat(format: OtherFormat): SpinningFormat | undefined {
  return SPINNING_FORMATS.find((spinning) => spinning.format === format);
}
