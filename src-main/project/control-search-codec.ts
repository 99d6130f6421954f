import type { ControlSearch } from '../../src-core/survey/find-control.ts';

/** Encodes the result of a target search as JSON; f64 round-trip exactly. */
export function encodeSearch(search: ControlSearch): string {
  return JSON.stringify(search, (_, value: unknown) => {
    if (value instanceof Float64Array) return { f64: [...value] };
    return typeof value === 'number' && !Number.isFinite(value) ? { number: String(value) } : value;
  });
}

/** @throws Error if the text was not written by `encodeSearch` of this version */
export function decodeSearch(text: string): ControlSearch {
  const search = JSON.parse(text, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value;
    if ('f64' in value) return Float64Array.from(value.f64 as number[]);
    return 'number' in value ? Number(value.number) : value;
  }) as ControlSearch;
  // Products of another program version are never reused: a different shape means a damaged file.
  if (!Array.isArray(search.targets?.candidates) || !Array.isArray(search.gravity))
    throw new Error('it holds no search');
  return search;
}
