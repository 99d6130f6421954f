/** Texts of LAS and LAZ files. */
export const LAS = {
  'copc-octree':
    '{name}: the octree of the COPC, at byte {offset}, is damaged or disagrees with the {count} points of the header; copy or export the file again.',
  'las-cut':
    '{name} is {bytes} bytes long, {missing} bytes short of the {count} points that its header announces; it was cut short: copy or export it again.',
  'las-evlr':
    '{name}: extended variable length record {record} of {count}, at byte {at}, runs past the end of the file at byte {bytes}; the file is damaged or cut short: copy or export it again.',
  'las-header':
    '{name}: the LAS header is wrong at byte {offset}: {what}; the file is damaged: copy or export it again.',
  'las-header-counts': 'it announces {legacy} points in the field of LAS 1.3 and {count} in that of LAS 1.4',
  'las-header-cut':
    '{name} is {bytes} bytes long, less than the {least} bytes of the shortest LAS header; it was cut short: copy or export it again.',
  'las-header-format': 'point format {format} is not part of LAS 1.4, which has 0 to 10',
  'las-header-points':
    'the points are said to start at byte {start}, but the header ends at byte {headerBytes} and the file at byte {bytes}',
  'las-header-record':
    'records of {bytes} bytes are too short for point format {format}, which takes {least}',
  'las-header-scale': 'the scale of {axis} is {scale} with an offset of {offset}, which makes no coordinates',
  'las-header-size': 'a header of {bytes} bytes is not one of LAS {version}, which takes at least {least}',
  'las-header-version': 'version {version} is not one of LAS 1.0 to 1.5',
  'las-newer':
    '{name} is LAS {version}, newer than LAS 1.0 to 1.5, which are read; have the program that wrote it write LAS 1.4.',
  'laz-newer':
    '{name} is compressed with LAZ items of version {version}, newer than 3 and 4, which are read; write it as LAS, or as LAZ of LAS 1.4.',
  'las-none': '{name} is not a LAS file: it does not begin with "LASF".',
  'las-outside':
    '{name}: the point ({point}) lies outside the range that was announced for the map, so LAS cannot store it; run the export again, and report this if it happens again.',
  'las-outside-box':
    '{name}: point {point} lies at {axis} {value}, outside the {min} to {max} that the header states: either the points are damaged, or the header is out of date; copy the file again, or have the program that wrote it update the header.',
  'las-outside-box-cli':
    '{name}: point {point} lies at {axis} {value}, outside the {min} to {max} that the header states: either the points are damaged, or the header is out of date; copy the file again, or, if its points are sound, read it with --ignore-box.',
  'las-span':
    '{name}: the map spans {span} m along {axis}, more than the {most} m that LAS can store in steps of {scale} m; look for a stray point or a wrong pose (from {min} to {max} m).',
  'las-vlr':
    '{name}: variable length record {record} of {count}, at byte {at}, runs past the start of the points at byte {offset}; the file is damaged: copy or export it again.',
  'las-vlr-count':
    '{name}: {count} variable length records, as byte {offset} says, are more than any LAS file has; the file is damaged: copy or export it again.',
  'laz-chunk':
    '{name}: the {bytes} bytes of compressed points at byte {offset} are damaged: they do not hold {points} points; copy or export the file again.',
  'laz-chunk-large':
    '{name}: {bytes} bytes of compressed points at byte {offset} are one piece, more than the {most} that can be decompressed at once; write the file again in chunks, as LAZ writers do unless told otherwise.',
  'laz-chunk-points':
    '{name}: the LAZ record announces chunks of {points} points; the file is damaged: copy or export it again.',
  'laz-compressor':
    '{name}: points of format {format} with LAZ compressor {compressor} cannot be read here, only formats 0 to 3 and 6 to 10 (4 and 5 have their waveforms in the stream of the points); write the file as LAS, or with another point format.',
  'laz-items':
    '{name}: the LAZ record describes the fields {items}, where point format {format} is read as {meant} (type, bytes and version of each); write the file again as LAS or with a current LAZ writer.',
  'laz-record-none':
    '{name} is compressed (LAZ), but the record "laszip encoded" that says how is absent; the file is damaged: copy or export it again.',
  'laz-table':
    '{name}: the LAZ chunk table at byte {offset} is damaged, or disagrees with the {count} points of the header; copy or export the file again.',
  'laz-table-none':
    '{name}: the LAZ chunk table is not where byte {offset} says, in a file of {bytes} bytes; it was cut short or its writer did not finish: copy or export it again.',
  'part-las-record': 'a variable length record',
} as const;
