import { Marked, type Tokens } from 'marked';
import type { Language } from '../locales/i18n.ts';

/** The guides of the documentation, and the pictures that they show, loaded when they are opened. */
const GUIDES = import.meta.glob<string>('../../docs/guide/*.md', { query: '?raw', import: 'default' });
const GUIDE_IN: Record<Language, string> = {
  en: '../../docs/guide/quick-start.md',
  es: '../../docs/guide/inicio-rapido.md',
};
const PICTURES = import.meta.glob<string>('../../docs/images/{window,report}/*.webp', {
  query: '?url',
  import: 'default',
});

/** Section of the guide that tells about a panel, by its number. */
const SECTION_OF: Readonly<Record<string, number>> = {
  project: 1,
  alignment: 2,
  control: 2,
  map: 3,
  sections: 4,
  flat: 4,
  epochs: 5,
  reports: 6,
  lab: 7,
};

export interface Guide {
  readonly html: string;
  readonly headings: readonly { readonly id: string; readonly title: string }[];
}

/** The guide as HTML, with the addresses of its pictures in this build. */
export async function loadGuide(language: Language): Promise<Guide> {
  const text = await GUIDES[GUIDE_IN[language]]();
  return guideOf(text, (name) => PICTURES[name]?.());
}

/** Id of the heading that tells about a panel; the first one for a panel that the guide does not name. */
export function headingFor(panel: string): string {
  return headingId(SECTION_OF[panel] ?? 0);
}

/** @param addressOf of a picture, by its path from this file; undefined: there is none, and its text is shown */
async function guideOf(
  text: string,
  addressOf: (path: string) => Promise<string> | undefined,
): Promise<Guide> {
  const addresses = new Map<string, string>();
  const headings: { id: string; title: string }[] = [];
  const marked = new Marked({
    async: true,
    async walkTokens(token) {
      if (token.type !== 'image') return;
      const address = await addressOf(token.href.replace(/^\.\.\//, '../../docs/'));
      if (address !== undefined) addresses.set(token.href, address);
    },
    renderer: {
      heading(token: Tokens.Heading) {
        const id = headingId(headings.length);
        headings.push({ id, title: token.text });
        return `<h${token.depth} id="${id}">${this.parser.parseInline(token.tokens)}</h${token.depth}>`;
      },
      image({ href, text: described }: Tokens.Image) {
        const address = addresses.get(href);
        const words = described.replaceAll('"', '&quot;');
        return address === undefined ? words : `<img src="${address}" alt="${words}" loading="lazy">`;
      },
      // The other documents are not in the window.
      link({ href, tokens }: Tokens.Link) {
        const words = this.parser.parseInline(tokens);
        return href.startsWith('#') ? `<a href="${href}">${words}</a>` : words;
      },
    },
  });
  const html = await marked.parse(text);
  return { html, headings };
}

function headingId(number: number): string {
  return `guide-${number}`;
}
