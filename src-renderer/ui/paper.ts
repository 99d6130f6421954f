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
