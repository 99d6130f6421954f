import { TERMS } from '../terms.ts';

/** Audit trail, and signatures of reports. */
export const AUDIT = {
  'audit-begun-found':
    'It begins on {at}, with all that an older version of the program had stored until then.',
  'audit-broken-beginning':
    'The audit trail of {path} is broken at entry {sequence}: it does not begin with the beginning of this project. Entries were taken away, or are those of another project.',
  'audit-broken-hash':
    'The audit trail of {path} is broken at entry {sequence}: its text or its hash was changed after it was entered.',
  'audit-broken-previous':
    'The audit trail of {path} is broken at entry {sequence}: it was not made after the entry that stands before it. Entries were changed, exchanged or put in.',
  'audit-broken-sequence':
    'The audit trail of {path} is broken at entry {sequence}: the number does not follow. Entries were taken away or put in.',
  'audit-broken-unreadable':
    'The audit trail of {path} is broken at entry {sequence}: it is not an entry as the program writes them.',
  'audit-file-changed':
    '{path} was changed: the file {name} that the project wrote on {at} (entry {sequence}, {person}) has other bytes.',
  'audit-file-older': 'The work on the project went on since: the file shows an earlier state.',
  'audit-file-unknown': '{path} is unknown: the project wrote neither these bytes nor a file of this name.',
  'audit-file-valid': '{path} is valid: the project wrote it on {at} (entry {sequence}, {person}).',
  'audit-nobody': 'nobody named',
  'audit-part-captures': 'the list of captures',
  'audit-part-changed':
    '{what}, session {session}: not as the audit trail says. It was changed by another program, or project and trail are not of one copy.',
  'audit-part-cloud': 'the facts of the cloud',
  'audit-part-control': TERMS.controlTargetsAndLoops.en,
  'audit-part-edits': 'the edits of the alignment',
  'audit-part-heading': 'the heading of the survey',
  'audit-part-points': 'the points of the cloud',
  'audit-part-poses': 'the poses of the alignment',
  'audit-part-product': 'the stored result {name}',
  'audit-part-project': 'the identity of the project',
  'audit-part-refinement': 'the refinement',
  'audit-part-run': 'the options of the alignment',
  'audit-part-scans': 'the scans',
  'audit-part-session': 'sensor, warnings, losses, dates and name of the session',
  'audit-part-setting': 'the setting {name}',
  'audit-part-whole':
    '{what}: not as the audit trail says. It was changed by another program, or project and trail are not of one copy.',
  'audit-part-work': 'the parameters {name}',
  'audit-state-agrees': 'The project agrees with its audit trail.',
  'audit-whole': 'The audit trail of {path} is whole: {count} {count|entry|entries}, hash {hash}.',
  'help-key': 'makes the key that a surveyor signs reports with',
  'help-key-file': 'file for the private key; the public one is FILE.pub, and may be given to anybody',
  'help-key-surveyor': 'name of the surveyor whose key it is',
  'help-key-what': 'new: makes a pair of keys',
  'help-passphrase-file':
    'file with the passphrase of the key on its first line (default: SOCAVON_PASSPHRASE, else asked for)',
  'help-sign': 'signs a report: writes REPORT.sig beside it',
  'help-sign-key': 'private key of the surveyor, by `socavon key new`',
  'help-sign-report': 'the report, or any other file',
  'help-verify': 'compares a project with its audit trail, and reports with both and with their signatures',
  'help-verify-key': 'public key whose owner is known; several: repeat it',
  'help-verify-project': 'project file; it is only read',
  'help-verify-report': 'files that the project wrote: reports, maps, drawings',
  'help-verify-signature': 'signature of the one report that is given (default: REPORT.sig, if it is there)',
  'key-damaged': '{path} is damaged: take a copy of the key.',
  'key-exists': '{path} exists already, and a key is not replaced; choose another name.',
  'key-made': '{path}: private key of {signer}; keep it and its passphrase to yourself.',
  'key-made-public': '{path}: public key to give away, fingerprint {fingerprint}.',
  'key-malformed': '{path} is not a key of `socavon key new`; choose FILE to sign, FILE.pub to verify.',
  'key-name-unusable':
    'The name of the surveyor is empty, has more than 100 characters or more than one line; give another one.',
  'passphrase-ask': 'Passphrase: ',
  'passphrase-empty': 'The passphrase is empty; choose one that nobody guesses.',
  'passphrase-none':
    'No passphrase: it is asked for on a terminal only. Use --passphrase-file, or the variable SOCAVON_PASSPHRASE.',
  'passphrase-wrong': 'The passphrase does not open {path}; try again.',
  'sign-done': '{path}: signed by {signer}, fingerprint {fingerprint}.',
  'signature-broken':
    'The signature of {path} is not valid: it was changed, or is not by the key that it names ({fingerprint}).',
  'signature-changed':
    '{path} is not the file that {signer} signed on {at}: it was changed, or the signature is that of {file}.',
  'signature-malformed': '{path} is not a signature of `socavon sign`, or a part of it is missing.',
  'signature-one': '--signature goes with one report; several need a REPORT.sig beside each of them.',
  'signature-unknown':
    'The signature of {path} is by an unknown key: it names {signer}, but anybody can. Ask for the public key (fingerprint {fingerprint}) and give it by --key.',
  'signature-valid': 'The signature of {path} is valid: signed by {signer} on {at}.',
} as const;
