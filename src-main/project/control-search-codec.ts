import type { ControlSearch } from '../../src-core/survey/find-control.ts';

/** What a search of the scans found, as JSON; f64 come back to the last bit. */
export function encodeSearch(search: ControlSearch): string {
  return JSON.stringify(search, (_, value: unknown) => {
    if (value instanceof Float64Array) return { f64: [...value] };
    return typeof value === 'number' && !Number.isFinite(value) ? { number: String(value) } : value;
  });
}

/** @throws Error where the text is not what `encodeSearch` of this version wrote */
export function decodeSearch(text: string): ControlSearch {
  const search = JSON.parse(text, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value;
    if ('f64' in value) return Float64Array.from(value.f64 as number[]);
    return 'number' in value ? Number(value.number) : value;
  }) as ControlSearch;
  // Products of another version of the program are not found again: the shape is this one, or the file is damaged.
  if (!Array.isArray(search.targets?.candidates) || !Array.isArray(search.gravity))
    throw new Error('it holds no search');
  return search;
}
