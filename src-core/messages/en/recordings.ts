/** Recordings of other makers' sensors, and the logs that robots keep of theirs. */
export const RECORDINGS = {
  'is-archive': '{name} is an archive: unpack it and give the captures in it.',
  'is-cloud': '{name} is a point cloud, not a capture of a sensor: it has no scans that could be aligned.',
  'is-livox':
    '{name} is a recording of a Livox (LVX): its points lie on no range image, which the alignment needs; export it as a cloud and measure that.',
  'is-zstd':
    '{name} is compressed with zstd as a whole: unpack it with "zstd -d {name}" and give what it makes.',
  'log-topic': '{topic} ({type}, {count})',
  'log-without-lidar':
    '{name} is a log of messages without lidar data that are read; it holds {topics}. Packets of an Ouster or a Velodyne are read, and point clouds with a ring and a time for each point.',
  'metadata-of-other-maker':
    '{name} is a recording of a {product}, which needs no metadata: leave --metadata out.',
  'packets-unread':
    '{name} holds packets of a {product} ({count} of {bytes} bytes to port {port}), which are not read: convert the recording to point clouds with a ring and a time for each point, with the driver of its maker.',
  'rosbag2-damaged': '{name} is a database that cannot be read ({why}): copy the bag again.',
  'rosbag2-other-database':
    '{name} is an SQLite database, but no ROS 2 bag: it has no tables of topics and messages.',
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
