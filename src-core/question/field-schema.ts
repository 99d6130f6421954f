import { z } from 'zod';
import { boundsOf } from './check-question.ts';
import type { Field } from './field.ts';
import { MEASURE_FIELDS } from './measure-fields.ts';

/** Schema of the number at a path of the question, with its bounds. */
export function bounded(path: string): z.ZodNumber {
  const { min, max } = boundsOf(path);
  return z.number().min(min).max(max);
}

/** Schemas of the plain fields directly under a path of the question (`measure`), by name, with their defaults. */
export function fieldSchemas(path: string): Record<string, z.ZodType> {
  const prefix = path === '' ? '' : `${path}.`;
  return Object.fromEntries(
    MEASURE_FIELDS.flatMap((field) => {
      const name = field.key.slice(prefix.length);
      const isHere = field.key.startsWith(prefix) && !name.includes('.');
      return isHere && field.kind !== 'compound' ? [[name, schemaOf(field)]] : [];
    }),
  );
}

function schemaOf(field: Exclude<Field, { kind: 'compound' }>): z.ZodType {
  const plain = plainSchema(field);
  return field.default === null ? plain.nullable().default(null) : plain.default(field.default);
}

function plainSchema(field: Exclude<Field, { kind: 'compound' }>): z.ZodType {
  if (field.kind === 'switch') return z.boolean();
  if (field.kind === 'choice') return z.enum(field.choices.map(({ value }) => value) as [string]);
  return bounded(field.key);
}
