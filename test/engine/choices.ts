import type { z } from 'zod';
import type { RequestName } from '../../src-core/contract/requests.ts';
import { REQUESTS } from '../../src-core/contract/requests.ts';

/** The parts of a schema that a walk needs, by the kind of its definition. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly items?: readonly z.ZodType[];
  readonly entries?: Readonly<Record<string, string | number>>;
  readonly values?: readonly unknown[];
  readonly getter?: () => z.ZodType;
}

/** Called for each choice of a schema, by its path: `measure.sections=normal`. */
type Visit = (choice: string) => void;

/**
 * Visits the choices of a schema: members of enums, and literals, which tell the members of a union apart.
 *
 * @param value undefined: all choices; else those that it takes
 * @param within schemas that the walk is in, of which one that refers to itself is not entered again
 */
function walk(
  schema: z.ZodType,
  path: string,
  value: unknown,
  isWhole: boolean,
  visit: Visit,
  within: readonly z.ZodType[] = [],
): void {
  if (within.includes(schema) || (!isWhole && (value === undefined || value === null))) return;
  const definition = schema._zod.def as unknown as Definition;
  const inner = (next: z.ZodType, at: string, of: unknown): void =>
    walk(next, at, of, isWhole, visit, [...within, schema]);
  const { shape, element, options, innerType, valueType, items, entries, values, getter } = definition;
  const choices = entries ? Object.values(entries) : definition.type === 'literal' ? (values ?? []) : [];
  for (const choice of choices) if (isWhole || choice === value) visit(`${path}=${String(choice)}`);
  for (const [key, next] of Object.entries(shape ?? {}))
    inner(next, path === '' ? key : `${path}.${key}`, (value as Record<string, unknown> | undefined)?.[key]);
  if (element)
    for (const one of isWhole ? [undefined] : (value as readonly unknown[])) inner(element, `${path}[]`, one);
  if (valueType && shape === undefined)
    for (const one of isWhole ? [undefined] : Object.values(value as object))
      inner(valueType, `${path}{}`, one);
  for (const [i, item] of (items ?? []).entries())
    inner(item, `${path}${i}`, (value as readonly unknown[] | undefined)?.[i]);
  for (const option of options ?? [])
    if (isWhole || option.safeParse(value).success) inner(option, path, value);
  for (const next of [innerType, definition.in, getter?.()]) if (next) inner(next, path, value);
}

/** Which requests of the contract were made, and which choices of their arguments. */
export class SeenRequests {
  readonly #seen = new Set<string>();

  note(name: RequestName, args: unknown): void {
    this.#seen.add(name);
    walk(REQUESTS[name].args, '', args, false, (choice) => this.#seen.add(`${name} ${choice}`));
  }

  /** Requests that were not made, and choices that none had. */
  missing(): string[] {
    return (Object.keys(REQUESTS) as RequestName[]).flatMap((name) => {
      const all = new Set([name as string]);
      walk(REQUESTS[name].args, '', undefined, true, (choice) => all.add(`${name} ${choice}`));
      return [...all].filter((one) => !this.#seen.has(one));
    });
  }
}
