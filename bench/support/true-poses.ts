import { readFile } from 'node:fs/promises';
import { openCapture } from '../../src-core/io/capture/capture.ts';
import { parseSensorMetadata } from '../../src-core/io/capture/metadata.ts';
import type { Axis } from '../../src-core/model/axis.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type { Scan } from '../../src-core/model/scan.ts';
import { beamGeometry } from '../../src-core/odometry/frame/beam-geometry.ts';
import { ScanDeskewer } from '../../src-core/odometry/frame/deskewed-scan.ts';
import type { ColumnPoses } from '../../src-core/odometry/frame/motion.ts';
import { RANGE_FILTER_DEFAULTS } from '../../src-core/odometry/frame/scan-points.ts';
import { ProfileAccumulator } from '../../src-core/tunnel/wall/profile-accumulator.ts';
import type { WallSurface } from '../../src-core/tunnel/wall/wall-surface.ts';
import { openFileSource } from '../../src-main/files/file-source.ts';

/** True `T_world_sensor` at a time of the sensor clock. */
export type TruePoseAt = (stampNs: bigint) => Rigid;

/**
 * The wall as it is measured when every column of every scan stands at its true pose: what is left of the error
 * of a volume is the measurement's own.
 *
 * @param axis in the world of the poses, which has its origin near the drive
 */
export async function wallAtTruePoses(
  capturePath: string,
  metadataPath: string,
  axis: Axis,
  truePoseAt: TruePoseAt,
): Promise<WallSurface> {
  const source = await openFileSource(capturePath);
  try {
    const metadata = parseSensorMetadata(await readFile(metadataPath, 'utf8'), metadataPath);
    const { sensor, items } = await openCapture([source], metadata);
    const deskewer = new ScanDeskewer(beamGeometry(sensor), RANGE_FILTER_DEFAULTS);
    const accumulator = new ProfileAccumulator(axis);
    for await (const item of items) {
      if (item.kind !== 'scan') continue;
      deskewer.read(item.scan);
      const count = deskewer.deskewAll(trueColumns(item.scan, truePoseAt));
      accumulator.add(deskewer.xyz, [0, 0, 0], count);
    }
    return accumulator.wall();
  } finally {
    await source.close();
  }
}

function trueColumns({ columns, stampNs, columnValid }: Scan, truePoseAt: TruePoseAt): ColumnPoses {
  const poses = new Float64Array(12 * columns);
  for (let column = 0; column < columns; column++) {
    if (columnValid[column] === 0) continue;
    const { R, t } = truePoseAt(stampNs[column]);
    poses.set(R, 12 * column);
    poses.set(t, 12 * column + 9);
  }
  return poses;
}
