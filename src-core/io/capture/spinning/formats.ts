import type { OtherFormat } from '../../../model/sensor.ts';
import { HDL_32E } from './hdl-32e.ts';
import { PANDAR_XT_16, PANDAR_XT_32 } from './hesai.ts';
import { PUCK_HI_RES } from './puck-hi-res.ts';
import { RS_16, RS_HELIOS } from './robosense.ts';
import type { SpinningFormat } from './spinning-format.ts';
import { VLP_16 } from './vlp-16.ts';
import { VLP_32C } from './vlp-32c.ts';

/** Every spinning sensor of another maker whose packets are read. */
export const SPINNING_FORMATS: readonly SpinningFormat[] = [
  VLP_16,
  PUCK_HI_RES,
  VLP_32C,
  HDL_32E,
  PANDAR_XT_16,
  PANDAR_XT_32,
  RS_16,
  RS_HELIOS,
];

/** The sensor of a format; undefined for one that has no packets. */
export function spinningFormat(format: OtherFormat): SpinningFormat | undefined {
  return SPINNING_FORMATS.find((spinning) => spinning.format === format);
}
