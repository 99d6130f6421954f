import { TERMS } from '../../../src-core/messages/terms.ts';

export default {
  cancel: 'Cancel',
  close: 'Close',
  apply: 'Apply',
  open: 'Open',
  choose: 'Choose…',
  back: 'Back',
  none: TERMS.none.en,
  yes: 'yes',
  no: 'no',
  unknown: 'unknown',
  loading: 'Loading…',
  more: 'More',
  dismiss: 'Dismiss',
  empty: 'empty',
  boundsFault: 'From {min} to {max} {unit}.',
  standard: 'standard {value}',
};
