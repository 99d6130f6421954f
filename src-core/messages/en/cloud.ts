/** Files of points, and their writing. */
export const CLOUD = {
  'cloud-no-bytes': '{name} is empty, 0 bytes; its writer did not finish: copy or export it again.',
  'cloud-unknown':
    '{name} is not a point file that Socavón knows; give a LAS, LAZ, E57, PLY, PCD, PTX, PTS, a KITTI scan that ends in .bin, or a text with x y z in each line.',
  'export-count':
    '{name}: {count} points were to be written where {announced} were announced, or their bounds changed between two passes over the map; run the export again, and report this if it happens again.',
  'export-differs':
    '{name} was read back after writing and differs: {what}; do not use this file, check the disk and export again.',
  'export-not-finite':
    'Point {point} of the map has a coordinate that is not a number, so the map cannot be exported; align the capture again, and report this if it happens again.',
  'file-cut':
    '{name} ends at byte {bytes} in the middle of {what}; it was cut short: copy or export it again.',
  'part-compressed-points': 'its compressed points',
  'part-ply-element': 'a PLY element',
  'part-points': 'its points',
  'pcd-compressed':
    '{name}: its compressed points are damaged ({packed} bytes do not give the {bytes} that the header announces); export it again.',
  'pcd-count': 'its count of points is not a number',
  'pcd-data': 'its DATA is "{data}"',
  'pcd-field': 'its field {name} has SIZE {size}, TYPE {type}, COUNT {count}',
  'pcd-keyword': 'its header has no {keyword} line',
  'pcd-line': '{name}, line {line}: {count} values where the header announces {width}: "{content}".',
  'pcd-no-xyz': '{name} holds no points: it has no fields x, y and z.',
  'pcd-refused': '{name} is not a PCD file that can be read: {what}.',
  'ply-cut':
    '{name} ends {missing} of {count} vertices too early; it was cut short: copy or export it again.',
  'ply-element': 'not an element with a count',
  'ply-format-unknown': 'unknown format',
  'ply-header': '{name}, line {line} of the PLY header: {what}: "{content}".',
  'ply-keyword': 'unknown keyword',
  'ply-line': '{name}, line {line}: not a vertex with {count} properties: "{content}".',
  'ply-no-format': 'no format line follows',
  'ply-no-xyz': '{name} holds no points: its PLY header announces no vertex element with x, y and z.',
  'ply-none': '{name} is not a PLY file: it does not begin with "ply" or its header has no end_header line.',
  'ply-property': 'not a property with a known type',
  'ply-property-early': 'a property before any element',
  'points-missing':
    '{name} holds {found} of the {announced} points that its header announces; it was cut short: copy or export it again.',
  'verify-announced': 'the header announces {announced} points, {written} were written',
  'verify-attribute': 'its {attribute} is {found}',
  'verify-away': 'is {metres} m away',
  'verify-bound': 'the {side} of {axis} in {of} is {found} m, not {meant} m',
  'verify-checksum': 'its checksum is not that of what was written',
  'verify-count': 'it holds {found} points, {written} were written',
  'verify-intensity': 'has another intensity, {intensity}',
  'verify-of-header': 'the header',
  'verify-of-points': 'the points',
  'verify-point': 'point {point} ({meant}) {how}',
  'verify-records': 'some of its points are not those that were written',
  'xyz-line': '{name}, line {line}: not a point "x y z": "{content}".',
} as const;
