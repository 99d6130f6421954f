import { type Message, message } from '../messages/message.ts';
import { SocavonError } from './errors.ts';

const MIB = 1 << 20;

/**
 * The most that a reader takes of one file, so that none works without end or asks for memory without end, however wrong
 * the file is. docs/limits.md has this table. Captures and clouds have no row: they are read in pieces, in bounded memory,
 * and end where the file ends.
 */
export const READING_LIMITS = {
  /** A text file: half a million control points; what is longer is a cloud or a capture. */
  textBytes: 64 * MIB,
  /** A drawing, a solid or a logo, which are read whole: a site of millions of lines. */
  drawingBytes: 256 * MIB,
  /** Vertices of an axis: two hundred kilometres at one a metre, of which no mine has a drive. */
  axisVertices: 200_000,
  /** Turns of a spiral of an alignment: the integral along it takes steps by its turn, and roads turn by a quarter. */
  spiralTurns: 2,
  /** Chords of all arcs and curves of a drawing, which a wrong bulge would need without end. */
  chords: 1_000_000,
  /** Points that the blocks of a drawing put in place: a few nested ones would make any number. */
  blockPoints: 1_000_000,
  /** Blocks within blocks: drawings have two or three. */
  blockDepth: 32,
  /** Points of an outline: 2 mm apart about a drive of 5 m; each point of the wall is compared with its sides. */
  outlinePoints: 10_000,
  /** Triangles of a closed solid: an order of magnitude more than a stope of a scanner has. */
  triangles: 5_000_000,
  /** Rows of a table of rounds, grades, corrections or picked points, which a person writes. */
  tableRows: 20_000,
  /** Points of a control list: a mine has some thousands. */
  controlPoints: 100_000,
  /** Poses of a trajectory: a day at 10 Hz. */
  poses: 1_000_000,
  /** Points of a frame of a moving sensor: what has more is a scan from a tripod, or a map. */
  framePoints: 1_000_000,
  /** A record of a log, which is held whole: a chunk of some seconds of packets. */
  recordBytes: 256 * MIB,
  /** Metadata within a log: that of a sensor is some kilobytes. */
  recordedMetadataBytes: MIB,
  /** Bytes of the database of a bag for each that it is compressed to: of packets it is two to twenty. */
  unpackedRatio: 1000,
  /** Topics of a log that are listed. */
  topics: 1024,
} as const;

/** What is counted in a file that is read whole, with its word in `reading-limit`. */
const COUNTED = {
  axisVertices: 'limit-vertices',
  tableRows: 'limit-rows',
  controlPoints: 'limit-points',
  poses: 'limit-poses',
} as const;

/**
 * Refuses a file that holds more than is read of one.
 *
 * @param name of the file, for the message
 * @throws SocavonError file-format
 */
export function requireCount(what: keyof typeof COUNTED, count: number, name: string | Message): void {
  const most = READING_LIMITS[what];
  if (count > most)
    throw new SocavonError(
      'file-format',
      message('reading-limit', { name, count, most, what: message(COUNTED[what]) }),
    );
}

/**
 * Refuses a file that is longer than is read of one.
 *
 * @param path for the message
 * @throws SocavonError file-format
 */
export function requireLength(what: 'textBytes' | 'drawingBytes', bytes: number, path: string): void {
  const most = READING_LIMITS[what];
  if (bytes > most)
    throw new SocavonError(
      'file-format',
      message('reading-length', { path, megabytes: Math.ceil(bytes / 1e6), most: Math.floor(most / 1e6) }),
    );
}
