import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { openAtomicSink } from '../../src-main/files/atomic-sink.ts';
import { type Drive, simulateDrive } from '../../src-simulate/drive.ts';
import { type PresetName, presetOptions } from '../../src-simulate/presets.ts';
import { WRITE_CAPTURE_DEFAULTS, writeCapture } from '../../src-simulate/write-capture.ts';
import { say } from './present.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const CACHE = join(ROOT, 'bench/.cache');
/** All that the simulator may import: if one byte changes, captures are simulated again. */
const SOURCES = ['src-core/model', 'src-core/math', 'src-core/io', 'src-simulate'].map((room) =>
  join(ROOT, room),
);

interface SimulatedCapture {
  readonly drive: Drive;
  /** Folder of capture.pcap, metadata.json and the truth. */
  readonly folder: string;
}

/**
 * A capture of a preset; cached in bench/.cache, since casting its rays takes longer than surveying it.
 *
 * @param speed of the robot, m/s; absent: that of the preset
 */
export async function simulatedCapture(
  preset: PresetName,
  length: number,
  seed: number,
  speed?: number,
): Promise<SimulatedCapture> {
  const drive = simulateDrive({ ...presetOptions(preset, length), ...(speed && { speed }), seed });
  const name = `${preset}-${length}m-${speed ? `${speed}mps-` : ''}${seed}-`;
  const folder = join(CACHE, `${name}${sourceHash()}`);
  if (!existsSync(folder)) {
    say(`simulating ${preset}, seed ${seed}: ${drive.scans} scans`);
    await removeOlder(name);
    const part = `${folder}.part`;
    await writeCapture(
      drive,
      { ...WRITE_CAPTURE_DEFAULTS, layout: 'legacy16', preset },
      (name) => openAtomicSink(join(part, name)),
      SILENT_CONTEXT,
    );
    await rename(part, folder);
  }
  return { drive, folder };
}

/** Takes away captures that the sources of another day made, and what an interrupted bench left. */
async function removeOlder(name: string): Promise<void> {
  if (!existsSync(CACHE)) return;
  for (const entry of readdirSync(CACHE)) {
    if (entry.startsWith(name)) await rm(join(CACHE, entry), { recursive: true });
  }
}

function sourceHash(): string {
  const hash = createHash('sha256');
  for (const folder of SOURCES) {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
    for (const file of files) hash.update(relative(ROOT, file)).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 12);
}
