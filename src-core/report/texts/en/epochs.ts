/** Texts of what is compared with another survey or asked of floor and wall. */
export const EPOCHS_EN = {
  'period.title': 'Since the survey before',
  'period.earlier': 'Survey before',
  'period.later': 'This survey',
  'period.common': 'Surveyed both times',
  'period.faces': 'Face before / now, mean chainage',
  'period.advance': 'Advance',
  'period.unseen': 'face not seen',
  'period.volume': 'Excavated in the period',
  'period.overCommon': 'Of the wall, where both surveys have it',
  'period.newLength': 'Of the new length',
  'period.all': 'In all',
  'period.round': 'Round',
  'period.pull': 'Of the drilled',

  'convergence.title': 'Convergence since the survey before',
  'convergence.note':
    'Distance of the wall from where it was, along the normal of the section: negative inward. Only what is greater than the level of detection (95 %) counts as moved; closures of width and height in brackets are within it.',
  'convergence.compared': 'Wall that both surveys measured',
  'convergence.significant': 'of it significantly moved (5 % may be by chance)',
  'convergence.mean': 'Mean',
  'convergence.inward': 'Most inward',
  'convergence.outward': 'Most outward',
  'convergence.width': 'Width closed',
  'convergence.height': 'Height closed',
  'convergence.thinned': 'One of every {every} of {count} rows.',

  'unrolled.caption':
    'Seen from outside: the left wall above, the crown in the middle, the floor cut in its middle; {girth}.',

  'grade.title': 'Floor',
  'grade.mean': 'Mean gradient',
  'grade.base': 'Base length of the gradients',
  'grade.farthest': 'Farthest from the design, from',
  'grade.steepest': 'Steepest, from',
  'grade.gradient': 'Gradient',

  'clearance.title': 'Clearance',
  'clearance.vehicle': 'Vehicle, width × height × length',
  'clearance.verdict': 'Passes',
  'clearance.passes': 'yes',
  'clearance.blocked': 'no',
  'clearance.unknown': 'not known: part of the rock was not seen',
  'clearance.width': 'Widest of this height',
  'clearance.height': 'Highest of this width',
  'clearance.blockedAt': 'Does not fit between',
  'clearance.unseenAt': 'Fits as far as was seen between',
  'clearance.openAt': 'No closed section between',
  'clearance.more': 'and {count} more',
  'clearance.narrowest': 'The narrowest section, {chainage}.',
  'clearance.note':
    'The box of the vehicle on the measured floor, made wider on bends by its length; ≤ where part of the rock there was filled in and not measured.',
} as const;
