/** Reports and their headings. */
export const REPORT = {
  'heading-date': '"{date}" is not a date; give the date of the survey as YYYY-MM-DD, such as 2026-03-31.',
  'heading-long':
    'The field "{field}" of the survey is {length} characters long; a report has room for {longest}.',
  'no-section-to-draw': 'There is no section to draw; measure the drive first.',
  'report-sections':
    'A report needs at least two sections, there are {count}; take a closer interval or a longer range of chainages.',
} as const;
