const NARROW_SPACE = '\u202f';
const MINUS = '\u2212';
const NONE = '\u2013';

/**
 * Formats a number for a document: fixed decimals after a point, thousands separated by a narrow space (as in ISO
 * 80000: a comma would be read as a decimal sign in half of Latin America); a dash for NaN.
 */
export function fixed(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return NONE;
  const [whole, fraction] = Math.abs(value).toFixed(decimals).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, NARROW_SPACE);
  const isZero = !/[1-9]/.test(whole + (fraction ?? ''));
  return `${value < 0 && !isZero ? MINUS : ''}${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
}

/** Share 0..1 in per cent. */
export function percent(share: number, decimals: number): string {
  return `${fixed(100 * share, decimals)}${NARROW_SPACE}%`;
}

/** Chainage in surveyors' notation, kilometres + metres: 1+234.50. */
export function chainageText(metres: number, decimals = 2): string {
  const rounded = Number(Math.abs(metres).toFixed(decimals));
  const kilometres = Math.floor(rounded / 1000);
  const rest = (rounded - 1000 * kilometres).toFixed(decimals);
  const width = decimals === 0 ? 3 : 4 + decimals;
  return `${metres < 0 && rounded > 0 ? MINUS : ''}${kilometres}+${rest.padStart(width, '0')}`;
}

/** Date and time to the minute, in UTC. */
export function dateText(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Escapes text for use between tags or inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Fills the `{name}` placeholders of a text. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}
