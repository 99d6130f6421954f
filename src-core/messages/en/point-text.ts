/** Points as text: XYZ, PTS, PTX; and the folders of KITTI. */
export const POINT_TEXT = {
  'ptx-cut':
    '{name}: scan {scan} holds {found} of the {announced} points that its columns and rows announce; it was cut short: copy or export it again.',
  'ptx-head': '{count} numbers were to stand here, at the head of a scan, not "{content}"',
  'ptx-head-cut': 'the file ends at the head of a scan',
  'ptx-line': '{name}, line {line}: {what}; it was cut short or is no PTX: export it again.',
  'ptx-matrix': 'these four lines are no matrix that moves points',
  'ptx-point': 'not a point "x y z intensity" with as many numbers as the first: "{content}"',
  'ptx-size': '{columns} columns and {rows} rows are no size of a scan',
  'text-columns':
    '{name}, line {line}: {count} columns, where a file of points has {most} at most; export it with one point in each line.',
  'text-line-long':
    '{name}, line {line} has more than {bytes} bytes, so this is no text of numbers; give a file with one point or value in each line.',
  'text-names':
    '{name}, line {line}: its columns are called {names:and}, and none of them x, y and z; call the coordinates so, or easting, northing, elevation.',
} as const;
