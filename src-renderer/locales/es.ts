import type en from './en.ts';
import alignment from './es/alignment.ts';
import common from './es/common.ts';
import control from './es/control.ts';
import epochs from './es/epochs.ts';
import flat from './es/flat.ts';
import history from './es/history.ts';
import joins from './es/joins.ts';
import lab from './es/lab.ts';
import layers from './es/layers.ts';
import marks from './es/marks.ts';
import measures from './es/measures.ts';
import pictures from './es/pictures.ts';
import placement from './es/placement.ts';
import project from './es/project.ts';
import reports from './es/reports.ts';
import sections from './es/sections.ts';
import shell from './es/shell.ts';
import viewer from './es/viewer.ts';
import workflow from './es/workflow.ts';

/** The same keys, each with a text. */
type Translation<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string ? string : Translation<Texts[Key]>;
};

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
} satisfies Translation<typeof en>;
