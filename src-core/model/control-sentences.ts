/** What is said of targets and control points, and the names of the figures in it; part of `SENTENCES`. */
export const CONTROL_SENTENCES = {
  // Of something that shone: what was seen, and why it is or is not a target.
  'target-found': ['size', 'millimetres'],
  'target-few-returns': ['returns', 'least'],
  'target-scattered': [],
  'target-few-scans': ['scans', 'least'],
  'target-moves': ['metres'],
  'target-large': ['metres', 'size'],
  'target-not-flat': ['millimetres'],
  'target-bulges': ['millimetres'],
  'target-thin': [],
  'target-looks': ['metres', 'size'],
  'target-outside': ['percent', 'size'],
  'target-dull': ['percent', 'size'],
  'target-edges': ['millimetres'],
  // Which target is which point.
  'control-found': ['found', 'named'],
  'control-alike': [],
  'control-ambiguous': ['count', 'names', 'ways'],
  'control-off-start': [],
  'control-no-two': [],
  'control-no-three': [],
  // Why the points do not place the survey.
  'control-none': [],
  'control-one': [],
  'control-two': [],
  'control-on-line': [],
  'control-plumb': [],
  'control-turn': [],
} as const;
