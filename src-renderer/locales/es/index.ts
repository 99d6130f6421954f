import type en from '../en/index.ts';
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
} satisfies typeof en;
