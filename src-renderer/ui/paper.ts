/** Pixels per millimetre of a picture for print, 300 dpi. */
const DENSITY = 300 / 25.4;

/** Renders an SVG document with a size in mm as PNG at 300 dpi. */
export async function pngOfSvg(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await picture.decode();
  const [, width, height] = /width="([\d.]+)mm" height="([\d.]+)mm"/.exec(svg)!;
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(Number(width) * DENSITY);
  canvas.height = Math.round(Number(height) * DENSITY);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  return blob === null ? new Uint8Array() : new Uint8Array(await blob.arrayBuffer());
}

/**
 * Prints a document of this origin, alone, from a frame out of sight.
 *
 * @param address of the document; it may be sandboxed, but must allow modals
 */
export async function printPage(address: string): Promise<void> {
  const frame = document.createElement('iframe');
  frame.className = 'print-frame';
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  // `print` does not wait everywhere: a frame is there until the next one.
  document.querySelector('.print-frame')?.remove();
  frame.src = address;
  document.body.append(frame);
  await loaded;
  frame.contentWindow?.print();
}

/** Prints an SVG document with a size in mm, alone on its page. */
export function printSvg(svg: string): void {
  const sheet = document.createElement('div');
  sheet.className = 'print-sheet';
  sheet.innerHTML = svg;
  document.body.append(sheet);
  // `print` returns when the dialog is closed; where it does not wait, the event tells the end.
  addEventListener('afterprint', () => sheet.remove(), { once: true });
  window.print();
}
