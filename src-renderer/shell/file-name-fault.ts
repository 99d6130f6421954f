/** Reason why a name cannot be that of a file on every system; the locale key is `shell.files.faults.` and this. */
type FileNameFault = 'characters' | 'end' | 'reserved' | 'long';

/** Refused by Windows; the slash by every system. */
const REFUSED = /[<>:"/\\|?*]/g;
/** Devices of Windows, with any ending. */
const DEVICES = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i;
/** Most bytes of a name in the usual file systems, less those of the files that are written beside it. */
const MOST_BYTES = 240;

/** Checks a name of a new file or folder, so that the project can be copied to any other computer; null: usable. */
export function fileNameFault(name: string): { fault: FileNameFault; characters: string } | null {
  const refused = [...new Set([...name.matchAll(REFUSED)].map(([character]) => character))];
  const hasControl = [...name].some((character) => character < ' ');
  if (refused.length > 0 || hasControl) return { fault: 'characters', characters: refused.join(' ') };
  if (/[. ]$/.test(name)) return { fault: 'end', characters: '' };
  if (DEVICES.test(name)) return { fault: 'reserved', characters: '' };
  if (new TextEncoder().encode(name).length > MOST_BYTES) return { fault: 'long', characters: '' };
  return null;
}
