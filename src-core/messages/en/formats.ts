/** Formats of files: what each is, and what to do with one that is not read. */
export const FORMATS = {
  'format-archive': 'archive',
  'format-capture': 'recording of a sensor',
  'format-cloud': 'point cloud',
  'format-document': 'document',
  'format-drawing': 'drawing',
  'format-geoid': 'geoid',
  'format-key': 'key of a surveyor',
  'format-lines': 'lines',
  'format-mesh': 'triangle mesh',
  'format-metadata': 'metadata of a sensor',
  'format-picture': 'picture',
  'format-project': 'project',
  'format-raster': 'raster',
  'format-signature': 'signature of a report',
  'format-table': 'table',
  'format-terrain': 'terrain model',
  'format-trajectory': 'trajectory',
  'format-instead-cloud':
    '{format} can be read only by its maker’s programs: export the cloud from there as E57 (or LAS, PTX), and give that to socavon run.',
  'format-instead-drawing':
    '{format} is not read: save it as DXF or LandXML, and give that with --axis or --design.',
  'format-instead-livox':
    '{format} is not read: play it with the maker’s driver, record its messages (CustomMsg) in a bag, and give that to socavon run.',
  'format-instead-mesh':
    '{format} is not read: save it as STL, OBJ or PLY, and give that to socavon chamber --against.',
  'format-instead-none': '{format} is not read, and nothing of a survey can be taken from it.',
  'format-instead-output':
    '{format} is written for other programs and is not read back: measure the project it came from.',
  'format-instead-table': '{format} is not read: save the sheet as CSV, and give that.',
  'format-instead-terrain':
    '{format} holds one height for each place, which is no void; give the cloud it was made from.',
  'format-instead-unpack': '{format} is not opened: unpack it, and give the files in it.',
  'format-instead-zstd':
    '{format} is not opened as a whole: unpack it with "zstd -d", and give what it makes.',
  'format-unread': '{path}: {advice}',
  'format-none': 'nothing',
  'formats-title': 'Formats of files, and where they are read and written',
  'info-format': '{path}: {format}, {content}',
  'info-format-line': '{name} ({endings}): {content}',
  'info-needs-file': 'Name a file, or ask for the formats that are read and written with --formats.',
  'label-read-by': 'read by',
  'label-written-with': 'written by',
} as const;
