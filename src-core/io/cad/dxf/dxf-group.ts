/** A DXF group to be written. */
export type Group = readonly [code: number, value: string | number];

/** Returns the next free handle, by which objects of a drawing refer to each other. */
export type NextHandle = () => string;

/** Text on one line in the letters of the Western code page; others as \U+XXXX, which CAD programs decode. */
export function dxfString(text: string): string {
  return text
    .replace(/[\r\n\t]+/g, ' ')
    .replace(
      /[^\x20-\x7e\xa0-\xff]/g,
      (sign) => `\\U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
    );
}
