import { basename } from 'node:path';
import { readLogo } from '../../../src-core/io/raster/logo-file.ts';
import { type Message, message } from '../../../src-core/messages/message.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { LOGO_TYPES, type Logo } from '../../../src-core/model/logo.ts';
import { readBytes } from '../../files/read-bytes.ts';
import type { Project } from '../../project/project.ts';
import { drawingsForWord, logoBytes, logoDrawing } from './page/drawings.ts';

/** Width of the drawing that a logo is tried by, mm: that of a report's. */
const TRIAL_WIDTH = 60;
/** Where a project keeps the logo of its reports: a data URL, among what a window is set to. */
const PLACE = { topic: 'report', field: 'logo' } as const;

/**
 * Reads the picture file of a logo.
 *
 * @throws SocavonError 'file-format' if it cannot stand in a report (see `readLogo`), 'file-missing', 'file-unreadable'
 */
export async function readLogoFile(path: string): Promise<Logo> {
  const logo = logoOf(await readBytes(path), basename(path));
  const fault = await drawingFault(logo);
  if (fault === null) return logo;
  throw new SocavonError('file-format', message('logo-refused', { name: basename(path), what: fault }));
}

function logoOf(bytes: Uint8Array, name: string): Logo {
  const facts = readLogo(bytes, name);
  return { ...facts, url: LOGO_TYPES[facts.type] + Buffer.from(bytes).toString('base64') };
}

/** What keeps a logo from being drawn, found by drawing it as Word will show it; null: nothing. */
async function drawingFault({ type, url, width, height }: Logo): Promise<Message | null> {
  const draw = await drawingsForWord();
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><image width="${width}" height="${height}" href="${url}"/></svg>`;
  try {
    const { isBlank } = draw(type === 'svg' ? logoDrawing(url) : picture, TRIAL_WIDTH);
    return isBlank ? message(type === 'svg' ? 'logo-svg-blank' : 'logo-damaged') : null;
  } catch {
    return message('logo-svg-drawn');
  }
}

/**
 * The logo of the reports of a project; null: none.
 *
 * @throws SocavonError 'file-format' if the project keeps one that this version does not take
 */
export function storedLogo(project: Project): Logo | null {
  const url = project.work.of(PLACE.topic, null)[PLACE.field];
  // Of a project that another program wrote nothing but the picture itself goes into a page.
  return typeof url === 'string' ? logoOf(logoBytes(url), project.identity.name) : null;
}

/** Keeps the logo for this and later reports of the project, for the window and for commands; null: removes it. */
export function storeLogo(project: Project, logo: Logo | null): void {
  project.work.set(PLACE.topic, null, { [PLACE.field]: logo === null ? undefined : logo.url });
}
