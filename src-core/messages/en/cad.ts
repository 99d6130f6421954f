import { TERMS } from '../terms.ts';

/** Drawings, axes and alignments as files. */
export const CAD = {
  'axis-chainage-descends': 'line {line}: chainage {chainage} follows {before}; chainages must ascend',
  'axis-chainage-repeated': 'line {line}: chainage {chainage} is repeated; each vertex needs its own',
  'axis-chainage-unit-plan':
    'line {line}: the chainage grows by {grown} m where the line is {metres} m long in plan; check that chainage and coordinates are both in metres and of the same line',
  'axis-chainage-unit-slope':
    'line {line}: the chainage grows by {grown} m where the line is {metres} m long; check that chainage and coordinates are both in metres and of the same line',
  'axis-csv-horizontal': '{name}: the chainage follows the plan of the line (horizontal length).',
  'axis-csv-level': '{name}: the axis is level, so its chainage is both slope and horizontal length.',
  'axis-csv-none': 'it has no vertex; an axis needs at least two',
  'axis-csv-one': 'it has one vertex; an axis needs at least two',
  'axis-csv-slope': '{name}: the chainage follows the line in space (slope length).',
  'axis-ending': 'Axis {name}: its ending is none of {endings}; save it as one of those.',
  'axis-line-none': 'Axis {name} holds no line named "{line}"; it has {lines}.',
  'axis-line-short': 'line {line} has {count} of the four numbers chainage,x,y,z: "{content}"',
  'axis-lines-alike':
    'Axis {name} has {count} lines named "{line}" (file lines {at}); leave only the axis there.',
  'axis-lines-several': 'Axis {name} has {count} lines ({lines}); say by its name which one is the axis.',
  'axis-far': 'line {line}: the {column} "{content}" is farther than any place on Earth',
  'axis-no-number': 'line {line}: the {column} "{content}" is not a number',
  'axis-only-closed': 'Axis {name}: it holds no open line, only closed outlines.',
  'axis-refused': 'Axis {name}: {what}.',
  'axis-start': 'The start {start} is not a chainage; give a number in metres.',
  'axis-too-short': 'it is only {metres} m long; an axis needs at least {least} m (check its unit)',
  'axis-vertex-no-number': 'vertex {vertex} is not a number',
  'axis-vertex-repeated': 'line {line}: the vertex lies where the one before lies',
  'axis-vertex-twice': 'vertex {vertex} repeats the one before it; each needs its own place',
  'axis-vertical':
    'The axis rises vertically between its vertices {from} and {to}, so it has no horizontal chainage there; count it along the slope.',
  'control-column-unknown':
    'the column "{column}" is not known; use name, easting, northing, elevation, sigma, role',
  'control-csv-empty': 'it has no point; write one name,easting,northing,elevation per line',
  'control-csv-line': 'line {line}: {what}',
  'control-csv-refused': 'Control points {name}: {what}.',
  'control-decimal-comma': 'the {column} "{content}" has a decimal comma; write it with a point',
  'control-fields-few': '{count} of the {least} fields {columns}: "{content}"',
  'control-fields-many':
    '{count} fields where a point has four: "{content}"; write decimals with a point, not a comma',
  'control-header-twice': 'the header names {column} twice',
  'control-header-without': 'the header does not name {column}',
  'control-no-name': 'the point has no name',
  'control-far': 'the {column} "{content}" is farther than any place on Earth',
  'control-no-number': 'the {column} "{content}" is not a number',
  'control-point-twice': 'the point {name} is already in line {line}; each point needs its own name',
  'control-points-together':
    '{name} lies where {other} of line {line} lies; two names for one point cannot be told apart',
  'control-role': 'the role "{role}" of {name} must be control or check',
  'control-sigma': 'the sigma {sigma} m of {name} must be over 0 and at most 10 m',
  'control-swapped':
    'easting {easting} and northing {northing} of {name} look swapped (in Peru a northing has 7 digits, an easting 6); put the easting first, or name the columns in a header',
  'drawing-as-stated': 'read in {unit}, as stated.',
  'drawing-converted': 'converted from {unit} to metres.',
  'drawing-cut':
    'Drawing {name} ends in line {line} without its end mark (EOF), so part of it is missing; save or copy it again.',
  'drawing-in-metres': 'in metres.',
  'drawing-line': 'Drawing {name}: line {line}: {what}.',
  'drawing-no-unit': 'no unit is declared, so it was read in metres.',
  'drawing-note': '{name}: {what}',
  'drawing-refused': 'Drawing {name}: {what}.',
  'drawing-refused-file': 'Drawing {name} {what}.',
  'drawing-size-in': '{size} in {unit}',
  'drawing-skipped': 'left out: {skipped}.',
  'drawing-skipped-blocks':
    'left out: {skipped}. The file does not hold the blocks of those INSERT: bind external references before saving it.',
  'drawing-unit-doubtful': 'declares {unit}; its size would be {sizes:or}',
  'drawing-unit-none': 'declares no unit and is {size} in size if it is in metres',
  'drawing-unit-refused':
    'Drawing {name} {what}; say which unit it is in: metres (m), millimetres (mm), centimetres (cm), feet (ft) or US survey feet (us-ft).',
  'drawing-unit-stated': 'is {size} in size if it is in {unit}, as was stated',
  'dxf-face-vertex':
    'line {line}: a face names vertex {vertex} of the {count} of its mesh; the file is damaged',
  'dxf-group-code': 'line {line}: "{code}" stands where a group code should; it is no DXF, or it is damaged',
  'dxf-group-missing': 'line {line}: the {type} lacks its group {code}',
  'dxf-is-dwg': 'is a DWG, not a DXF; save it as a DXF',
  'dxf-layers-empty': 'has no line on {wanted}; its layers with lines are {there}',
  'dxf-no-line': 'has no line, polyline, arc, circle, ellipse or spline',
  'dxf-no-line-only':
    'has no line, polyline, arc, circle, ellipse or spline, only {skipped}; convert what matters to polylines, and bind external references, before saving it',
  'dxf-no-number': 'line {line}: "{content}" is not a number (group {code})',
  'dxf-no-text': 'is neither text nor a binary DXF, so it is not a DXF',
  'dxf-arc-fine':
    'Drawing {name}: line {line}: the arc or curve of this line takes more than {most} chords; its figures are wrong.',
  'dxf-binary-code': 'byte {byte}: {code} stands where a group code should; it is damaged',
  'dxf-binary-cut':
    'Drawing {name} ends at byte {byte} without its end mark (EOF), so part of it is missing; save or copy it again.',
  'dxf-block-cycle': 'line {line}: the block "{block}" is put into itself; it is damaged',
  'dxf-blocks-deep': 'line {line}: blocks are nested more than {most} deep; explode them before saving it',
  'dxf-blocks-many':
    'line {line}: the INSERTs up to here put more than {most} points in place; explode the blocks that matter, or save only their layers',
  'dxf-far': 'Drawing {name}: line {line}: a vertex of this line is farther than any place on Earth.',
  'dxf-insert-scale': 'line {line}: the INSERT has a scale of 0',
  'dxf-spline-degree': 'line {line}: a SPLINE of degree {degree} is not read; degrees from 1 to {most} are',
  'dxf-spline-fitted':
    '{count} {count|spline is|splines are} drawn by fit points only (file lines {at}); a smooth cubic was laid through them, which may differ from what the CAD program draws between them.',
  'dxf-spline-knots':
    'line {line}: the SPLINE has {points} control points and {knots} knots, which do not make a curve of degree {degree}',
  'dxf-spline-weights': 'line {line}: the weights of the SPLINE must be positive, one for each control point',
  'dxf-vertex-incomplete': 'Drawing {name}: line {line}: a vertex of this line lacks a coordinate.',
  'landxml-alignment': 'Drawing {name}: the Alignment "{alignment}"',
  'landxml-attribute-missing': 'this {element} has no {attribute}',
  'landxml-attribute-no-number': 'the {attribute} "{content}" of {element} is not a number',
  'landxml-child-missing': 'this {element} has no {child}',
  'landxml-curve-end':
    '{element} ends {metres} m from where its End says; radius, length, rot and coordinates disagree',
  'landxml-curve-returns':
    '{element} ends where it begins and states neither length nor delta, so it may be nothing or a full circle; export it with its length, or leave it out',
  'landxml-curve-turns': 'this spiral turns {turns} times; its length or a radius is wrong',
  'landxml-curves-overlap': 'this vertical curve overlaps its neighbour',
  'landxml-element-unknown': '{element} is not supported; Line, Curve, Spiral and IrregularLine are',
  'landxml-delta-differs':
    '{element} states a delta of {stated} where its coordinates make {degrees} degrees; correct it or export the alignment again',
  'landxml-element-differs':
    '{element} states a {attribute} of {stated} m where its coordinates make {metres} m; correct it or export the alignment again',
  'landxml-equation-back':
    'this chainage equation begins at {back} (staBack) where the chainage before it is {before}; correct it or export the alignment again',
  'landxml-equation-at': 'from {internal} on the file states {ahead} ({shift})',
  'landxml-equation-at-falling': 'from {internal} on the file states {ahead}, falling',
  'landxml-equation-outside':
    'this chainage equation is at {internal} (staInternal), outside the alignment, which runs from {from} to {to}',
  'landxml-equation-profile':
    'the profile ends at {end}, as the chainage equations count, but a LandXML has its profile in continuous chainages, which end at {to}; export it with continuous chainages',
  'landxml-equations':
    'the Alignment "{alignment}" has {count} chainage {count|equation|equations}: chainages here, given and shown, run on without a jump (staInternal): {where}.',
  'landxml-equations-unused':
    'the chainage equations of the Alignment "{alignment}" are not used, because its chainage is counted as was stated.',
  'landxml-far': '"{content}" in {element} is farther than any place on Earth',
  'landxml-flat': '{title} has no profile; all of it is at {metres} m, as stated.',
  'landxml-gap': '{element} begins {metres} m from where the element before it ends',
  'landxml-heights-end':
    '{title} runs from {from} to {to}; its heights end at {first} and {last}, and so does the axis.',
  'landxml-holds': 'Drawing {name} has no Alignment, only {holds}; export the alignment itself.',
  'landxml-length-differs':
    'the Alignment "{alignment}" states a length of {stated} m where its elements are {metres} m long; the elements count.',
  'landxml-no-alignment':
    'Drawing {name} has no Alignment; export the alignment itself, not only its surface or points.',
  'landxml-no-cgpoint': 'there is no CgPoint "{reference}"',
  'landxml-no-coordgeom': 'it has no CoordGeom',
  'landxml-no-coordinates': '"{content}" is not a northing and easting',
  'landxml-no-element': 'it has no element',
  'landxml-long': '{title} is {kilometres} km long, which no drive is; check its coordinates and its unit.',
  'landxml-negative': 'the {attribute} "{content}" of {element} is negative',
  'landxml-no-profile':
    '{title} has no profile, so it has no heights; export it with its profile, or state one elevation for all of it.',
  'landxml-no-station': '"{content}" is not a station and elevation',
  'landxml-no-unit':
    'Drawing {name} declares no linear unit; say which it is: metres (m), feet (ft) or US survey feet (us-ft).',
  'landxml-other-root': 'Drawing {name} is an XML of {root}, not a LandXML.',
  'landxml-part-no-number': '"{content}" in {element} is not a number',
  'landxml-profile-short':
    '{title} runs from {from} to {to}, and its profile has heights from {first} to {last} only; export it with a profile over its whole length.',
  'landxml-profiles':
    'the Alignment "{alignment}" has {count} profiles; the first, "{first}", gives the heights.',
  'landxml-refused': 'Drawing {name}, Alignment "{alignment}": line {line}: {what}.',
  'landxml-rot': 'its rot is "{rot}"; it must be cw or ccw',
  'landxml-rot-missing': 'its rot is missing; it must be cw or ccw',
  'landxml-spiral': 'a spiral of type {kind} is not supported, only the clothoid',
  'landxml-station-order': 'its station {station} does not follow {before}',
  'landxml-surface': 'surface "{surface}": no point or face of a TIN that can be read: "{content}"',
  'landxml-unit-unknown':
    'Drawing {name} is in the unit "{unit}", which is not supported; say which it is: metres (m), feet (ft) or US survey feet (us-ft).',
  'landxml-upright':
    'The axis of {name} has a vertical part, which a LandXML alignment cannot hold; leave LandXML out.',
  'str-binary':
    'is a binary string file of a layout that is not known; save it from Surpac as text (ASCII string file)',
  'str-cut':
    'String file {name} ends in line {line} without its end record (0, 0, 0, 0, END), so part of it may be missing; save or copy it again.',
  'str-elevation':
    'line {line}: an elevation of {metres} m is not possible; the order is string, northing, easting, elevation, with decimal points',
  'str-empty': 'String file {name} has no string of two points or more.',
  'str-far': 'line {line}: {content} is farther than any place on Earth',
  'str-no-axis-record':
    'line {line} is not an axis record (0, and six numbers), so it is not a Surpac string file',
  'str-no-record': 'line {line}: "{content}" is not a record of string number, northing, easting, elevation',
  'str-refused': 'String file {name}: {what}.',
  'str-refused-file': 'String file {name} {what}.',
  'str-single-points': '{name}: left out: {alone} strings of a single point.',
  'str-unit': '{name}: string files declare no unit; read in {unit}.',
  'unit-cm': TERMS.centimetres.en,
  'unit-ft': 'feet',
  'unit-in': 'inches',
  'unit-km': 'kilometres',
  'unit-m': 'metres',
  'unit-mm': TERMS.millimetres.en,
  'unit-us-ft': 'US survey feet',
  'xml-cut':
    'Drawing {name} ends in line {line} before its element {root} does, so part of it is missing; save or copy it again.',
  'xml-empty': 'Drawing {name} holds no XML element.',
  'xml-none': 'Drawing {name} is not XML, so it is not LandXML.',
  'xml-parser': 'it is nested too deep or too large to be read',
} as const;
