/** Voids without an axis, measured as closed solids. */
export const CHAMBER = {
  'chamber-cell-small':
    'Cells of {cell} m are too small for this cloud: its surface takes more than the memory allows; give larger ones, or let them follow from the points.',
  'chamber-closed':
    '{percent} % of the surface was not measured and is closed with faces; {count} {count|opening|openings}',
  'chamber-closed-none': 'all of the surface was measured',
  'chamber-few-points': 'The session has {count} points; the void of a chamber takes at least {least}.',
  'chamber-filled':
    '{count} {count|solid part|solid parts} floated in the void and {count|was|were} filled: {volume} m³',
  'chamber-half-open':
    '{percent} % of the surface about the void is faces over openings: it is more than half open. Scan it from more places, or cut the cloud to the part that is closed.',
  'chamber-line':
    'void {volume} ± {plusMinus} m³ (95 %), ± {without} m³ if it ends at the faces over its openings; surface {surface} m², cells of {cell} m',
  'chamber-narrow':
    'The void is {metres} m across, too narrow for cells of {cell} m: give smaller cells, a denser cloud, or measure it along an axis.',
  'chamber-no-place':
    'It is not known from where this cloud was seen, so that inside and outside cannot be told apart: give a place inside the void, or the trajectory of the scanner.',
  'chamber-no-wall':
    'The points form no surface: they are too few for their extent, or lie along lines. Scan the chamber more densely.',
  'chamber-open':
    'The void is open: it cannot be closed about the places inside it. Scan it from more places, or cut the cloud to the part that is closed.',
  'chamber-opening': 'opening of {area} m² at {easting}, {northing}, {elevation}',
  'chamber-outside':
    'None of the places that are known to be inside is enclosed by the points: the void is open to more than half, the points lie in a plane, or the place is outside. Give a place inside the void.',
  'chamber-parts':
    'parts of the ±, standard deviations: openings {openings}, common error of the points {common} (bound), lengths {length}, place of the walls {place}, cells {cells}, noise {noise} m³',
  'chamber-sparse':
    'The points are too sparse for a surface, even in cells of {cell} m; scan the chamber more densely.',
  'chamber-against':
    '{name}: solid of {reference} m³, of which {common} m³ are void; beyond it {beyond} ± {beyondPlusMinus} m³, short of it {short} ± {shortPlusMinus} m³ (95 %, the solid as exact)',
  'chamber-against-none':
    'Give the solid that is compared with (--against FILE), or leave its unit and place out.',
  'chamber-against-place':
    'a shift of the survey against the solid is not in these ±; each centimetre of it changes them by up to {beyond} and {short} m³',
  'chamber-against-unit': '{name} states no unit: metres are taken',
  'give-place-3d': 'Give a place as x,y,z in metres, such as 356789.2,9123456.8,4212.',
  'help-chamber': 'measure the void of a chamber, a stope or a crossing without an axis, as a closed solid',
  'help-chamber-against':
    'closed solid to compare with, STL, OBJ, PLY, DXF, LandXML, Surpac DTM, Datamine, OMF or GLB in the frame of the survey: a design, or the void as it was before',
  'help-chamber-against-part':
    'name of the surface that is meant, of a file with several (LandXML, OMF, GLB)',
  'help-chamber-against-place':
    'standard uncertainty of the place of the survey against that solid, each coordinate; without it its effect is stated by the centimetre',
  'help-chamber-against-unit': 'unit of that solid, if its file states none or a wrong one',
  'help-chamber-cell': 'edge of the cells of the solid ({bounds}); without it, by the spacing of the points',
  'help-chamber-inside':
    'a place inside the void, metres; may be repeated. Needed if it is not known from where the cloud was seen',
  'help-chamber-meshes': 'formats of the solid: {formats} or some of them',
  'help-chamber-out': 'folder for the solid and chamber.json; without it only the figures are printed',
  'chamber-against-place-cli':
    'a shift of the survey against the solid is not in these ± unless --against-place states its uncertainty; each centimetre of it changes them by up to {beyond} and {short} m³',
  'chamber-narrow-cli':
    'The void is {metres} m across, too narrow for cells of {cell} m: give smaller cells (--cell), a denser cloud, or measure it along an axis.',
  'chamber-no-place-cli':
    'It is not known from where this cloud was seen, so that inside and outside cannot be told apart: give a place inside the void (--inside x,y,z), or import it with the trajectory of the scanner (--trajectory).',
  'chamber-outside-cli':
    'None of the places that are known to be inside is enclosed by the points: the void is open to more than half, the points lie in a plane, or the place is outside. Give a place inside the void (--inside x,y,z).',
} as const;
