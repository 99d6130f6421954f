/** Grids: their files, what lies between two of them, and what a metre of one is on the ground. */
export const GRID = {
  'geoid-outside':
    'The geoid {file} has no value at the point {name}; give one that covers the mine, or check that the grid of --from is that of the list.',
  'geoid-refused':
    '{name} is no geoid in GTX (a header of 40 bytes, then a 4-byte height for each of its nodes); give the .gtx file that PROJ uses, whole.',
  'grid-datum':
    '{datum} to WGS 84 by the published shift EPSG:{epsg} ({shift} m): good to {metres} m, enough to find the mine on a map, not for control.',
  'grid-epsg-unknown':
    'EPSG:{epsg} is not among the grids known here: UTM 17 to 19 south on WGS 84 (32717 to 32719), SIRGAS 2000 (31977 to 31979), Peru96 (5839, 5387, 5389) and PSAD56 (24877 to 24879).',
  'grid-factors':
    'Scale at the mine: projection {point}, elevation {elevation}, both together {combined} grid metres for a metre of the ground.',
  'grid-fit-few': 'only {count} points have the same name in both lists; two or more are needed',
  'grid-fit-together': 'the points that both lists have lie at one place, which fixes no direction',
  'grid-fitted': 'Grid {name} by {count} points: rotation {degrees} degrees, scale {scale}; written to {out}',
  'grid-key': 'its value of {key} is missing or not what belongs there',
  'grid-key-unknown': 'it has the key {key}, which is none of a grid; check its spelling',
  'grid-no-base':
    'The grid {name} hangs on no published system, so nothing lies between it and another; give its epsg, origin, rotation and scale, or find them by points known in both grids.',
  'grid-no-check':
    'The points suffice for the transformation and no more: nothing checks them. Give one more.',
  'grid-no-json': 'it is no JSON',
  'grid-not-ground':
    '100 m of the grid {name} are {millimetres} mm more than 100 m on the ground; lengths and volumes of a survey tied to it are off accordingly. Use control in a grid of ground metres: a mine grid whose scale is the two factors together.',
  'grid-refused': '{name} is no grid that can be used: {what}. See docs/exchange-formats.md.',
  'grid-residual': '{name}: east {east}, north {north}, up {up} mm',
  'grid-scale':
    'The survey lies in {name}, where 100 m on the map are {grid} m on the ground ({ppm} ppm): lengths that control points hold are those of the grid, and so are length and volume. Tie the survey to a grid of ground metres (socavon grid).',
  'grid-sigma':
    'Standard deviation of a coordinate {millimetres} mm, of the rotation {seconds} seconds of arc.',
  'grid-to-or-fit': 'Give either --to, the grid to convert to, or --fit, a list of the same points.',
  'grid-without-epsg': 'it has origin, rotation or scale, but no epsg that they lead to',
  'grid-without-origin': 'it has rotation or scale, but no origin: the same point in both grids',
  'grid-written': '{count} points in the grid {name}, written to {out}',
  'help-grid': 'convert a list of points from one grid to another, or find a mine grid by common points',
  'help-grid-fit':
    'list of the same points in the mine grid: finds that grid by least squares and writes its file',
  'help-grid-free-scale': 'with --fit, also estimate a scale (default: 1)',
  'help-grid-from': 'grid of the points: EPSG:CODE or the file of a grid',
  'help-grid-geoid':
    'geoid (.gtx): the heights of the points are above the ellipsoid, and become heights above the sea',
  'help-grid-name': 'with --fit, name of the mine grid (default: that of the list)',
  'help-grid-out': 'file to write: the list, or with --fit the grid',
  'help-grid-points': 'list of points: name,easting,northing,elevation, in the unit of its grid',
  'help-grid-to': 'grid to convert to: EPSG:CODE or the file of a grid',
  'help-run-grid':
    'grid of the control points: EPSG:CODE or the file of a mine grid; it is stated in LAS and GeoPackage, and its scale is checked',
  'grid-list-unit':
    'The project keeps the grid {name} in {unit}, and the list of control points may be in it or in metres; name the grid of the list with --grid.',
} as const;
