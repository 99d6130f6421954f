/** Keys joined by `+`, such as `Ctrl+Shift+Z`, `Alt+1`, `Space`, `ArrowLeft`. On a Mac, Ctrl is the command key. */
export type Shortcut = string;

/** Fields of a keyboard event that are used. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

export function shortcutMatches(shortcut: Shortcut, press: KeyPress): boolean {
  const parts = shortcut.split('+');
  const key = parts[parts.length - 1];
  return (
    keyMatches(key, press) &&
    parts.includes('Ctrl') === (press.ctrlKey || press.metaKey) &&
    parts.includes('Alt') === press.altKey &&
    parts.includes('Shift') === press.shiftKey
  );
}

/** Digits are matched by physical key, because with Alt or Shift they produce other characters. */
function keyMatches(key: string, press: KeyPress): boolean {
  if (/^\d$/.test(key)) return press.code === `Digit${key}`;
  if (key === 'Space') return press.key === ' ';
  return press.key.toLowerCase() === key.toLowerCase();
}

/** Shortcut as assistive technology reads it (WAI-ARIA 1.2, `aria-keyshortcuts`). */
export function ariaShortcut(shortcut: Shortcut): string {
  return shortcut.replace('Ctrl', 'Control');
}

/** Key labels of a shortcut, in order. */
export function shortcutParts(shortcut: Shortcut): string[] {
  const signs: Record<string, string> = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓' };
  return shortcut.split('+').map((part) => signs[part] ?? part);
}

/** Fields that a person types into. */
const TYPED =
  'textarea, [contenteditable="true"], input:not([type="checkbox"], [type="radio"], [type="range"], [type="button"])';

/**
 * True if the focused element uses the key itself: a text field, which also undoes what was typed into it, or a
 * control operated by Space and Enter.
 */
export function keysBelongTo(element: Element | null, press: KeyPress): boolean {
  if (element === null) return false;
  if ((press.ctrlKey || press.metaKey) && /^[zy]$/i.test(press.key)) return element.matches(TYPED);
  if (press.ctrlKey || press.metaKey || press.altKey) return false;
  if (element.matches('input, textarea, select, [contenteditable="true"]')) return true;
  const worksControl = press.key === ' ' || press.key === 'Enter';
  const ownArrows = element.closest(
    '[role="tablist"], [role="listbox"], [role="menu"], [role="slider"], [role="separator"]',
  );
  return (
    (worksControl && element.matches('button, a, summary, [role="button"], [role="option"], [role="tab"]')) ||
    (press.key.startsWith('Arrow') && ownArrows !== null)
  );
}
