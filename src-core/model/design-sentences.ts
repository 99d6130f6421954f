/** What is said of a design that cannot be used, and the names of the figures in it; part of `SENTENCES`. */
export const DESIGN_SENTENCES = {
  // Figures that do not fit together.
  'design-small': ['value', 'least'],
  'design-spring': ['wallHeight', 'height'],
  'design-rise': ['rise', 'half'],
  'design-radius': ['radius', 'half'],
  'design-height': ['height', 'half'],
  'design-walls': ['wallRadius', 'height'],
  'design-shoulder': ['shoulderRadius', 'rise'],
  // Figures that none can have.
  'design-millimetres': ['name', 'figure', 'value'],
  'design-centimetres': ['name', 'figure', 'value'],
  'design-axis-far': ['name', 'figure', 'value'],
  'design-wall-height': ['name', 'value'],
  'design-invert': ['name', 'value'],
  'design-offset': ['name', 'figure', 'value', 'most'],
  'design-offset-none': ['metres'],
  // An outline that is none.
  'design-point-twice': ['name', 'point'],
  'design-turns-back': ['name', 'point'],
  'design-crosses': ['name', 'side', 'other'],
  'design-encloses-little': ['name', 'area'],
  'design-side-none': ['name', 'side', 'last'],
  'design-spring-height': ['name', 'value', 'top'],
  // Stretches of a programme.
  'design-no-stretch': ['name'],
  'design-stretch-empty': ['name', 'start', 'end'],
  'design-stretches-open': ['name', 'first', 'second'],
  'design-stretches-order': ['name', 'first', 'end', 'second', 'start'],
  // A file that is no design.
  'design-ending': ['name', 'endings'],
  'design-no-json': ['name'],
  'design-shape-none': ['name', 'shape', 'shapes'],
  'design-figure-unknown': ['name', 'figure'],
  'design-figure-wrong': ['name', 'figure'],
  // A drawing that leaves open what the design is.
  'design-outline-open': ['name', 'line', 'at', 'metres'],
  'design-outline-short': ['name', 'line', 'at', 'points'],
  'design-line-none': ['name', 'line', 'lines'],
  'design-none-closed': ['name', 'count', 'at'],
  'design-several-closed': ['name', 'count', 'lines', 'at'],
  'design-straight': ['name', 'line'],
  'design-plane': ['name', 'line'],
  'design-axis-where': ['name', 'line', 'across', 'upwards'],
  'drawing-unit-stated': ['name', 'size', 'unit'],
  'drawing-unit-none': ['name', 'size'],
  'drawing-unit-doubtful': ['name', 'unit', 'sizes'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
