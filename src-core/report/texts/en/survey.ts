/** Texts of head, warnings, drawings, method and signatures. */
export const SURVEY_EN = {
  title: 'Survey and volume report',

  'project.working': 'Working',
  'project.mine': 'Mine',
  'project.instrument': 'Instrument',
  'project.company': 'Company',
  'project.level': 'Level',
  'project.previousAt': 'Previous survey',
  'project.grid': 'Grid',
  'project.surveyor': 'Surveyor',
  'project.surveyedAt': 'Captured',
  'project.reportedAt': 'Reported',
  'project.sensor': 'Sensor',
  'project.chainage': 'Chainage',
  'project.chainage.slope': 'along the slope of the axis',
  'project.chainage.horizontal': 'horizontal, along the plan of the axis',
  'project.software': 'Software',
  'project.frame': 'Coordinates',

  'frame.mine-grid': 'mine grid, metres',
  'frame.control': 'mine grid by {count} control points, metres',
  'frame.local': 'local: the first scan is the origin, not tied to the mine grid',

  unknown: 'not stated',

  'page.of': 'Page {page} of {pages}',

  'headline.volume': 'Excavated volume',
  'headline.perMetre': 'Excavated volume per metre; the length was not observed',
  'headline.total': 'in total {volume} ± {plusMinus} m³ with the ± of the length in it, ',
  'headline.between': 'between chainages {from} and {to}, {length} m along the axis',
  'headline.confidence': '± at {confidence} confidence',
  'headline.relative': '{share} of the volume',
  'headline.relativePerMetre': '{share} of the volume per metre, without the ± of the length',
  'headline.byMetre': 'Volume per metre',
  'headline.covered': 'Of the path in the volume',
  'headline.meanArea': 'Mean section',
  'headline.length': '± of the length',
  'headline.measured': 'Wall measured',
  'headline.spread': 'Spread of the methods',
  'headline.profiles': 'Sections',
  'headline.over': 'Overbreak',
  'headline.under': 'Underbreak',
  'headline.recesses': 'with niches and cross-cuts (the drive alone: {drive} ± {plusMinus} m³), ',

  'warnings.title': 'Read before use',
  'warnings.capture': 'The capture is damaged or incomplete; what was lost is not in the map.',
  'warnings.sensor-nominal':
    'Nominal sensor geometry was used, not the calibration of this unit; do not sign without its metadata.',
  'warnings.changed-by-hand': 'The alignment was edited manually; check each edit before signing.',
  'warnings.length-unobserved':
    'The length of the drive was not observed over the whole survey: the walls are too alike along the axis. Lengths and volumes along the stretches marked in red rest on an assumption; tie them to a known distance.',
  'warnings.drive-uncovered': 'Part of the drive was not measured, and is not in the volume.',
  'warnings.range-clamped':
    'The chainages asked for reach beyond what was surveyed; the volume is that of the surveyed part only.',
  'warnings.measured-share':
    'Part of the wall was hidden from the sensor and was interpolated from its neighbours.',
  'warnings.methods-disagree':
    'The methods of computing the volume disagree more than usual: use a closer interval of sections and look at the drawings.',
  'warnings.gap': 'There is a stretch without enough points; the volume there is interpolated.',
  'warnings.halves-differ':
    'Independent halves of the points differ by more than the components of the ± allow, which is wider for it: something about instrument or poses is not as assumed.',
  'warnings.ranges-long':
    'The ranges of the sensor seem longer than is stated of it, and the volume is reduced for it; measure a known distance with the sensor before signing.',
  'warnings.stretch-unobserved':
    'The length was not observed over part of the chainages that were measured, marked in red: the ± of the volume contains that of the length, and the volume per metre is what holds. Tie the stretch to a known distance.',
  'warnings.control-left-out':
    'Control points were rejected as outliers; check their coordinates and their targets.',
  'warnings.check-point-off':
    'A check point is farther from its place in the list than its ± allows; check the point, its target and the range bias.',
  'warnings.grid-scale':
    'The grid of the survey is not of ground metres; length and volume are those of the grid.',
  'warnings.design-on-own-axis':
    'The design is placed on an axis derived from this survey, not on the project axis; supply that axis before paying over- and underbreak.',
  'warnings.chainage-equations':
    'The chainages of this report run on without the jumps that the file of the axis states.',
  'warnings.axis-fold': 'The axis bends so sharply that sections meet inside the drive; use a smoother axis.',
  'warnings.face-unseen':
    'A face was not seen in one of the surveys: there is no advance, and the volume of the period is that of the common stretch alone.',
  'warnings.face-went-back':
    'The face is behind its earlier position: muck lies in front of it, or the surveys are not in one grid.',
  'warnings.axis-short':
    'The walls were not measured up to the face: over the rest the section was carried on to it.',

  'plan.title': 'Plan',
  'plan.caption': 'Walls at their widest, axis with chainages, trajectory.',
  'plan.north': 'N',

  'long.title': 'Long section',
  'long.caption': 'Crown and floor on the axis of the section.',
  'long.elevation': 'elevation, m',

  'legend.axis': 'axis',
  'legend.trajectory': 'trajectory',
  'legend.wall': 'wall',
  'legend.design': 'design',
  'legend.measured': 'measured',
  'legend.filled': 'interpolated',
  'legend.over': 'overbreak',
  'legend.under': 'underbreak',
  'legend.pay': 'pay line',
  'legend.unobserved': 'length not observed',
  'legend.hidden': 'less than {share} measured',

  'scale.one': 'Scale 1:{scale}',
  'scale.two': 'Horizontal 1:{horizontal}, vertical 1:{vertical}',

  'area.title': 'Area along the drive',
  'area.caption': 'Area of each section and, below, the share of its outline that was measured.',
  'area.axis': 'area, m²',
  'area.share': 'measured',

  'sections.title': 'Sections',
  'sections.caption':
    '{plane}, seen in the direction of rising chainage; the cross marks the axis, the grid is 1 m.',
  'sections.plane.normal': 'Normal to the axis',
  'sections.plane.vertical': 'Vertical, across the axis',
  'sections.all': 'All {all} sections.',
  'sections.thinned':
    'One of every {every} of {all} sections, with the first and the last; all are in the table or in profiles.csv.',

  'section.area': '{area} m², {share} measured',
  'section.breaks': 'over {over}, under {under} m² of {design}',

  'captures.title': 'Captures',
  'captures.name': 'File',
  'captures.size': 'Size',
  'captures.scans': 'Scans',
  'captures.duration': 'Duration',
  'captures.hash': 'SHA-256',

  'trail.title': 'Audit trail',
  'trail.at': 'Time',
  'trail.person': 'Person',
  'trail.action': 'What was done',
  'trail.of': 'Session, and of what',
  'trail.times': 'Entries',
  'trail.earlier': '{count} earlier rows are in the project only.',
  'trail.head':
    'State of the project that this report is made of: entry {count} of its audit trail, with the hash below. socavon verify compares the project and this file with it.',
  'trail.event.started': 'alignment started',
  'trail.event.resumed': 'alignment resumed',
  'trail.event.reopened': 'alignment reopened by an edit',
  'trail.event.done': 'alignment done',
  'trail.event.cancelled': 'alignment stopped',
  'trail.event.removed': 'alignment removed',
  'trail.action.begin': 'project begun',
  'trail.action.import': 'import',
  'trail.action.session': 'session named, copied, removed or restored',
  'trail.action.alignment': 'alignment',
  'trail.action.edit': 'alignment edited by hand',
  'trail.action.refinement': 'refinement',
  'trail.action.control': 'control points, targets and loops',
  'trail.action.calibration': 'calibration',
  'trail.action.settings': 'parameters',
  'trail.action.heading': 'heading of the survey',
  'trail.action.notes': 'notes on the map',
  'trail.action.join': 'join of sessions',
  'trail.action.undo': 'undone',
  'trail.action.redo': 'redone',
  'trail.action.recovery': 'damage repaired or recovered',
  'trail.action.result': 'result',
  'trail.action.report': 'report written',
  'trail.action.export': 'files written',

  'sign.name': 'Name',
  'sign.licence': 'Licence no.',
  'sign.prepared': 'Prepared by',
  'sign.reviewed': 'Reviewed by',
  'sign.date': 'Date',

  'how.title': 'How it was computed',
  'how.import':
    'Import: the packets of the capture were decoded to range images, every column with its own time; ranges to points by the maker’s beam table.',
  'how.align':
    'Alignment: the motion within each rotation is taken out, then each scan is placed on the map of the scans before it by point-to-plane registration with a robust weight. The directions that the geometry constrains are weighed scan by scan; where their shape does not hold the length, their texture does if returns that were kept aside confirm it; if not, the accelerometer or steady motion carries it, and the scan is counted above.',
  'how.refine':
    'Adjustment: a pose graph over anchors of the trajectory, constrained by the odometry between them, by control points detected in the reflectivity, by loop closures, by the level where the robot stood and by known lengths, is adjusted by robust least squares; what the rest contradicts is left out and listed. The poses of the alignment stay as they are.',
  'how.map': 'Map: all scans at their poses, thinned.',
  'how.moved':
    '{count} dynamic returns (people, vehicles, dust) were removed from map and measurement: other scans see through their place.',
  'how.measure':
    'Measure: the points are cut into thin slabs normal to the axis; in each, the rock wall is found direction by direction behind objects and stray returns. Slabs are integrated to the volume with the curvature of the axis taken into account; the other methods are independent checks on the same sections.',
  'how.export': 'Export: each map file was read back after writing and compared.',
  'how.options': 'Options',
  'how.input': 'Input',
  'how.engine': 'Scans aligned on the {engine}, with Socavón {version}.',
} as const;
