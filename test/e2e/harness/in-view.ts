import type { Locator } from 'playwright-core';

/** True if an element lies in what its scrolled parents show. */
export function isInView(element: Locator): Promise<boolean> {
  return element.evaluate((node) => {
    const box = node.getBoundingClientRect();
    const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return at !== null && node.contains(at);
  });
}
