/** Errors of the command line. */
export const CLI = {
  'axis-option-alone': '{option} applies to a file; give --axis too.',
  'benches-missing':
    'The benches come with the source code and are not in this installation (there is no {folder}); run this command from a clone.',
  'check-unknown': '{list} has no point {unknown} to check by; it has {points}.',
  'check-without-control': 'There are no control points to check by; give their list with --control.',
  'control-too-few':
    '{list} leaves {count} {count|point|points} to constrain the survey; three not on a line are needed, or two and a standstill that gives the level.',
  'design-option-alone': '{option} applies to a design; give --design too.',
  'earlier-pose-alone': '--earlier-pose places an earlier survey; give --earlier too.',
  'folder-without-capture':
    '{path} has no capture (.pcap, .pcapng, donuts) and no project; name the folder or the file that does.',
  'grade-start-alone': '--grade-start applies to a design; give --grade-design too.',
  'json-broken': '{path} is not complete JSON; simulate the drive again.',
  'metadata-or-sensor':
    'Choose a metadata file or the nominal sensor, not both: the metadata names the sensor.',
  'metadata-or-sensor-cli': 'Give --metadata or --sensor, not both: the metadata names the sensor.',
  'option-unusable': 'The option for {option} cannot be used: {why}.',
  'sensor-unknown': 'There is no sensor {sensor} to use without metadata; known: {sensors}.',
  'start-or-near': 'Give --start or --near, not both.',
  'swell-alone': 'A swell alone gives no tonnes; give --density too.',
  'vehicle-missing': 'There are options of a vehicle that was not given; give --vehicle too.',
} as const;
