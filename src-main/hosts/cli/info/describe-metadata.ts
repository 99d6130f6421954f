import { readMetadata } from '../../../files/find-metadata.ts';
import { sensorEntries } from '../../../jobs/capture-facts.ts';
import type { CommandResult } from '../with-command.ts';
import { say, sayRemark } from '../words.ts';
import { plain, sheet } from './sheet.ts';

/** Describes a sensor metadata file. */
export async function describeMetadata(path: string): Promise<CommandResult> {
  const { sensor } = await readMetadata(path);
  return {
    data: { kind: 'metadata', path, sensor: plain(sensor) },
    text: sheet(say('info-metadata', { path }), sensorEntries(sensor), sensor.assumptions.map(sayRemark)),
  };
}
