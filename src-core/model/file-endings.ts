/** File name endings that hold an axis. */
export const AXIS_EXTENSIONS = ['csv', 'txt', 'dxf', 'str', 'xml', 'landxml'] as const;

/** File name endings that hold a design. */
export const DESIGN_EXTENSIONS = ['json', 'dxf', 'str'] as const;
