/**
 * Encodes text in the Western code page (its Latin-1 part), as CAD and mining programs from before UTF-8 read it;
 * other characters become `?`.
 */
export function westernBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    bytes[i] = code < 0x80 || (code >= 0xa0 && code <= 0xff) ? code : 0x3f;
  }
  return bytes;
}
