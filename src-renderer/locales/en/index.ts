import alignment from './alignment.ts';
import common from './common.ts';
import control from './control.ts';
import epochs from './epochs.ts';
import flat from './flat.ts';
import lab from './lab.ts';
import project from './project.ts';
import reports from './reports.ts';
import sections from './sections.ts';
import shell from './shell.ts';
import viewer from './viewer.ts';

/** English is the schema: the other languages have the same keys. */
export default {
  alignment,
  common,
  control,
  epochs,
  flat,
  lab,
  project,
  reports,
  sections,
  shell,
  viewer,
};
