import { type CancelToken, NEVER_CANCELLED } from '../../src-core/model/context.ts';
import { type FileSource, openFileSource } from './file-source.ts';
import { packedBagSource } from './packed-bag.ts';
import { isSqlite, rosbag2Source } from './rosbag2-source.ts';

/**
 * Opens a capture for random access: a file as it is, the database of a ROS 2 bag, plain or compressed, as an MCAP file of
 * its messages.
 *
 * @throws SocavonError 'file-missing', 'file-unreadable'; see `rosbag2Source`, `packedBagSource`
 */
export async function openCaptureSource(
  path: string,
  cancel: CancelToken = NEVER_CANCELLED,
): Promise<FileSource> {
  const file = await openFileSource(path);
  try {
    if (isSqlite(await file.read(0, 16))) return rosbag2Source(file);
    return (await packedBagSource(file, cancel)) ?? file;
  } catch (error) {
    await file.close();
    throw error;
  }
}
