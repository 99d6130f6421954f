import { z } from 'zod';
import { PAPERS, REPORT_FORMS } from '../model/report-forms.ts';
import {
  DRAWING_FORMATS,
  MAP_ATTRIBUTES,
  MAP_FORMATS,
  MESH_FORMATS,
  SCAN_FORMATS,
  SURVEY_CONTENTS,
  TABLE_FORMATS,
  TRAJECTORY_FORMATS,
} from '../model/survey-content.ts';

/** Choice of the files of a survey and of their formats, which may be empty while it is being made. */
export const FILE_CHOICE = {
  contents: z.array(z.enum(SURVEY_CONTENTS)),
  reportForms: z.array(z.enum(REPORT_FORMS)),
  paper: z.enum(PAPERS),
  mapFormats: z.array(z.enum(MAP_FORMATS)),
  mapAttributes: z.array(z.enum(MAP_ATTRIBUTES)),
  meshFormats: z.array(z.enum(MESH_FORMATS)),
  tableFormats: z.array(z.enum(TABLE_FORMATS)),
  trajectoryFormats: z.array(z.enum(TRAJECTORY_FORMATS)),
  scanFormats: z.array(z.enum(SCAN_FORMATS)),
  drawings: z.array(z.enum(DRAWING_FORMATS)),
};
