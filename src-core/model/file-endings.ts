/** File name extensions of axis files. */
export const AXIS_EXTENSIONS = ['csv', 'txt', 'dxf', 'str', 'xml', 'landxml'] as const;

/** File name extensions of closed solids. */
export const SOLID_EXTENSIONS = [
  'stl',
  'obj',
  'ply',
  'dxf',
  'xml',
  'landxml',
  'dtm',
  'csv',
  'omf',
  'glb',
  'gltf',
] as const;

/** File name extensions of design files. */
export const DESIGN_EXTENSIONS = ['json', 'dxf', 'str'] as const;
