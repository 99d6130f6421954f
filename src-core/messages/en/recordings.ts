/** Recordings of other makers' sensors, and the logs that robots keep of theirs. */
export const RECORDINGS = {
  'log-record-damaged':
    '{name} has a damaged record at byte {offset} ({why}), which was left out with the messages in it; what comes before and after is used.',
  'log-record-garbled': 'its fields or its compressed data do not fit together',
  'mcap-record-length': 'the record at byte {offset} claims {length} bytes',
  'message-garbled':
    '{count} {count|message|messages} of {topic} ({type}) in {name} {count|ends|end} within a field and {count|was|were} left out.',
  'rosbag-compression':
    '{name} is a ROS bag whose chunks are compressed with {compression}, which is not read: decompress it with "rosbag decompress {name}", or compress it with lz4.',
  'spinning-still':
    'The packets of {name} state azimuths that do not turn as a running sensor does: record again once it runs at its speed.',
  'spinning-table':
    "The maker's table of the {product} was taken, which states no calibration of the single unit.",
} as const;
