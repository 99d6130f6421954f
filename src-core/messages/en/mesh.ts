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
  'table-cells': 'its cells or vertices are not those that were written',
  'table-not-finite':
    'A number of the tables is none, so they cannot be exported; measure the survey again, and report this if it happens again.',
} as const;
