import { outlinesCsv } from '../../io/tables/profiles-csv.ts';
import { measuresOutput, writeFiles } from './output.ts';

/** Sections and their outlines as CSV. */
export const profiles = measuresOutput('profiles', {
  write: (survey, _formats, context) =>
    writeFiles(
      survey,
      [
        { name: 'profiles.csv', make: () => [survey.texts['profiles.csv']] },
        { name: 'outlines.csv', make: () => outlinesCsv(survey.measured.measures.profiles) },
      ],
      context,
    ),
});

/** Volume as JSON, and the calibration of the instrument that the map was corrected by, if there is one. */
export const volume = measuresOutput('volume', {
  write(survey, _formats, context) {
    const { calibration = null } = survey.task.source;
    return writeFiles(
      survey,
      [
        { name: 'volume.json', make: () => [survey.texts['volume.json']] },
        ...(calibration === null
          ? []
          : [{ name: 'calibration.json', make: () => [`${JSON.stringify(calibration, null, 2)}\n`] }]),
      ],
      context,
    );
  },
});
