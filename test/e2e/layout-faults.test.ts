import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, sharedChromium } from './harness/chromium.ts';
import { layoutFaults } from './harness/layout-faults.ts';

const CUT = 'width:60px;overflow:hidden;white-space:nowrap';

/** What the check of the panels must see: each fault on a page of its own. */
describe.skipIf(CHROMIUM === null)('faults of layout', () => {
  let page: Page;
  beforeAll(async () => {
    const browser = await sharedChromium();
    page = await browser.newPage({ viewport: { width: 400, height: 300 } });
  });
  afterAll(() => page.close());

  it.each([
    ['text that is cut', `<p style="${CUT}">a long line of text</p>`, 'cut: "a long line of text"'],
    ['text that is cut by what it lies in', `<div style="${CUT}"><b>a long line of text</b></div>`, 'cut:'],
    ['text that is wider than its button', '<button style="width:40px;white-space:nowrap;overflow:visible;padding:0;text-align:left">a long line</button>', 'wider than its button'],
    ['a choice that is wider than its field', '<select style="width:50px"><option>a long choice</option></select>', 'in its field'],
    ['a number that is wider than its field', '<input type="number" value="123456789" style="width:40px">', 'in its field'],
    ['text on text', '<p style="position:absolute;top:20px">one</p><p style="position:absolute;top:24px">other</p>', 'texts overlap'],
    ['labels of a chart on one another', '<svg><text x="5" y="20">17.5</text><text x="15" y="20">18.0</text></svg>', 'texts overlap'],
    ['a button on a button', '<button>one</button><button style="margin-left:-20px">other</button>', 'controls overlap'],
    ['what lies beyond the window', '<body style="overflow:hidden"><p style="position:absolute;left:390px;white-space:nowrap">a long line</p>', 'beyond the window'],
    ['a button beyond the window', '<body style="overflow:hidden"><button style="position:absolute;top:290px;height:40px"></button>', 'cut: button'],
    ['a box that scrolls sideways', '<div style="width:60px;overflow:auto;white-space:nowrap">a long line of text</div>', 'scrolls sideways'],
  ])('are seen: %s', async (_, html, fault) => {
    await page.setContent(html);
    expect((await layoutFaults(page)).join('\n')).toContain(fault);
  }); // biome-ignore format: a page each

  it.each([
    ['what can be scrolled to', '<div style="height:60px;overflow-y:auto"><p>one</p><p>two</p><p>three</p></div>'],
    ['cut text that says itself when it is pointed at', `<p title="a long line of text" style="${CUT}">a long line of text</p>`],
    ['what only a screen reader reads', '<p style="position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)">a long line</p>'],
    ['lines close to one another', '<p style="line-height:1.1">one<br>two<br><b>three</b></p>'],
    ['a piece of a line, which cuts nothing', '<p>a <span style="overflow:hidden;max-width:5px">piece</span></p>'],
    ['a field and its label', '<label>Width <input type="number" value="4.5" style="width:60px"></label>'],
    ['what is behind a dialog', `<p style="${CUT}">a long line of text</p><div role="dialog">well</div>`],
  ])('are not seen in %s', async (_, html) => {
    await page.setContent(html);
    expect(await layoutFaults(page)).toEqual([]);
  }); // biome-ignore format: a page each
});
