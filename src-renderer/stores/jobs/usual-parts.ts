import type { PartTime } from '../../ui/whole-time.ts';

const part = (name: string, seconds: number): PartTime => ({ part: name, seconds });
const FINDING_MOVED = part('map 1', 3);
const WALL = [FINDING_MOVED, part('measure 1', 2.3), part('measure 2', 1)];

/**
 * Parts of long jobs in their order, with what they take for a drive of 40 m (`npm run bench -- window-way`): until the
 * first run on this machine only their proportions matter.
 */
export const USUAL_PARTS: Readonly<Record<string, readonly PartTime[]>> = {
  'project.makingSample': [part('simulate 1', 35), part('import 1', 1)],
  'sections.measuring': WALL,
  'viewer.building': [FINDING_MOVED, part('map 2', 1.5), part('map 3', 3)],
  'reports.previewing': WALL,
  'reports.writing': [FINDING_MOVED, part('export 1', 3), ...WALL.slice(1), part('export 2', 1)],
};

/** Labels of jobs by request, for those of another window or of this one before it was loaded again. */
export const LABELS: Readonly<Record<string, string>> = {
  'project.openSample': 'project.makingSample',
  'capture.import': 'project.importing',
  'alignment.advance': 'alignment.running',
  'alignment.open': 'alignment.opening',
  'survey.wall': 'sections.measuring',
  'survey.chamber': 'sections.measuringChamber',
  'map.build': 'viewer.building',
  'map.moved': 'viewer.findingMoved',
  'report.preview': 'reports.previewing',
  'survey.write': 'reports.writing',
  'epochs.compare': 'epochs.comparing',
  'register.run': 'lab.registering',
};
