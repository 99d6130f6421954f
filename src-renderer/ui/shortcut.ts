/** Keys joined by `+`, such as `Ctrl+Shift+Z`, `Alt+1`, `Space`, `ArrowLeft`. On a Mac, Ctrl is the command key. */
export type Shortcut = string;

/** What of a keyboard event is looked at. */
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

/** Digits by their place on the keyboard: with Alt or Shift they write other signs. */
function keyMatches(key: string, press: KeyPress): boolean {
  if (/^\d$/.test(key)) return press.code === `Digit${key}`;
  if (key === 'Space') return press.key === ' ';
  return press.key.toLowerCase() === key.toLowerCase();
}

/** As it stands on the keyboard, part by part. */
export function shortcutParts(shortcut: Shortcut): string[] {
  const signs: Record<string, string> = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓' };
  return shortcut.split('+').map((part) => signs[part] ?? part);
}

/** Whether keys belong to what has the focus: writing, or a control that Space and Enter work. */
export function keysBelongTo(element: Element | null, press: KeyPress): boolean {
  if (element === null || press.ctrlKey || press.metaKey || press.altKey) return false;
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
