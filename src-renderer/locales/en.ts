import alignment from './en/alignment.ts';
import common from './en/common.ts';
import control from './en/control.ts';
import epochs from './en/epochs.ts';
import flat from './en/flat.ts';
import history from './en/history.ts';
import joins from './en/joins.ts';
import lab from './en/lab.ts';
import layers from './en/layers.ts';
import marks from './en/marks.ts';
import measures from './en/measures.ts';
import pictures from './en/pictures.ts';
import placement from './en/placement.ts';
import project from './en/project.ts';
import reports from './en/reports.ts';
import sections from './en/sections.ts';
import shell from './en/shell.ts';
import viewer from './en/viewer.ts';
import workflow from './en/workflow.ts';

/** English is the schema: the other languages have the same keys. */
export default {
  alignment,
  common,
  control,
  epochs,
  flat,
  history,
  joins,
  lab,
  layers,
  marks,
  measures,
  pictures,
  placement,
  project,
  reports,
  sections,
  shell,
  viewer,
  workflow,
};
