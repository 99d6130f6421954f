import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { FrameFolder } from '../../src-core/io/capture/open-frames.ts';
import type { SaidUnits } from '../../src-core/io/cloud/cloud-unit.ts';
import { openCloud } from '../../src-core/io/cloud/open-cloud.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { captureKind } from '../../src-core/model/file-endings.ts';
import { fileError } from './file-errors.ts';
import { openFileSource } from './file-source.ts';
import { readText } from './read-text.ts';

/** A folder whose files are the frames of a drive. */
export interface FrameFiles {
  readonly path: string;
  /** Files of the frames, in the order of their names, numbers by their value. */
  readonly files: readonly string[];
  /** Path of the file with their times; null: there is none. */
  readonly times: string | null;
  /** Path of KITTI's calibration, by which its poses are those of a camera; null: there is none. */
  readonly calibration: string | null;
}

/** Endings of clouds that recorders write one by one. */
const FRAME = /\.(pcd|ply|las|laz|bin|xyz|asc|pts)$/i;
/** Where the datasets of KITTI keep the clouds of a drive, and the times beside them. */
const CLOUD_FOLDERS = ['velodyne', join('velodyne_points', 'data')];
const TIME_NAMES = ['times.txt', 'timestamps.txt'];

/**
 * The frames in a folder: its clouds, or those in the `velodyne` folder of a sequence of KITTI; null for a file, or a folder
 * without clouds, or of captures.
 *
 * @throws SocavonError 'file-missing', 'file-unreadable'
 */
export async function frameFolderOf(location: string): Promise<FrameFiles | null> {
  const path = resolve(location);
  try {
    if (!(await stat(path)).isDirectory()) return null;
    for (const sub of ['', ...CLOUD_FOLDERS]) {
      const folder = join(path, sub);
      const names = await namesIn(folder);
      // Beside captures, clouds are something else.
      if (names.some((name) => captureKind(name) === 'capture')) return null;
      const frames = names.filter((name) => FRAME.test(name));
      if (frames.length === 0) continue;
      if (!(await isCloud(join(folder, frames[0])))) return null;
      frames.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
      // What lies beside a folder is of its clouds only if KITTI named it.
      const isNamed = sub !== '' || basename(path) === 'velodyne';
      const beside = [folder, ...(isNamed ? [dirname(folder), path] : [])];
      return {
        path,
        files: frames.map((name) => join(folder, name)),
        times: await firstOf(beside, TIME_NAMES),
        calibration: await firstOf(beside, ['calib.txt']),
      };
    }
    return null;
  } catch (error) {
    throw fileError(path, 'read', error);
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch {
    return [];
  }
}

async function firstOf(folders: readonly string[], names: readonly string[]): Promise<string | null> {
  for (const folder of folders) {
    const there = await namesIn(folder);
    const present = names.find((name) => there.includes(name));
    if (present !== undefined) return join(folder, present);
  }
  return null;
}

/** Whether a file is a cloud: raw donuts end on .bin too. */
async function isCloud(path: string): Promise<boolean> {
  const source = await openFileSource(path);
  try {
    if (!/\.bin$/i.test(path)) return true;
    return (await openCloud(source)).format === 'kitti';
  } catch (error) {
    if (error instanceof SocavonError) return false;
    throw error;
  } finally {
    await source.close();
  }
}

/** The frames of a folder for the core. @param units that a person states */
export async function openFrameFolder(
  { path, files, times }: FrameFiles,
  units: SaidUnits,
): Promise<FrameFolder> {
  return {
    name: basename(path),
    files: files.map((file) => ({
      name: basename(file),
      use: async (read) => {
        const source = await openFileSource(file);
        try {
          return await read(source);
        } finally {
          await source.close();
        }
      },
    })),
    times: times === null ? null : { name: basename(times), text: await readText(times) },
    units,
  };
}
