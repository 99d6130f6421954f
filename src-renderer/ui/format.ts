/** Formatting of numbers, sizes and times for the user. `locale` is a tag such as `es-PE`. */

export function number(value: number, locale: string, digits = 0): string {
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    // No minus sign on values rounded to zero.
    signDisplay: 'negative',
  }).format(value);
}

const BYTE_UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

export function bytes(count: number, locale: string): string {
  const step = count < 1 ? 0 : Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log10(count) / 3));
  return `${number(count / 1000 ** step, locale, step === 0 ? 0 : 1)} ${BYTE_UNITS[step]}`;
}

/** Formats a duration such as `45 s`, `3 min 20 s`, `2 h 05 min`, rounded to useful precision. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min ${String(whole % 60).padStart(2, '0')} s`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/** Formats a date in local time. @param iso time stamp of the project */
export function date(iso: string, locale: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}

/** Formats the day of a date in local time. @param iso time stamp of the project */
export function day(iso: string, locale: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(at);
}

/** Last component of a path of any operating system. */
export function fileName(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== '') ?? path;
}

/** Separator of folders in a path of this machine, which the window knows by its paths only. */
export function separatorIn(path: string): '\\' | '/' {
  return path.includes('\\') ? '\\' : '/';
}

/** Path of a file in a folder. */
export function pathIn(folder: string, file: string): string {
  const separator = separatorIn(folder);
  return folder.endsWith(separator) ? `${folder}${file}` : `${folder}${separator}${file}`;
}

/** A name of at most so many characters: what is left out of its middle is shown by dots. */
export function shortName(name: string, most: number): string {
  if (name.length <= most) return name;
  const end = Math.ceil((most - 1) / 2);
  return `${name.slice(0, most - 1 - end)}…${name.slice(-end)}`;
}
