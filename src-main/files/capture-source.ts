import { type FileSource, openFileSource } from './file-source.ts';
import { isSqlite, rosbag2Source } from './rosbag2-source.ts';

/**
 * Opens a capture for random access: a file as it is, the database of a ROS 2 bag as an MCAP file of its messages.
 *
 * @throws SocavonError 'file-missing', 'file-unreadable'; see `rosbag2Source`
 */
export async function openCaptureSource(path: string): Promise<FileSource> {
  const file = await openFileSource(path);
  try {
    return isSqlite(await file.read(0, 16)) ? rosbag2Source(file) : file;
  } catch (error) {
    await file.close();
    throw error;
  }
}
