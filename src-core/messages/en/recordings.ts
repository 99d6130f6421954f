/** Recordings of other makers' sensors, and the logs that robots keep of theirs. */
export const RECORDINGS = {
  'clouds-ahead':
    'The clock of the point clouds jumped ahead by {seconds} s, {at} s after the first one: it was set while recording. They go on from where they were.',
  'clouds-back':
    'The clock of the point clouds went back by {seconds} s, {at} s after the first one: the sensor was restarted, or its clock was set, while recording. They go on from where they were.',
  'clouds-paused':
    'The recording has {count} {count|pause|pauses} without point clouds, {total} s together ({places}): the recorder, the driver or the network stopped there, and how the sensor moved meanwhile is not measured.',
  'point-times-clock':
    'The times of the points of {topic} are of a clock that is not that of the stamps of its messages, in {unit}: they were put on that of the stamps.',
  'point-times-unclear':
    'The times of the points of {topic} in {name} span {span} in a message, and the messages come {interval} s apart: as seconds, milliseconds, microseconds, nanoseconds or shares of a rotation they would not fit between two messages. Record the topic again with a driver that writes seconds after the stamp of the message.',
  'point-times-unit':
    'The times of the points of {topic} were taken for {unit}: the messages come {interval} s apart, and the points of one cannot last longer.',
  'unit-microseconds': 'microseconds',
  'unit-milliseconds': 'milliseconds',
  'unit-nanoseconds': 'nanoseconds',
  'unit-rotations': 'shares of a rotation',
  'unit-seconds': 'seconds',
  'cloud-garbled': 'Some messages of {topic} ({type}) were left out: {why}.',
  'cloud-points-thinned':
    '{count} {count|point|points} of {topic} {count|was|were} left out: later clouds have over twice the points of the first ones, and a frame without times has room for no more.',
  'cloud-strays':
    '{count} {count|point|points} of {topic} {count|has|have} a ring that the first clouds did not have and {count|was|were} left out.',
  'clouds-empty': 'The point clouds of {topic} in {name} have no point: record again.',
  'clouds-world':
    "The points of {topic} in {name} do not lie about their origin as a sensor sees them: they are in the coordinates of a map. Record the topic of the sensor's driver; or export the map as a cloud, and it is measured as such.",
  'cloud-table':
    'The directions of the {rings} beams were fitted to the points of {topic}, to the millimetres to which its driver rounded them; packets or metadata of the sensor would state them exactly.',
  'cloud-without-rings':
    'The point clouds of {topic} in {name} do not determine the beams of a spinning sensor: at least 4 rings with 20 points each over a quarter of a rotation are needed.',
  'cloud-without-xyz': 'The point clouds of {topic} in {name} have no fields x, y and z.',
  'cloud-frames':
    'The sensor of the clouds is not known: their frame is taken for its own, and its noise and bias are assumed.',
  'frames-option-alone':
    '{option} applies to clouds that are measured as they are placed: state the poses of the frames of {name} too, or leave it out.',
  'frames-option-alone-cli':
    '{option} applies to clouds that are measured as they are placed: give the poses of the frames of {name} with --trajectory, or leave it out.',
  'frames-pose-stamp':
    'The poses of {name} stand for the frames in their order: the {count} frames are placed by them as they are, and nothing is aligned.',
  'frames-backwards':
    'The time of {name} is {seconds} s before that of {before}: the frames are not in the order in which they were recorded, or their clock was set; put their times right, or import what comes before and after as two drives.',
  'frames-differ':
    '{name} is a cloud of another format ({own}) than the first frame ({other}): give a folder with the frames of one drive only.',
  'frames-empty': 'The frames in {name} have no points: export them again.',
  'frames-instant':
    'The points of {name} have no time of their own: each frame counts as measured at one instant, and the motion within it is not compensated. If the program that wrote them did not compensate it either, walls are smeared by as far as the sensor moves in one rotation.',
  'frames-large':
    '{name} has {count} points, more than a frame of a moving sensor: if it is a scan from a tripod or a map, give the file itself, and it is measured as a cloud.',
  'frames-long':
    'The times of the points of {name} span {seconds} s, longer than a frame of a moving sensor: if it is a map, give the file itself, and it is measured as a cloud.',
  'frames-millimetres':
    'Half of the points of {name} are more than {metres} m from its origin: its coordinates are not metres; state their unit.',
  'frames-millimetres-cli':
    'Half of the points of {name} are more than {metres} m from its origin: its coordinates are not metres; state their unit, such as --cloud-unit mm.',
  'folder-mixed':
    '{path} has captures ({captures}) and clouds ({clouds}) together; choose the files of one kind, or put them into folders of their own.',
  'folder-nothing':
    '{path} has nothing to import: neither captures nor clouds; choose the folder that has them.',
  'folder-many': '{path} has {count} captures; {most} can be imported at once, so choose some of them.',
  'clouds-of-a-drive': 'clouds of a drive',
  'frames-one':
    '{name} holds a single cloud, which is no drive: give the file itself, and it is measured as a cloud.',
  'frames-poses-count':
    '{poses} has {count} {count|pose|poses} for the {frames} frames of {name}: one for each is needed, in their order.',
  'frames-poses-line':
    'Line {line} of {name} is no pose: 12 numbers of a matrix of 3 rows, as KITTI writes them.',
  'frames-rate-assumed':
    'Nothing states the times of the frames of {name}: {hertz} a second were assumed. Lengths and volumes do not depend on it; speeds and times do.',
  'frames-some-empty':
    '{count} {count|frame|frames} of {name} {count|has|have} no points and {count|was|were} left out.',
  'frames-time-missing':
    'The points of {name} have no time, unlike those of the first frames: export all frames in the same way.',
  'frames-times-count':
    '{times} has {count} {count|time|times} for the {frames} frames of {name}: one for each is needed, in their order.',
  'frames-times-line': 'Line {line} of {name} is no time: seconds, or date and time, are needed.',
  'frames-times-unclear':
    'The times of the points of {name} span {span} in a frame, and the frames come {interval} s apart: as seconds, milliseconds, microseconds, nanoseconds or shares of a rotation they would not fit between two frames. Export the frames with seconds after the time of the frame.',
  'frames-times-unit':
    'The times of the points of {name} were taken for {unit}: the frames come {interval} s apart, and the points of one cannot last longer.',
  'frames-world':
    'The points of {name} do not lie about its origin as a sensor sees them: its coordinates are those of a map, not of the sensor. Export the frames in the frame of the sensor; or give the files themselves, and they are measured as one cloud.',
  'container-newer':
    '{name} is of version {version} of {format}, newer than the versions up to {known} that are read: it is not damaged. Save it in an older version with the program that wrote it, or use a newer Socavón.',
  'engine-timed-clouds':
    'The graphics card aligns range images only, and these scans are timed clouds: align them on the processor.',
  'engine-timed-clouds-cli':
    'The graphics card aligns range images only, and these scans are timed clouds: choose --engine cpu or auto.',
  'calibrate-timed-clouds':
    'The instrument was not calibrated: which beam measured a point is not known of timed clouds.',
  'moved-not-searched':
    'What moved was not searched for: it is found by range images, and these scans are timed clouds. People and vehicles stay in the map.',
  'targets-not-searched':
    'Targets were not searched for: they are found by range images, and these scans are timed clouds.',
  'livox-assumed':
    'Noise and bias of the Livox are assumed: state the bound of its data sheet as the range bias.',
  'livox-assumed-cli':
    'Noise and bias of the Livox are assumed: state the bound of its data sheet with --range-bias.',
  'livox-empty': '{name} holds packets or messages of a Livox without a single point: record again.',
  'livox-topics': 'The points of {other} were left out: {topic} is read, and one sensor at a time.',
  'lvx2-frame-damaged':
    '{name} has a damaged frame at byte {byte}: what follows in it was left out; what comes before and after is used.',
  'calibration-kind':
    '{name} is no calibration of the {product}: give its db.xml, or the YAML that the ROS driver makes of it.',
  'calibration-laser':
    '{name} states no possible {field} of laser {laser} (they count from 0) of the {product}: give the db.xml that came with the sensor, or the YAML that the ROS driver makes of it.',
  'calibration-lasers':
    '{name} states {count} lasers where the {product} has {lasers}: give the calibration of this sensor.',
  'calibration-none':
    '{name} has packets of a {product}, which cannot be read without the calibration of its {channels} lasers, and there is none beside it: put the db.xml that came with the sensor, or the YAML that the ROS driver makes of it, into the folder of the capture, or name it as its metadata.',
  'calibration-none-cli':
    '{name} has packets of a {product}, which cannot be read without the calibration of its {channels} lasers, and there is none beside it: give the db.xml that came with the sensor, or the YAML that the ROS driver makes of it, with --metadata.',
  'calibration-resolution':
    '{name} states distances of {millimetres} mm a count, where the packets of the {product} have 2 mm: give the calibration of this sensor.',
  'calibration-overfull':
    '{name} holds far more than the calibration of a sensor; give the calibration file of the sensor again.',
  'calibration-text': '{name} cannot be read ({why}): give the calibration file of the sensor again.',
  'hdl64-pace':
    '{name} has packets of a Velodyne HDL-64E every {microseconds} microseconds, which is that of no series S2 or S3: earlier ones are not read.',
  'correction-found':
    'The angles of the {product} are those of {name}, the correction file beside the capture.',
  'correction-header':
    '{name} is no angle correction file of the {product}: its first line must be "Laser id,Elevation,Azimuth"; save it from the web page of the sensor.',
  'correction-missing':
    '{name} states no angles of channel {channel} of {channels} of the {product}; save it again from the web page of the sensor.',
  'correction-none':
    '{name} has packets of a {product}, whose angles only its correction file states, and there is none of {channels} channels beside it: save the angle correction file (CSV) from the web page of the sensor into the folder of the capture, or name it as its metadata.',
  'correction-none-cli':
    '{name} has packets of a {product}, whose angles only its correction file states, and there is none of {channels} channels beside it: save the angle correction file (CSV) from the web page of the sensor, and give it with --metadata.',
  'correction-row':
    '{name}, line {line}, is no row of one of {channels} channels of the {product} with its number, elevation and azimuth in degrees, or a second one of the same channel; save the file again from the web page of the sensor.',
  'correction-several':
    'Several correction files beside {name} fit a {product} ({names}): name the one of the sensor as its metadata.',
  'correction-several-cli':
    'Several correction files beside {name} fit a {product} ({names}): give the one of the sensor with --metadata.',
  'is-archive': '{name} is an archive: unpack it and give the captures in it.',
  'is-bare-points':
    '{name} holds bare points (x, y, z, intensity, as the .bin files of KITTI), one frame without times: give the folder with all frames of the drive, and they are aligned; with the poses of the frames they are placed by these.',
  'is-cloud':
    '{name} is a point cloud ({format}), not a capture of a sensor: it has no scans to align, but it can be measured as it is; import it as a cloud.',
  'is-cloud-cli':
    '{name} is a point cloud ({format}), not a capture of a sensor: it has no scans to align, but it can be measured as it is: socavon run {name}.',
  'is-drawing':
    '{name} is a drawing ({format}), neither a capture nor a cloud: import the capture or the cloud, and give the drawing as its design or its axis.',
  'is-drawing-cli':
    '{name} is a drawing ({format}), neither a capture nor a cloud: give the capture or the cloud, and the drawing with --design or --axis.',
  'is-dwg':
    '{name} is a drawing (DWG), neither a capture nor a cloud: save it as DXF, and give that as design or axis of a survey.',
  'is-numbers':
    '{name} is a text of numbers, not a capture: if they are the points of a cloud, give it the ending .xyz.',
  'is-packed-cloud':
    '{name} is a point cloud ({format}) packed with {packed}: unpack it, and what comes out can be measured as a cloud.',
  'is-trajectory':
    '{name} is a trajectory ({format}: a pose a line) and holds neither scans nor points; give the cloud, and this file as its trajectory.',
  'is-trajectory-cli':
    '{name} is a trajectory ({format}: a pose a line) and holds neither scans nor points; give the cloud, and this file with --trajectory.',
  'is-livox':
    '{name} is a recording of a Livox in the older format LVX, which is not read: play it with the driver of the maker and record its messages (CustomMsg) in a bag, which is.',
  'is-zstd':
    '{name} is compressed with zstd in a way that is not read, with a dictionary or a very wide window: unpack it with the program zstd and give what it makes.',
  'is-zstd-cli':
    '{name} is compressed with zstd in a way that is not read, with a dictionary or a very wide window: unpack it with "zstd -d --long=31 {name}" and give what it makes.',
  'json-design':
    '{name} is the design of sections, not the metadata of a sensor: give it as the design of a survey.',
  'json-empty':
    '{name} is an empty JSON object, not the metadata of a sensor: give the file that was saved with the capture.',
  'json-geo':
    '{name} is a drawing for a map (GeoJSON), not the metadata of a sensor, and is not read: save its lines as DXF or CSV, and give those as axis or design.',
  'json-known':
    '{name} is no metadata of a sensor, but another file ({content}): give the JSON that was saved with the capture.',
  'json-other':
    '{name} is not the metadata of a sensor: it has none of its keys, but {keys}; give the file that was saved with the capture.',
  'log-empty':
    '{name} is a log without a single message: nothing was recorded, or the topics were not there; record again, and look at the topics while it runs.',
  'log-topic': '{topic} ({type}, {count})',
  'log-without-lidar':
    '{name} is a log of messages without lidar data that are read; it holds {topics}. Packets of an Ouster, Velodyne, Hesai PandarXT or RoboSense are read, and point clouds with a ring and a time for each point.',
  'metadata-of-other-maker':
    '{name} is a recording of a {product}, which needs no metadata: take the metadata away.',
  'metadata-of-other-maker-cli':
    '{name} is a recording of a {product}, which needs no metadata: leave --metadata out.',
  'packets-livox':
    '{name} holds packets of a {product} ({count} of {bytes} bytes to port {port}) in the older protocol, which is not read: record the messages of its driver (CustomMsg) in a bag, which are.',
  'packets-of-position':
    '{name} holds {count} position {count|packet|packets} of a Velodyne (port {port}), which {count|states|state} time and place, and no lidar data: record the port of its data (2368) too.',
  'packets-unread':
    '{name} holds packets of a {product} ({count} of {bytes} bytes to port {port}), which are not read: convert the recording to point clouds with a ring and a time for each point, with the driver of its maker.',
  'bag-unpacked-room':
    '{name} is a compressed ROS 2 bag that is unpacked while it is read: {bytes} more are needed in {folder}, where {free} are free, of which {kept} are kept; make room there, or name another folder with SOCAVON_CACHE.',
  'bag-unpacked-size':
    '{name} of {size} would unpack to a database of {bytes}: no recording packs so far, so it is damaged; copy the bag again.',
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
  'spinning-device-angles':
    '{name} holds device packets (DIFOP) of the {product} that do not state 32 angles: a sensor of 16 lasers (16P) is not read, and one of 32 must be recorded again; or convert the recording to point clouds with a ring and a time for each point, with the driver of its maker.',
  'spinning-nominal':
    'The device packets (DIFOP, port 7788) with the angles of the {product} are not in the capture or do not state them: the nominal angles were taken, from which those of a unit differ by some tenths of a degree, and distances in steps of 5 mm; record both ports the next time.',
  'spinning-still':
    'The packets of {name} state azimuths that do not turn as a running sensor does: record again once it runs at its speed.',
  'spinning-table':
    "The maker's table of the {product} was taken, which states no calibration of the single unit.",
  'spinning-without-device':
    '{name} has no device packets (DIFOP, port 7788) of the {product}, which state the angles of its beams: record both ports, or convert the recording to point clouds with a ring and a time for each point, with the driver of its maker.',
} as const;
