import { ALIGNMENT } from './es/alignment.ts';
import { AUDIT } from './es/audit.ts';
import { CAD } from './es/cad.ts';
import { CALIBRATION } from './es/calibration.ts';
import { CAPTURE } from './es/capture.ts';
import { CHAMBER } from './es/chamber.ts';
import { CLI } from './es/cli.ts';
import { CLOUD } from './es/cloud.ts';
import { CLOUD_SURVEY } from './es/cloud-survey.ts';
import { CONTROL } from './es/control.ts';
import { CORRECTIONS } from './es/corrections.ts';
import { DESIGN } from './es/design.ts';
import { E57 } from './es/e57.ts';
import { EPOCHS } from './es/epochs.ts';
import { FACTS } from './es/facts.ts';
import { FILES } from './es/files.ts';
import { FORMATS } from './es/formats.ts';
import { GPU } from './es/gpu.ts';
import { GRID } from './es/grid.ts';
import { HEADLINES } from './es/headlines.ts';
import { HELP } from './es/help.ts';
import { HOST } from './es/host.ts';
import { LAS } from './es/las.ts';
import { MESH } from './es/mesh.ts';
import { OUSTER } from './es/ouster.ts';
import { POINT_TEXT } from './es/point-text.ts';
import { POSES } from './es/poses.ts';
import { PROJECT } from './es/project.ts';
import { RECORDINGS } from './es/recordings.ts';
import { REGISTRATION } from './es/registration.ts';
import { REPORT } from './es/report.ts';
import { RESULTS } from './es/results.ts';
import { SIMULATE } from './es/simulate.ts';
import { TABLES } from './es/tables.ts';
import { TUNNEL } from './es/tunnel.ts';
import { USAGE } from './es/usage.ts';
import { WATER } from './es/water.ts';
import { WORDS } from './es/words.ts';
import { WORK } from './es/work.ts';

/** All texts in Spanish, in the terminology of surveyors and mining engineers of Peru and Chile, by their codes. */
export const ES = {
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
