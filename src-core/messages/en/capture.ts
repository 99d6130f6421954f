/** Captures and the metadata of their sensor. */
export const CAPTURE = {
  'beam-angles-assumed':
    'The beam table lists {angles} angles for {beams} beams and the packets do not tell which apply; those of the channels {channels}, ... were taken.',
  'beam-origin-assumed':
    "{name} has no lidar_origin_to_beam_origin_mm; {millimetres} mm was taken, the maker's value for {product}.",
  'beam-origins-two':
    '{name} gives two beam origins, {taken} mm and (in beam_to_lidar_transform) {other} mm; the first was taken.',
  'capture-block': 'the pcapng block at byte {offset} {what}',
  'capture-block-length': 'claims {length} bytes',
  'capture-block-lengths': 'gives two different lengths',
  'capture-block-magic': 'is a section header without its byte-order magic',
  'capture-broke-off': 'the recording or the copy broke off',
  'capture-broken': '{name} holds nothing readable, {why}: copy it again from the recorder.',
  'capture-bytes-none': '{name} is empty (0 bytes): copy it again from the recorder.',
  'capture-cut':
    '{name} is cut: {why}; what follows byte {byte} ({bytes} bytes) is not a whole record and was left out, everything before it is used.',
  'capture-cut-at-once':
    '{names} is cut before the end of its first rotation ({bytes} bytes at its end are no whole record): copy the capture again from the recorder.',
  'capture-frame-length': 'the record at byte {offset} claims a frame of {length} bytes',
  'capture-bzip2-broken': 'its bzip2 data break off or are damaged after byte {offset} of {size}',
  'capture-gzip-cut': 'its gzip data breaks off or is damaged before byte {end} of {size}',
  'capture-sum-wrong':
    '{name} is damaged: what its {packed} data unpack to has another check sum than was written; copy it again from the recorder.',
  'capture-gzip-unpacked': 'its gzip data cannot be unpacked near byte {offset} of {size} ({why})',
  'capture-zstd-broken': 'its zstd data break off or are damaged before byte {offset} of {size}',
  'capture-header-cut':
    '{name} ends inside the pcap file header ({bytes} of {of} bytes): nothing was recorded or the copy broke off; copy it again.',
  'capture-none-given': 'No capture file was given: name at least one.',
  'capture-of-another':
    'None of the {count} lidar packets of {names} belongs to the metadata: they carry initialisation id {initId} and serial number {serial}, the metadata {expectedId} and {expectedSerial}; give the metadata that was saved with this capture.',
  'capture-of-another-start':
    'None of the {count} lidar packets of {names} belongs to the metadata: they carry initialisation id {initId} and serial number {serial}, the metadata {expectedId} and {expectedSerial}, another start of the same sensor; give the metadata that was saved with this capture.',
  'capture-twice': '{twin} and {name} are the same capture, byte for byte; give it once.',
  'capture-unfit':
    'The metadata does not fit the packets of {names}: lidar packets of {expected:or} were expected, found were {found}; give the metadata of the sensor and mode that made this capture.',
  'capture-unknown':
    '{name} is not a pcap, pcapng or raw donut file (it starts with {start}): give the capture as it was recorded.',
  'capture-without-column':
    'The {packets} lidar packets of {names} hold no valid column: the sensor was still starting; record again once it runs.',
  'capture-without-lidar':
    "{names} holds no lidar packets; it holds {contents}: check that the recording included the sensor's lidar port ({port}).",
  'capture-without-scan':
    'The capture holds no whole scan, so there is nothing to align; record at least one rotation.',
  'captures-reordered':
    '{given} were not given in the order in which they were recorded; they are read as {order}.',
  'captures-of-sensors':
    '{first} and {other} are not parts of one recording: {why}. Import them as separate sessions.',
  'captures-of-sensors-cli':
    '{first} and {other} are not parts of one recording: {why}. Give the captures of each sensor in a command of their own.',
  'channels-assumed':
    'Only {found} of {beams} beams gave data at the start of {name}; the channels {channels}, ... were taken.',
  'channels-believed':
    'The packets of {name} use the channels {channels}, not those of the beam table; the packets were believed.',
  'channels-unfit':
    'The packets of {name} carry data in {found} channels, the metadata describes {beams} beams ({product}): give the metadata of the sensor that made this capture.',
  'columns-assumed': '{name} has no columns_per_frame; {columns} was taken from its lidar_mode {mode}.',
  'columns-changed':
    '{scans} {scans|rotation|rotations} in the middle of the capture {scans|has|have} {columns} columns instead of {usual} and {scans|was|were} left out: record each mode into its own capture.',
  'columns-lost':
    '{percent} % of the columns never arrived ({scans} of {of} scans lack some): the recorder or its network lost packets.',
  'columns-unfit':
    'The packets of {name} number their columns up to {highest}, the metadata says {columns} columns a rotation (mode {mode}): give the metadata of the mode that this capture was made in.',
  'datagrams-incomplete':
    '{count} datagrams that lack a fragment or were cut by the recorder (record with the full snap length)',
  'differ-channels': '{first} of their packet channels carry data in the first, {other} in the other',
  'differ-layout': 'the packets are {first:or} in the first, {other:or} in the other',
  'differ-mode': 'the metadata says {first} for the first, {other} for the other',
  'differ-packets': 'the lidar packets have {first:or} bytes in the first, {other:or} in the other',
  'differ-serial': 'the serial number of the sensor is {first} in the first, {other} in the other',
  'differ-start':
    'the sensor was started anew between them (initialisation id {first} in the first, {other} in the other)',
  'imu-profile-unread':
    '{name} names the IMU profile {profile}, which is not read: the run goes without inertial readings.',
  'link-type-unread':
    '{name} holds frames of link type {linkType}, which cannot be read: record on the Ethernet interface itself.',
  'metadata-angle-counts':
    'lists {altitudes} beam altitude angles but {azimuths} beam azimuth angles: the file was edited or cut',
  'metadata-angles-beams':
    'lists {listed} beam angles ({used} of them not zero) for a sensor of {beams} beams',
  'metadata-angles-beyond': 'holds beam angles beyond 90 degrees of altitude or 180 of azimuth',
  'metadata-angles-product':
    'lists {listed} beam angles ({used} of them not zero) for a sensor of {beams} beams ({product})',
  'metadata-misfit': '{name} does not fit the capture: {why}.',
  'metadata-misfit-of': '{name} ({why})',
  'metadata-figure': 'gives {value} in {key}, where a sensor has {least} to {most}',
  'metadata-mode': 'gives the lidar_mode "{mode}", which is not a mode such as 1024x10',
  'metadata-mode-columns': 'contradicts itself: lidar_mode {mode}, but {columns} columns_per_frame',
  'metadata-no-columns':
    'names neither lidar_mode nor columns_per_frame, so the columns of a rotation are unknown (add "lidar_mode": "1024x10", or the mode that the sensor ran in)',
  'metadata-no-json': 'is no valid JSON ({why})',
  'metadata-no-object': 'holds no JSON object',
  'metadata-none': 'There is no sensor metadata beside {name}.',
  'metadata-none-cli': 'No sensor metadata for {name}: looked in {folder} for {names}. {remedy}',
  'metadata-none-fitting': 'No sensor metadata beside {name} fits its packets.',
  'metadata-none-fitting-cli':
    'No sensor metadata for {name}: looked in {folder} for {names}; not taken: {misfits}. {remedy}',
  'metadata-not-one': 'it is not sensor metadata',
  'metadata-profile':
    '{name} names the lidar profile {profile}, which cannot be read: set the sensor to one of {profiles} and record again.',
  'metadata-refused':
    '{name} {what}; fetch the metadata from the sensor again, or give the file saved with another capture of it.',
  'metadata-remedy': 'Choose the file, or continue with the nominal sensor.',
  'metadata-remedy-cli':
    'Give the file with --metadata, or take a nominal sensor, such as that of the first generation with --sensor os1-16.',
  'metadata-shift-far': 'shifts a row of pixels by {shift} columns in a rotation of {columns}',
  'metadata-shifts': 'lists {count} pixel shifts for {beams} beams',
  'metadata-transform': 'holds a {key} that is not a rotation and translation',
  'metadata-value': 'has a value that cannot be used: {key} {why}',
  'metadata-window': 'gives the column window {first} to {last} in a rotation of {columns} columns',
  'metadata-without': 'has no {missing}, so the directions of the beams are unknown',
  'metadata-zero-angles':
    "holds only zeros for its {count} beam angles, so the beams' directions are unknown",
  'misfit-packets': 'it describes packets of {described:or}, the capture holds {sizes}',
  'misfit-serial': 'its serial number is {serial}, the packets carry {carried}',
  'misfit-start': 'its initialisation id is {initId}, the packets carry {carried}',
  'mode-assumed': '{name} has no lidar_mode; {hertz} rotations a second were taken.',
  'names-more': '{names} and {more} more',
  'no-imu': 'The capture holds no inertial readings; how the sensor turned is taken from the scans alone.',
  'nominal-sensor':
    'No metadata: the nominal OS1-16 was taken, whose beam angles differ from a real unit by up to 0.3 degrees; give the metadata for a survey.',
  'packets-foreign':
    '{count} lidar packets carry another initialisation id than the metadata (another sensor, or another start of it) and were left out.',
  'packets-more': '{count} more {count|packet|packets}',
  'packets-none': 'no UDP packets at all',
  'packets-of-imu': '{count} {count|packet|packets} of an IMU',
  'packets-of-layout': '{bytes} bytes ({layout})',
  'packets-of-port': '{count} {count|packet|packets} of {bytes} bytes to port {port}',
  'packets-of-size': '{count} of {bytes} bytes ({layouts})',
  'port-differs':
    'The lidar packets go to port {port}, the metadata says {expected}; they were told by size and build, so nothing is lost.',
  'product-unnamed': 'an unnamed product',
  'rate-changed':
    '{scans} of {of} scans were made at {hertz} rotations a second instead of {usual}; the stamps of each scan are used.',
  'rate-contradicted':
    'The metadata says {stated} rotations a second (mode {mode}), the stamps of the packets say {hertz}: the stamps are used.',
  'senders-several':
    '{name} holds lidar packets of more than one sender or port; only those of the first (port {port}) are used: record each sensor into its own capture.',
  'sensor-packets': 'lidar packets of {bytes} bytes ({layout:or}) to port {port}',
  'sensor-sends': 'Serial number {serials:and}, {packets}',
  'sensor-unnamed-sends': 'Sensor that states no serial number, {packets}',
  'transform-assumed': "{name} has no {key}; the maker's usual one was taken.",
} as const;
