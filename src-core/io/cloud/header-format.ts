/** Point formats that begin with a header of their own. */
export type HeaderFormat = 'ply' | 'las' | 'e57' | 'pcd';

/** Recognises a point format by the first characters of a file, whatever its name; null: none with a header. */
export function headerFormat(head: string): HeaderFormat | null {
  if (/^ply\s/.test(head)) return 'ply';
  if (head.startsWith('LASF')) return 'las';
  if (head.startsWith('ASTM-E57')) return 'e57';
  // The comment that names the format is optional.
  const isPcd = /^\s*(#.*\n\s*)*(VERSION|FIELDS|COLUMNS)\s/i.test(head) || /^#.*\bPCD\b/i.test(head);
  return isPcd ? 'pcd' : null;
}
