/** Meshes of the drive, and their writing. */
export const MESH = {
  'help-run-meshes':
    'also write the measured wall and the closed solid of the drive as triangle meshes: {formats} or some of them',
  'help-run-tables':
    'also write the tables as an Excel workbook (xlsx) and axis, sections, breaks, control and trajectory as a GeoPackage (gpkg): {formats} or one of them',
  'mesh-column': 'its values of {column} are not those that were written',
  'mesh-corner': 'a corner of triangle {triangle} is {metres} m away',
  'mesh-count': 'it holds {found} triangles, {written} were written',
  'mesh-joined': 'triangle {triangle} joins other vertices',
  'mesh-not-finite':
    '{name}: the triangle mesh has a coordinate that is not a number; measure the drive again, and report this if it happens again.',
  'mesh-solid':
    'The solid encloses {enclosed} m³, the stated volume is {stated} ± {plusMinus} m³; between any two stations they differ by {bound} m³ at most.',
  'mesh-solid-bridged':
    'The solid bridges {metres} m without a closed section ({stretches}): there is no measured wall; those faces are marked.',
  'mesh-too-far':
    '{name}: the drive reaches {metres} m from its middle, farther than the {most} m within which this format keeps a quarter of a millimetre; write OBJ, PLY, DXF or LandXML, or a shorter stretch.',
  'mesh-unreadable': 'it cannot be read: {what}',
  'mesh-vertices': 'it holds {found} vertices, {written} were written',
  'solid-apart':
    '{name} lies {metres} m beside the survey: it measures {size} m, the survey {own} m. Is it in another unit, or in another grid?',
  'solid-beside': '{name} needs {other}, which is not beside it: put both files into one folder.',
  'solid-coarse':
    '{name}: its coordinates go in steps of {centimetres} cm, too coarse for the shape of a wall: numbers of single precision, or of few digits, in a mine grid. Export it in double precision, or about a local origin.',
  'solid-corners': '{name} is damaged: a face has {count} corners; export it again.',
  'solid-crosses':
    '{name} crosses itself, so that it encloses no volume: mend it in the program that made it.',
  'solid-crowded':
    '{name} is no solid: {count} {count|edge belongs|edges belong} to more than two triangles, the first at {x}, {y}, {z}. Export a closed solid without walls inside it.',
  'solid-cut': '{name} ends in the middle of its triangles; copy or export it again.',
  'solid-damaged': '{name} is damaged: its {what} cannot be read; export it again.',
  'solid-datamine-points':
    '{name} holds the points of a wireframe; give the table of its triangles, {other}.',
  'solid-empty':
    '{name} holds no triangles: export the solid as a mesh of triangles (of a DXF 3D faces or polyface meshes).',
  'solid-large': '{name} has {count} triangles, more than the {most} that are compared; export it coarser.',
  'solid-larger': '{name} has more than the {most} triangles that are compared; export it coarser.',
  'solid-line': '{name}, line {line}: no vertex or face that can be read: "{content}".',
  'solid-newer':
    '{name} is of version {version} of {format}, newer than the version {known} that is read; export it as that, or as DXF, OBJ or PLY.',
  'solid-no-number': '{name}: triangle {triangle} has a coordinate that is not a number; export it again.',
  'solid-no-parts':
    '{name} holds no surfaces by name, so that "{part}" cannot be chosen; leave the name out.',
  'solid-older':
    '{name} is of version {version} of {format}, older than the version {known} that is read; export it as that, or as DXF, OBJ or PLY.',
  'solid-open':
    '{name} is not closed: {count} {count|edge belongs|edges belong} to one triangle only, the first at {x}, {y}, {z}. Close the solid in the program that made it.',
  'solid-part-none': '{name} holds no surface "{part}"; it holds {parts}.',
  'solid-parts': '{name} holds {count} surfaces: {parts}. Say by its name which one is the solid.',
  'solid-point':
    '{name}, line {line}: point {point} is not in {other}; give the two files that were written together.',
  'solid-points-doubtful':
    '{other} has several strings, and {name} does not tell whether the records between them count as points; export the solid as DXF, or its points as one string.',
  'solid-steps':
    '{name}: its coordinates go in steps of {centimetres} cm, because they are numbers of single precision, or of few digits, in a mine grid; the ± does not cover it',
  'solid-surpac-binary':
    '{name} is a binary file of Surpac, which is not read; save it as text, or export a DXF.',
  'solid-surpac-points':
    '{name} is a Surpac string file, which has points and lines; give the DTM of its triangles.',
  'solid-unit': '{name} is in the unit "{unit}", which is not known; say which it is.',
  'solid-unknown': '{name} is no solid that can be read; give a closed mesh of triangles as {endings}.',
  'solid-unordered':
    '{name} has {count} parts whose faces point in and out without order (the first at {x}, {y}, {z}), so that holes cannot be told: turn its faces outwards in the program that made it.',
  'solid-unread': '{name} uses {what}, which is not read; export it without.',
  'solid-vertex':
    '{name} is damaged: face {face} names vertex {vertex}, which it does not have; export it again.',
  'table-cells': 'its cells or vertices are not those that were written',
  'table-not-finite':
    'A number of the tables is none, so they cannot be exported; measure the survey again, and report this if it happens again.',
  'solid-parts-cli':
    '{name} holds {count} surfaces: {parts}. Say which one is the solid (--against-part NAME, or --design-line NAME).',
  'solid-unit-cli':
    '{name} is in the unit "{unit}", which is not known; say which it is (--against-unit UNIT, or --design-unit UNIT).',
} as const;
