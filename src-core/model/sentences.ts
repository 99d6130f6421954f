import { CONTROL_SENTENCES } from './control-sentences.ts';
import { DESIGN_SENTENCES } from './design-sentences.ts';

/**
 * What a window says in the person's own language: the sentences by name, and the names of the figures in each. The
 * engine's English sentence goes with each, for the command line and for who has no other.
 */
export const SENTENCES = {
  // Warnings, by their codes.
  'length-unobserved': ['seconds', 'ofSeconds', 'metres', 'ofMetres'],
  'scans-not-matched': ['count', 'of'],
  'alignment-not-converged': ['count', 'of'],
  'gyro-not-believed': [],
  'changed-by-hand': ['count'],
  'path-aside': ['percent'],
  'range-clamped': ['start', 'end', 'askedStart', 'askedEnd'],
  gap: ['start', 'end'],
  'measured-share': ['percent'],
  'methods-disagree': ['percent', 'every'],
  'axis-fold': ['chainage'],
  'profile-open': ['count', 'chainages'],
  'design-on-own-axis': [],
  'stretch-unobserved': ['metres', 'ofMetres', 'start', 'end', 'stretches', 'plusMinus'],
  'control-left-out': ['names'],
  'points-not-finite': ['count', 'of', 'name'],
  'no-imu': [],
  'face-open': ['chainage', 'reach'],
  'face-hidden': ['chainage'],
  'face-slanting': ['start', 'end'],
  'face-away': ['chainage'],
  'face-went-back': ['metres'],
  'axis-short': ['chainage', 'metres'],
  // Refusals of a comparison.
  'epochs-grids': [],
  'epochs-local': [],
  'compare-itself': [],
  'epochs-dates': ['earlier', 'later'],
  'epochs-apart': ['start', 'end', 'laterStart', 'laterEnd'],
  'epochs-off': ['percent'],
  'epochs-axes': [],
  'epochs-cells': [],
  'density-none': ['density'],
  'density-unit': ['density'],
  'swell-none': ['swell'],
  ...DESIGN_SENTENCES,
  // Damage of a capture.
  'capture-cut': ['name', 'byte', 'bytes'],
  'columns-lost': ['percent', 'scans', 'of'],
  'packets-foreign': ['count'],
  'senders-several': ['name', 'port'],
  'port-differs': ['port', 'expected'],
  'link-type-unread': ['name', 'linkType'],
  // Assumptions of a sensor.
  'nominal-sensor': [],
  'mode-assumed': ['name', 'hertz'],
  'columns-assumed': ['name', 'columns', 'mode'],
  'imu-profile-unread': ['name', 'profile'],
  'beam-origin-assumed': ['name', 'millimetres', 'product'],
  'beam-origins-two': ['name', 'taken', 'other'],
  'transform-assumed': ['name', 'key'],
  'beam-angles-assumed': ['angles', 'beams', 'channels'],
  'channels-believed': ['name', 'channels'],
  'channels-assumed': ['name', 'found', 'beams', 'channels'],
  // What a capture and its sensor are.
  'fact-packets': ['count', 'size', 'port'],
  'fact-channels': ['count'],
  'fact-looked-at': ['size'],
  'fact-clock': ['seconds', 'ns'],
  'fact-sensor': ['name', 'serial'],
  'fact-mode': ['columns', 'hertz', 'beams'],
  'fact-mode-slots': ['columns', 'hertz', 'beams', 'slots'],
  'fact-altitudes': ['first', 'last'],
  'fact-beam-origin': ['millimetres'],
  // Refusals of a capture or its metadata.
  'metadata-none': ['name', 'folder', 'names'],
  'metadata-other-packets': ['name'],
  'metadata-other-sensor': ['name'],
  'capture-of-another': ['names', 'initId', 'serial'],
  'capture-unfit': ['names'],
  'capture-without-lidar': ['names', 'port'],
  'capture-cut-at-once': ['names', 'bytes'],
  'capture-without-column': ['names', 'packets'],
  'capture-without-scan': [],
  'capture-with-other-metadata': [],
  'capture-twice': ['name', 'twin'],
  'capture-in-project': ['names', 'project'],
  'capture-came-meanwhile': ['name'],
  // Refusals of a path or a file.
  'path-not-to-read': ['path'],
  'path-not-to-write': ['path'],
  'path-outside': ['path', 'folder'],
  'file-none': ['path'],
  'file-is-folder': ['path'],
  'file-no-right': ['path'],
  'file-not-read': ['path', 'why'],
  'file-not-written': ['path', 'why'],
  'file-too-large': ['path'],
  'folder-none': ['path', 'folder'],
  'folder-is-file': ['path'],
  'disk-full': ['path'],
  'text-none': ['path'],
  // Refusals of a project.
  'project-none-open': [],
  'project-none': ['path'],
  'project-other-file': ['path'],
  'project-other-program': ['path'],
  'project-damaged': ['path'],
  'project-newer': ['path', 'version', 'latest'],
  'project-older': ['path', 'version'],
  'project-locked': ['path'],
  'project-read-only': ['path', 'why'],
  'project-aligned-elsewhere': ['path'],
  'session-none': ['id'],
  'work-goes-on': [],
  'project-worked-on': [],
  // Refusals of the alignment.
  'scan-none': ['scan', 'last'],
  'scan-left-out': ['scan'],
  'scan-origin': ['scan'],
  'scans-all-left-out': [],
  'scan-without-pose': ['scan'],
  'scans-not-aligned': [],
  'join-itself': [],
  'join-length-unobserved': [],
  'join-ambiguous': [],
  'join-contradicted': [],
  'join-no-overlap': [],
  'undo-none': [],
  'redo-none': [],
  'gpu-none': [],
  'gpu-software': ['adapter'],
  'gpu-driver-fails': ['why'],
  'gpu-replaced': [],
  // Refusals of a measurement.
  'chainage-empty': ['start', 'end', 'knownStart', 'knownEnd'],
  'chainage-outside': ['start', 'end', 'knownStart', 'knownEnd'],
  'chainage-off-axis': ['start', 'end', 'axis', 'first', 'last'],
  'axis-off-map': ['metres', 'east', 'north', 'level'],
  ...CONTROL_SENTENCES,
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type SentenceName = keyof typeof SENTENCES;

/** A sentence by name, with its figures as they are to be written. */
export interface Sentence {
  readonly name: string;
  readonly values: Readonly<Record<string, string | number>>;
}

/** Something said to the person: in English, and where a window knows the sentence, in the person's own language. */
export interface Remark {
  readonly message: string;
  readonly sentence?: Sentence | undefined;
}

/** @param values one for each place of the sentence */
export function sentence<Name extends SentenceName>(
  name: Name,
  values: Readonly<Record<(typeof SENTENCES)[Name][number], string | number>>,
): Sentence {
  return { name, values };
}

/** A sentence with its English. @param values one for each place of the sentence */
export function remark<Name extends SentenceName>(
  name: Name,
  values: Readonly<Record<(typeof SENTENCES)[Name][number], string | number>>,
  message: string,
): Remark {
  return { message, sentence: sentence(name, values) };
}

/** Codes of all warnings; each has a headline or a sentence in every language. */
export const WARNING_CODES = [
  'length-unobserved',
  'scans-not-matched',
  'alignment-not-converged',
  'gyro-not-believed',
  'changed-by-hand',
  'path-aside',
  'range-clamped',
  'gap',
  'measured-share',
  'methods-disagree',
  'axis-fold',
  'stretch-unobserved',
  'control-left-out',
  'points-not-finite',
  'capture',
  'sensor-nominal',
  'engine-choice',
  'face-unseen',
  'face-went-back',
  'axis-short',
  'profile-open',
  'design-on-own-axis',
] as const;

export type WarningCode = (typeof WARNING_CODES)[number];

/** Something wrong with data or weak in a result. */
export interface Warning extends Remark {
  readonly code: WarningCode;
}
