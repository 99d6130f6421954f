/** Tables of a surveyor as files. */
export const TABLES = {
  'grade-columns':
    '{name} names neither the columns chainage,elevation nor from,to,percent in its first line',
  'grade-gap': 'its run from {from} does not begin where the one before ends, at {before}',
  'grade-order': 'chainage {chainage} does not come after {before}; give them in order',
  'grade-percent': 'a gradient of {percent} % is not possible for a drive; is it 1:n, or in per mille?',
  'grade-point-no-number': 'its point {point} is not a number',
  'grade-points-few': 'it has fewer than two points; give a chainage and an elevation for each end at least',
  'grade-refused': 'The design grade cannot be used: {what}.',
  'grade-row-short': '{name}, line {line}: "{content}" lacks a number',
  'grade-run-empty': 'its run {from}:{to} is empty or reversed; the start must be smaller than the end',
  'grade-run-text': '"{run}" is not a run FROM:TO:PERCENT, such as 0:120:12.5',
  'rounds-bounds-few':
    '{count} {count|chainage bounds|chainages bound} no round; give at least two, or a shorter length',
  'rounds-empty': '{name} has no round; write one name,from,to per line',
  'rounds-length': 'a length of {length} m is not possible; give metres, at least {least}',
  'rounds-many': '{count} rounds are too many; is the length of {length} in metres?',
  'rounds-refused': 'Rounds: {what}.',
  'rounds-reversed': 'the round from chainage {from} to {to} is reversed or empty; give ascending chainages',
  'rounds-row':
    '{name}, line {line}: "{content}" is not a round; give metres of chainage, FROM smaller than TO',
  'rounds-short':
    'the round from chainage {from} to {to} is shorter than {least} m; give ascending chainages',
  'transform-last-row': 'its last row is {row} instead of 0 0 0 1',
  'transform-no-rotation':
    'its upper left 3x3 part is not a rotation: rows of length 1, at right angles, determinant 1',
  'transform-numbers': 'it does not hold 16 numbers (a 4x4 matrix row by row) but {found}',
  'transform-refused': '{name} is not a rigid transform: {what}.',
  'trajectory-no-pose': '{name}, line {line}: not a pose in the columns of the lines before: "{content}".',
  'trajectory-times-count':
    '{name} has {poses} poses and {times} beside it {count} times; give both of one recording.',
  'trajectory-timeless':
    '{name} ({format}) has no times, only the order of its poses: it gives the axis, and not from where each point was seen. Its times, a number of seconds a line, are read from {times} beside it.',
  'tum-no-pose': '{name}, line {line}: not a pose "stamp tx ty tz qx qy qz qw": "{content}".',
} as const;
