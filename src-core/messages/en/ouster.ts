/** What packets and files of the maker's newer firmware say. */
export const OUSTER = {
  'capture-garbled':
    '{names} holds {count} {count|packet|packets} of the size of lidar packets ({expected:or}) whose columns are not in order: they are damaged, or another device sends packets of this size; record again on the Ethernet interface itself.',
  'capture-of-several':
    '{names} holds lidar packets of several sensors: {senders}; record each sensor into its own capture.',
  'capture-of-several-cli':
    '{names} holds lidar packets of several sensors: {senders}. Name the one to read by its address, port or serial number with --sensor-address.',
  'capture-without-sender':
    '{names} holds no lidar packets of {chosen} that fit; it holds those of {senders}: name one of these.',
  'channels-stray':
    '{name} has single values in {strays} {strays|channel|channels} without a beam: bits that were damaged on their way; they were left out.',
  'checksums-unfilled':
    'The UDP check sums in {name} are wrong throughout, as where the recorder runs on the sending machine, whose network card fills them in later: they were not asked, so a packet that was damaged on its way may be among the others. Record on another machine to have them checked.',
  'lost-damaged': '{count} {count|packet|packets} damaged',
  'metadata-beam-origin':
    '{name} places its beam origins beside the plane that the lidar turns (beam_to_lidar_transform), which no sensor of the maker does: fetch the metadata from the sensor again.',
  'packets-damaged':
    '{count} {count|packet|packets} whose check sum does not match {count|its|their} bytes {count|was|were} left out: the network or the file is damaged there.',
  'packets-stray':
    '{count} {count|packet|packets} with the number of another rotation than the packets before and after {count|it|them} {count|was|were} left out: {count|it was|they were} damaged on the way, or another device sends such packets.',
  'label-position-packets': 'position packets',
  'label-zone-packets': 'zone packets',
  'sender-nameless': 'a sender without address',
  'sender-of': '{from}, port {port} ({count} {count|packet|packets})',
  'sender-of-serial': '{from}, port {port}, serial number {serial} ({count} {count|packet|packets})',
  'sender-unreadable':
    '"{text}" does not name a sensor: give its IP address (192.168.1.10), that with the port of its lidar packets (192.168.1.10:7502), the port alone (:7502), or its serial number.',
  'sensor-shots-limited':
    'The sensor was too hot and took back the power of its laser by up to {percent} %, from {from} s to {to} s after the first packet: far and dark rock has fewer returns there. Let it cool, or mount it on more metal.',
  'sensor-shutdown':
    'The sensor announced that it would switch itself off because of heat, from {from} s to {to} s after the first packet. Let it cool, or mount it on more metal.',
  'help-run-sensor-address':
    'of several sensors in one capture, the one to read: its IP address (with :port, where that tells them apart) or its serial number',
  'nominal-angles':
    'No metadata: the nominal {name} was taken, whose beam angles differ from a real unit by up to a degree (17 cm at 10 m); give the metadata for a survey.',
  'nominal-columns':
    "No metadata: the nominal {name} was taken. A real unit's beams are up to a degree higher or lower and up to 5 degrees aside, because the maker does not publish which half of the laser array it uses: good for a look, not for a survey.",
  'osf-chunk-damaged':
    '{name}: the chunk at byte {at} is damaged (its check sum is wrong) and was left out; copy the file again from the recorder.',
  'osf-cut':
    '{name} is cut: it has {bytes} of {of} bytes, and the index at its end is lost; copy it again from the recorder.',
  'osf-damaged':
    '{name} is a damaged OSF file: its index cannot be read at byte {at}; copy it again from the recorder.',
  'osf-field-lost':
    '{name}: the field {field} cannot be decoded in some scans ({why}) and was left out there; their ranges were read.',
  'osf-mixed': '{name} is no OSF file, but {osf} is one: give the files of one recording, all of one format.',
  'osf-of-another':
    '{name} holds scans of {serials:and}, not of the sensor {expected} that the metadata describes: give the metadata of its own sensor, or none, since the file holds it.',
  'osf-scan-damaged': '{name} holds a scan that cannot be read ({why}); it was left out.',
  'osf-several':
    '{name} holds scans of several sensors ({serials:and}); record each sensor into its own file.',
  'osf-several-cli':
    '{name} holds scans of several sensors. Name the one to read by its serial number with --sensor-address: {serials:or}.',
  'osf-unfinished':
    "{name} was not finished by its recorder, so it has no index and no metadata of its sensor: save it again from the recording with the maker's tools.",
  'osf-unreadable': '{name} holds no scan that can be read. {why}',
  'osf-without-scans':
    "{name} holds no scans of a lidar: save it again from the recording with the maker's tools.",
  'osf-without-sensor':
    '{name} holds no scans of the sensor {chosen}; it holds those of {serials:and}: name one of these by its serial number.',
  'fact-phase-free': "rotations start at any time of the sensor's clock (no phase lock)",
  'fact-phase-locked': "every rotation starts at the same time of the sensor's clock (phase lock)",
  'fact-window': 'columns {first} to {last} of a rotation are sent (azimuth window)',
  'frames-cut':
    '{count} {count|frame|frames} of {name} {count|was|were} cut by the recorder at {bytes} bytes (its snap length): record with the full one, tcpdump -s 0.',
  'frames-short':
    '{count} {count|frame|frames} of {name} {count|states|state} more bytes than {count|it has|they have}, though the recorder says that it kept all of them: {count|it was|they were} shortened before, or by another program, and left out.',
  'info-refused': '{path}: cannot be described',
  'label-phase': 'phase',
  'label-window': 'window',
  'metadata-identified':
    '{name} was taken: its serial number {serial} and its start are those of the packets.',
  'pause-at': '{seconds} s at {at} s',
  'pauses-more': '{count} more',
  'stamps-ahead':
    "The sensor's clock jumped ahead by {seconds} s, {at} s after the first packet: it was set while recording.",
  'stamps-back':
    "The sensor's clock went back by {seconds} s, {at} s after the first packet: the sensor was restarted, or its clock was set, while recording.",
  'stamps-paused':
    'The recording has {count} {count|pause|pauses} without lidar packets, {total} s together ({places}): the recorder or its network stopped there, and how the sensor moved meanwhile is not measured.',
  'differ-firmware': 'the firmware of the sensor is {first} in the first, {other} in the other',
} as const;
