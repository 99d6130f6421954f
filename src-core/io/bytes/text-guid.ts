import { crc32 } from './crc32.ts';

/** A GUID made of a text, so that the same contents give the same bytes: 32 hexadecimal digits with hyphens. */
export function guidOf(text: string): string {
  const digits = [0, 1, 2, 3]
    .map((salt) =>
      crc32(new TextEncoder().encode(`${salt} ${text}`))
        .toString(16)
        .padStart(8, '0'),
    )
    .join('');
  const parts = [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20)];
  return [...parts, digits.slice(20)].join('-');
}
