import type { Page } from 'playwright-core';

/**
 * Text that is cut, elements on top of one another, and what lies beyond the window with no way to scroll to it; one
 * line each. Looks at the topmost dialog where there is one. What is drawn on a canvas is not seen.
 */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(findFaults);
}

/** Runs in the page: all that it needs is inside of it. */
function findFaults(): string[] {
  /** Fractions of a pixel come from rounding. */
  const SLACK = 1.5;
  /** Of the height of a line that is above and below its letters. */
  const LEADING = 0.2;
  const CONTROLS =
    'a[href], button, input, select, textarea, summary, [role="tab"], [role="option"], [role="slider"], [role="separator"][tabindex]';

  interface Box {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  }
  interface Seen {
    readonly element: Element;
    readonly box: Box;
    readonly name: string;
  }

  const root = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document.body;
  const faults = new Set<string>();

  /** What only a screen reader or the keyboard comes to is meant to be out of sight. */
  const isMeantUnseen = (element: Element): boolean =>
    element.closest('.visually-hidden, .skip, [aria-hidden="true"] .visually-hidden') !== null ||
    getComputedStyle(element).clipPath === 'inset(50%)';
  const isVisible = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !isMeantUnseen(element);
  const wordsOf = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 50);
  const nameOf = (element: Element): string => {
    const said =
      element.getAttribute('aria-label') ||
      (element as HTMLElement).innerText ||
      element.textContent ||
      element.id;
    return `${element.tagName.toLowerCase()} "${wordsOf(said)}"`;
  };
  const boxOf = ({ left, top, right, bottom }: DOMRect): Box => ({ left, top, right, bottom });
  const common = (a: Box, b: Box): Box => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  });
  const width = ({ left, right }: Box): number => right - left;
  const height = ({ top, bottom }: Box): number => bottom - top;
  const isEmpty = (box: Box): boolean => width(box) <= 0 || height(box) <= 0;
  const inner = (element: Element): Box => {
    const { left, top } = element.getBoundingClientRect();
    const x = left + element.clientLeft;
    const y = top + element.clientTop;
    return { left: x, top: y, right: x + element.clientWidth, bottom: y + element.clientHeight };
  };

  /**
   * The part of a box that is in sight, and how its ancestors cut it: 'cut' where nobody can scroll to the rest. A box
   * that is placed in the window is cut by the window only.
   */
  function sight(element: Element, whole: Box): { box: Box; cutBy: Element | null } {
    let box = whole;
    let fixed = false;
    const reachable = { x: false, y: false };
    for (let at: Element | null = element; at !== null && !fixed; at = at.parentElement) {
      const { display, overflowX, overflowY, position } = getComputedStyle(at);
      fixed = position === 'fixed';
      if (at instanceof SVGElement || at === document.body || at === document.documentElement) continue;
      if (display === 'inline' || (overflowX === 'visible' && overflowY === 'visible')) continue;
      const room = inner(at);
      if (/auto|scroll/.test(overflowX)) reachable.x = true;
      if (/auto|scroll/.test(overflowY)) reachable.y = true;
      const isCut =
        (!reachable.x && (box.left < room.left - SLACK || box.right > room.right + SLACK)) ||
        (!reachable.y && (box.top < room.top - SLACK || box.bottom > room.bottom + SLACK));
      if (isCut) return { box: common(box, room), cutBy: at };
      box = common(box, room);
    }
    const page: Box = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const isBeyond =
      (!reachable.x && (box.left < -SLACK || box.right > page.right + SLACK)) ||
      (!reachable.y && (box.top < -SLACK || box.bottom > page.bottom + SLACK));
    return { box: common(box, page), cutBy: isBeyond ? document.documentElement : null };
  }

  const hasTitle = (element: Element): boolean => element.closest('[title]') !== null;
  const seenTexts: Seen[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    const words = wordsOf(node.textContent ?? '');
    if (element === null || words === '' || element.closest('option, script, style') !== null) continue;
    if (!isVisible(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const control = element.closest('button, a[href], label, td, th');
    for (const rect of range.getClientRects()) {
      const letters: Box = {
        ...boxOf(rect),
        top: rect.top + LEADING * rect.height,
        bottom: rect.bottom - LEADING * rect.height,
      };
      if (isEmpty(letters)) continue;
      const { box, cutBy } = sight(element, letters);
      if (cutBy === document.documentElement) faults.add(`beyond the window: "${words}"`);
      else if (cutBy !== null && !hasTitle(element)) faults.add(`cut: "${words}" by ${nameOf(cutBy)}`);
      if (control !== null) {
        const { left, right } = control.getBoundingClientRect();
        if (rect.left < left - SLACK || rect.right > right + SLACK)
          faults.add(`wider than its ${control.tagName.toLowerCase()}: "${words}"`);
      }
      if (!isEmpty(box)) seenTexts.push({ element, box, name: `"${words}"` });
    }
  }

  const drawing = document.createElement('canvas').getContext('2d')!;
  const controls: Seen[] = [];
  for (const element of root.querySelectorAll(CONTROLS)) {
    if (!isVisible(element)) continue;
    const whole = boxOf(element.getBoundingClientRect());
    if (isEmpty(whole)) continue;
    // A field cuts what is typed into it, not itself.
    const isFixed = getComputedStyle(element).position === 'fixed';
    const { box, cutBy } = sight((isFixed ? null : element.parentElement) ?? document.documentElement, whole);
    if (cutBy !== null) faults.add(`cut: ${nameOf(element)}`);
    if (!isEmpty(box)) controls.push({ element, box, name: nameOf(element) });
    if (element instanceof HTMLSelectElement || element instanceof HTMLInputElement) {
      const shown =
        element instanceof HTMLSelectElement ? (element.selectedOptions[0]?.text ?? '') : element.value;
      if (element instanceof HTMLInputElement && !['text', 'number', 'search'].includes(element.type))
        continue;
      const { font, paddingLeft, paddingRight } = getComputedStyle(element);
      drawing.font = font;
      const room = element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      if (drawing.measureText(shown).width > room + SLACK) faults.add(`cut: "${shown}" in its field`);
    }
  }

  /** What stays while the rest scrolls under it, and what covers that, are not read at a time. */
  const staysInPlace = (element: Element): boolean => {
    for (let at: Element | null = element; at !== null && at !== root; at = at.parentElement)
      if (getComputedStyle(at).position === 'sticky') return true;
    return false;
  };
  function overlaps(all: readonly Seen[], what: string): void {
    const free = all.filter(({ element }) => !staysInPlace(element));
    for (const [i, a] of free.entries())
      for (const b of free.slice(i + 1)) {
        if (a.element.contains(b.element) || b.element.contains(a.element)) continue;
        const both = common(a.box, b.box);
        if (width(both) > SLACK && height(both) > SLACK)
          faults.add(`${what} overlap: ${a.name} and ${b.name}`);
      }
  }
  overlaps(seenTexts, 'texts');
  overlaps(controls, 'controls');

  for (const element of [root, ...root.querySelectorAll('*')]) {
    const { overflowX } = getComputedStyle(element);
    if (
      /auto|scroll/.test(overflowX) &&
      element.scrollWidth > element.clientWidth + SLACK &&
      isVisible(element)
    )
      faults.add(`scrolls sideways: ${element.tagName.toLowerCase()}.${element.className}`);
  }
  return [...faults];
}
