/** E57 files. */
export const E57 = {
  'e57-alike': 'the scan "{scan}" announces {count} points and stores nothing that tells them apart',
  'e57-beyond':
    '{name}: the point ({point}) lies outside the range that was announced for the map, so E57 cannot store it; run the export again, and report this if it happens again.',
  'e57-bytes':
    '{name}, byte {offset}: {what}; the file is damaged or not an E57 after the standard: export it again.',
  'e57-codec': 'the points are packed by {codec}, which is not read',
  'e57-cut':
    '{name} is {bytes} bytes long where its header announces {announced}; it was cut short: copy or export it again.',
  'e57-field-type': 'the field {field} is of the type "{type}", which points cannot have',
  'e57-file-bytes':
    'the header announces a file of {bytes} bytes, which is no number of whole pages of {page}',
  'e57-limits': 'the field {field} has the minimum {minimum} above its maximum {maximum}',
  'e57-no-coordinates':
    '{name}: the points of the scan "{scan}" have no coordinates, neither cartesian nor spherical, only {fields:and}; export it again with coordinates.',
  'e57-no-number': 'the {what} of {element} is not a number it can be: "{content}"',
  'e57-no-points': 'this scan has no points',
  'e57-no-prototype': 'these points have no prototype, so that their fields are unknown',
  'e57-no-scan': '{name} holds no scan; if it holds images, export it again with its points.',
  'e57-none': '{name} is not an E57 file: it does not begin with "ASTM-E57".',
  'e57-outside': '{length} bytes are looked for here, beyond the end of the file ({bytes} bytes)',
  'e57-packet-kind': 'no packet is of the kind {kind}',
  'e57-packet-words': 'a packet of {length} bytes, which is no multiple of 4 as E57 prescribes',
  'e57-packet-length': 'a packet of {length} bytes where {left} are left',
  'e57-packet-streams': 'a packet of {length} bytes does not hold the {count} fields of the points',
  'e57-page':
    '{name}: page {page}, from byte {offset} on, does not match its checksum; the file is damaged: copy or export it again.',
  'e57-page-size': 'pages of {bytes} bytes, where the standard has {meant}',
  'e57-part-page': 'a page',
  'e57-points-missing':
    '{name}: the scan "{scan}" holds {found} of the {announced} points that it announces; export it again.',
  'e57-quaternion': 'the rotation of the pose is no quaternion of length 1',
  'e57-root': 'the root element is {root}, not e57Root',
  'e57-section': 'the points of the scan "{scan}" do not begin here, or do not end within the file',
  'e57-section-place': 'the points of the scan "{scan}" cannot begin here',
  'e57-span':
    '{name}: the map spans {span} m along {axis}, more than E57 can store in steps of {scale} m; look for a stray point or a wrong pose.',
  'e57-uneven': 'the packets of the scan "{scan}" hold a million values of one field before those of another',
  'e57-version': '{name} is an E57 of version {version}, and only 1.0 is read; export it again as E57 1.0.',
  'e57-xml': '{name}, line {line} of its XML section: {what}; export it again.',
  'e57-xml-empty': 'there is no element',
  'e57-xml-long': 'an XML section of {length} bytes; at most {most} are read',
  'e57-xml-place': 'an XML section of {length} bytes cannot begin at byte {offset}',
} as const;
