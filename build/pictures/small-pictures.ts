import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { sharedChromium } from '../../test/e2e/harness/chromium.ts';

/** Of the WebP files, 0..100: letters of the window stay sharp. */
const QUALITY = 82;
/** All pictures of the documentation together, bytes: every clone carries them. */
export const MOST_BYTES = 3_000_000;

/** Where the documentation may show pictures, from the root of the repository; folders without their sub-folders. */
const PAGES = ['.', 'docs', 'docs/guide', 'docs/decisions'];

/**
 * Writes the pictures that the documentation shows as WebP, and takes away those that it no longer shows. A page shows
 * `docs/images/window/5-en-light-1366.webp`, and that file is made of `window/5-en-light-1366.png`.
 *
 * @param root of the repository
 * @param from folder of the PNG files, in `window` and `report`
 * @param only what the names of those begin with that are written; empty: all
 * @throws Error where a picture that is shown was not made, or all together are larger than `MOST_BYTES`
 */
export async function smallPictures({ root, from, only }: SmallPicturesInput): Promise<void> {
  const images = join(root, 'docs/images');
  const shown = shownPictures(root);
  const names = shown.filter((name) => basename(name).startsWith(only));
  const pictures = await asWebp(names.map((name) => join(from, name.replace(/\.webp$/, '.png'))));
  for (const name of writtenPictures(images)) if (!shown.includes(name)) rmSync(join(images, name));
  for (const [k, name] of names.entries()) {
    mkdirSync(dirname(join(images, name)), { recursive: true });
    writeFileSync(join(images, name), pictures[k]);
  }
  const bytes = writtenPictures(images).reduce((sum, name) => sum + statSync(join(images, name)).size, 0);
  process.stdout.write(`${names.length} pictures written; all: ${(bytes / 1e6).toFixed(2)} MB\n`);
  if (bytes > MOST_BYTES)
    throw new Error(`the pictures have ${bytes} bytes; show fewer, or take less quality`);
}

interface SmallPicturesInput {
  readonly root: string;
  readonly from: string;
  readonly only: string;
}

/** The files that are there, relative to `docs/images`. */
function writtenPictures(images: string): string[] {
  return ['window', 'report']
    .filter((folder) => existsSync(join(images, folder)))
    .flatMap((folder) => readdirSync(join(images, folder)).map((name) => `${folder}/${name}`));
}

/** The WebP files that the pages show, relative to `docs/images`, in order and each once. */
export function shownPictures(root: string): string[] {
  const pages = PAGES.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => readFileSync(join(root, folder, name), 'utf8')),
  );
  const names = pages.flatMap((text) =>
    [...text.matchAll(/images\/((?:window|report)\/[\w-]+\.webp)/g)].map((match) => match[1]),
  );
  return [...new Set(names)].sort();
}

/** Encoded by the browser, in the size that they have. */
async function asWebp(files: readonly string[]): Promise<Buffer[]> {
  const browser = await sharedChromium();
  try {
    const page = await browser.newPage();
    const session = await page.context().newCDPSession(page);
    const pictures: Buffer[] = [];
    for (const file of files) {
      const png = readFileSync(file);
      await page.setViewportSize(sizeOf(png));
      await page.setContent(
        `<body style="margin: 0"><img style="display: block" src="data:image/png;base64,${png.toString('base64')}">`,
        { waitUntil: 'load' },
      );
      const shot = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
      pictures.push(Buffer.from(shot.data, 'base64'));
    }
    return pictures;
  } finally {
    await browser.close();
  }
}

/** Pixels, from the header of a PNG file. */
function sizeOf(png: Buffer): { width: number; height: number } {
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}
