export default {
  title: 'From capture to report',
  steps: {
    import: 'Import',
    align: 'Align',
    control: 'Control',
    measure: 'Measure',
    report: 'Report',
  },
  /** What a step is for, where it is not done. */
  purposes: {
    import: 'captures of the sensor',
    align: 'the scans, one after another',
    control: 'surveyed points and loops',
    measure: 'sections, volume and its ±',
    report: 'the report and its files',
  },
  imported: '{scans} scan | {scans} scans',
  aligned: '{placed} of {total} scan | {placed} of {total} scans',
  adjusted: 'adjusted to points or loops',
  measured: 'by every point',
  written: 'written on {date}',
  optional: 'optional',
  next: 'Next: {step}',
  finished: 'Surveyed and reported',
};
