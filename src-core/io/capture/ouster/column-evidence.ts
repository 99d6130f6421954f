import { message } from '../../../messages/message.ts';
import { SocavonError } from '../../../model/errors.ts';
import type { SensorModel } from '../../../model/sensor.ts';
import { MEASUREMENT_ID_OFFSET, type PacketLayout } from '../packet-layouts.ts';
import { columnAt, columnIsValid } from './packet-header.ts';

/** Highest column number among a packet's valid columns; -1 if none is valid. */
export function highestColumn(view: DataView, layout: PacketLayout): number {
  let highest = -1;
  for (let i = 0; i < layout.columnsPerPacket; i++) {
    const column = columnAt(layout, i);
    if (!columnIsValid(view, layout, column)) continue;
    highest = Math.max(highest, view.getUint16(column + MEASUREMENT_ID_OFFSET, true));
  }
  return highest;
}

/**
 * Checks the received columns against the mode that the metadata names.
 *
 * @param highest column number seen
 * @param wholeTurn true if at least one rotation of any mode was read
 * @param name of the capture, for messages
 * @throws SocavonError `metadata-mismatch` if the sensor ran in another mode
 */
export function checkColumns(sensor: SensorModel, highest: number, wholeTurn: boolean, name: string): void {
  const { columnsPerFrame, columnWindow, lidarMode } = sensor;
  const half = columnsPerFrame / 2;
  const windowIsHigh = columnWindow[1] >= half || columnWindow[0] > columnWindow[1];
  const tooHigh = highest >= columnsPerFrame;
  const tooLow = wholeTurn && highest >= 0 && highest < half && windowIsHigh;
  if (!tooHigh && !tooLow) return;
  throw new SocavonError(
    'metadata-mismatch',
    message('columns-unfit', { name, highest, columns: columnsPerFrame, mode: lidarMode }),
  );
}
