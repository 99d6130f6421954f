import { readMetadata } from '../../../files/find-metadata.ts';
import { sensorEntries } from '../../../jobs/capture-facts.ts';
import type { CommandResult } from '../with-command.ts';
import { plain, sheet } from './sheet.ts';

/** A sensor's metadata file. */
export async function describeMetadata(path: string): Promise<CommandResult> {
  const { sensor } = await readMetadata(path);
  return {
    data: { kind: 'metadata', path, sensor: plain(sensor) },
    text: sheet(
      `${path}: sensor metadata`,
      sensorEntries(sensor),
      sensor.assumptions.map(({ message }) => message),
    ),
  };
}
