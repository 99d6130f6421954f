import { ALIGNMENT } from './en/alignment.ts';
import { AUDIT } from './en/audit.ts';
import { CAD } from './en/cad.ts';
import { CALIBRATION } from './en/calibration.ts';
import { CAPTURE } from './en/capture.ts';
import { CHAMBER } from './en/chamber.ts';
import { CLI } from './en/cli.ts';
import { CLOUD } from './en/cloud.ts';
import { CLOUD_SURVEY } from './en/cloud-survey.ts';
import { CONTROL } from './en/control.ts';
import { CORRECTIONS } from './en/corrections.ts';
import { DESIGN } from './en/design.ts';
import { E57 } from './en/e57.ts';
import { EPOCHS } from './en/epochs.ts';
import { FACTS } from './en/facts.ts';
import { FILES } from './en/files.ts';
import { FORMATS } from './en/formats.ts';
import { GPU } from './en/gpu.ts';
import { GRID } from './en/grid.ts';
import { HEADLINES } from './en/headlines.ts';
import { HELP } from './en/help.ts';
import { HOST } from './en/host.ts';
import { LAS } from './en/las.ts';
import { MESH } from './en/mesh.ts';
import { OUSTER } from './en/ouster.ts';
import { POINT_TEXT } from './en/point-text.ts';
import { POSES } from './en/poses.ts';
import { PROJECT } from './en/project.ts';
import { RECORDINGS } from './en/recordings.ts';
import { REGISTRATION } from './en/registration.ts';
import { REPORT } from './en/report.ts';
import { RESULTS } from './en/results.ts';
import { SIMULATE } from './en/simulate.ts';
import { TABLES } from './en/tables.ts';
import { TUNNEL } from './en/tunnel.ts';
import { USAGE } from './en/usage.ts';
import { WATER } from './en/water.ts';
import { WORDS } from './en/words.ts';
import { WORK } from './en/work.ts';

/** All texts in English, by their codes. */
export const EN = {
  ...ALIGNMENT,
  ...AUDIT,
  ...CAD,
  ...CALIBRATION,
  ...CAPTURE,
  ...CHAMBER,
  ...CLI,
  ...CLOUD,
  ...CLOUD_SURVEY,
  ...CONTROL,
  ...CORRECTIONS,
  ...DESIGN,
  ...E57,
  ...EPOCHS,
  ...FACTS,
  ...FILES,
  ...FORMATS,
  ...GPU,
  ...GRID,
  ...HEADLINES,
  ...HELP,
  ...HOST,
  ...LAS,
  ...MESH,
  ...POSES,
  ...POINT_TEXT,
  ...OUSTER,
  ...PROJECT,
  ...RECORDINGS,
  ...REGISTRATION,
  ...REPORT,
  ...RESULTS,
  ...SIMULATE,
  ...TABLES,
  ...TUNNEL,
  ...USAGE,
  ...WATER,
  ...WORDS,
  ...WORK,
} as const;
