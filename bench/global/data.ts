import { readFileSync } from 'node:fs';
import { memorySource } from '../../src-core/io/bytes/byte-stream.ts';
import { openCloud } from '../../src-core/io/cloud/open-cloud.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { beamGeometry } from '../../src-core/odometry/frame/beam-geometry.ts';
import { ScanDeskewer } from '../../src-core/odometry/frame/deskewed-scan.ts';
import { RANGE_FILTER_DEFAULTS } from '../../src-core/odometry/frame/scan-points.ts';
import type { PointSet } from '../../src-lab/problem/method.ts';
import { poseOfColumn } from '../../src-simulate/cast-scan.ts';
import { type PresetName, presetOptions } from '../../src-simulate/presets.ts';
import { simulateScans } from '../../src-simulate/simulate-scans.ts';

/** Reads a file of points. */
export async function cloudFile(path: string): Promise<PointSet> {
  const xyz: number[] = [];
  for await (const chunk of (await openCloud(memorySource(path, readFileSync(path)))).chunks()) {
    for (let at = 0; at < 3 * chunk.count; at++) xyz.push(chunk.xyz[at] + chunk.origin[at % 3]);
  }
  return { count: xyz.length / 3, xyz: Float64Array.from(xyz) };
}

/**
 * Map of a simulated drive: the returns of every few scans, each column at its true pose, with the noise of the
 * sensor.
 *
 * @param every scans
 */
export async function driveMap(
  preset: PresetName,
  length: number,
  seed: number,
  every: number,
): Promise<PointSet> {
  const scans = simulateScans({ ...presetOptions(preset, length), seed }, SILENT_CONTEXT);
  const deskewer = new ScanDeskewer(beamGeometry(scans.sensor), RANGE_FILTER_DEFAULTS);
  const xyz: number[] = [];

  for (let index = 0; index < scans.count; index += every) {
    const { scan, rotation } = await scans.read(index);
    deskewer.read(scan);
    const poses = new Float64Array(12 * scan.columns);
    for (let column = 0; column < scan.columns; column++) {
      const { R, t } = poseOfColumn(scans.drive, rotation, column);
      poses.set(R, 12 * column);
      poses.set(t, 12 * column + 9);
    }
    const count = deskewer.deskewAll(poses);
    for (let at = 0; at < 3 * count; at++) xyz.push(deskewer.xyz[at]);
  }
  return { count: xyz.length / 3, xyz: Float64Array.from(xyz) };
}
