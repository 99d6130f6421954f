/** What a public set of tunnels gives to be compared with. */
export interface FieldSet {
  /** What it is, and where it is to be had. */
  readonly what: string;
  readonly address: string;
  /** Names of its recordings. */
  readonly recordings: RegExp;
  /** Names of its files of true places; null: it has none. */
  readonly truth: RegExp | null;
  /** Length that is stated of the driven stretch, m; null: none. */
  readonly statedLength: number | null;
  /** What its truth leaves open, for the reader of the row. */
  readonly remark: string;
}

/** Public sets of tunnels and mines by the name that the bench takes; none of them was at hand when this was written. */
export const FIELD_SETS = {
  geode: {
    what: 'metro tunnels: Velodyne VLP-16, Ouster OS1-64 or Livox Avia as clouds, inertial unit',
    address: 'https://github.com/PengYu-Team/GEODE_dataset',
    recordings: /\.(bag|mcap|db3)$/i,
    truth: /(gt|ground_?truth).*\.(txt|tum|csv)$/i,
    statedLength: null,
    remark:
      'in the tunnels a prism was followed, some decimetres from the sensor: the chord between two places feels that by a turn between them only',
  },
  ntnu: {
    what: 'a cycling tunnel of 500 m: packets of an Ouster OS0-128, inertial unit',
    address: 'https://github.com/ntnu-arl/lidar_degeneracy_datasets',
    recordings: /\.(bag|mcap|db3)$/i,
    truth: null,
    statedLength: 500,
    remark: 'no truth but the stated length of the straight stretch, rounded',
  },
  'newer-college': {
    what: 'an underground mine: clouds of an Ouster OS0-128, inertial unit',
    address: 'https://ori-drs.github.io/newer-college-dataset',
    recordings: /\.(bag|mcap|db3)$/i,
    truth: /gt.*\.(csv|txt|tum)$/i,
    statedLength: null,
    remark: 'true places by scans against a surveyed map, good to centimetres',
  },
  enwide: {
    what: 'tunnels and a field: Ouster OS0-128, inertial unit',
    address: 'https://projects.asl.ethz.ch/datasets/enwide',
    recordings: /\.(bag|mcap|db3)$/i,
    truth: /(gt|ground_?truth|leica|ms60).*\.(csv|txt|tum)$/i,
    statedLength: null,
    remark: 'places of a prism without directions',
  },
  subt: {
    what: 'two coal mines of the SubT Tunnel Circuit: the bags of a robot, and a scan of both mines',
    address: 'https://github.com/subtchallenge/systems_tunnel_ground_truth',
    recordings: /\.(bag|mcap|db3)$/i,
    truth: /(gt|ground_?truth|trajectory).*\.(csv|txt|tum)$/i,
    statedLength: null,
    remark:
      'the set itself has a scan in place of a trajectory: lay true places beside the bags, or compare the maps',
  },
  own: {
    what: 'any folder with recordings and files of true places',
    address: '',
    recordings: /\.(bag|mcap|db3|pcap|pcapng|osf)$/i,
    truth: /(gt|ground_?truth|truth).*\.(csv|txt|tum)$/i,
    statedLength: null,
    remark: '',
  },
} as const satisfies Record<string, FieldSet>;

export type FieldSetName = keyof typeof FIELD_SETS;
