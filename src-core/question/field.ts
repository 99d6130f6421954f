import type { Texts } from '../model/texts.ts';

/** Length units of a drawing. */
export const LENGTH_UNITS = ['m', 'mm', 'cm', 'km', 'in', 'ft', 'us-ft'] as const;
export type LengthUnitName = (typeof LENGTH_UNITS)[number];

/** Groups of the fields, in the order of `--help`, forms and docs. */
export const FIELD_GROUPS = {
  axis: { es: 'Eje', en: 'Axis' },
  wall: { es: 'Pared', en: 'Wall' },
  sections: { es: 'Secciones', en: 'Sections' },
  uncertainty: { es: 'Incertidumbre', en: 'Uncertainty' },
  design: { es: 'Diseño', en: 'Design' },
  contract: { es: 'Contrato', en: 'Contract' },
  extras: { es: 'Disparos, toneladas, pendiente, equipos', en: 'Rounds, tonnes, grade, vehicles' },
  report: { es: 'Informe', en: 'Report' },
} as const satisfies Record<string, Texts>;
export type FieldGroup = keyof typeof FIELD_GROUPS;

interface Named {
  /** Path in the question or options it belongs to, such as `submap.binSize`. */
  readonly key: string;
  readonly label: Texts;
  /** Effect of the field, and when to change it. */
  readonly help: Texts;
  /** Rest of the help on the command line, where it differs from a form: how an argument is written, what counts. */
  readonly usage?: Texts;
  /** Left out: in no group of the command line. */
  readonly group?: FieldGroup;
  /** Command line flag with its argument: `--interval <m>`; left out: none. */
  readonly flag?: string;
  /** Mutually exclusive flag, as its attribute: `roundLength`. */
  readonly conflicts?: string;
  /** Behaviour if the field is not set, in words: a field that has them may be empty in a form. */
  readonly otherwise?: Texts;
}

/** One of several words. */
export interface Choice {
  readonly value: string;
  readonly label: Texts;
}

/** Bounds of a number. */
export interface NumberBounds {
  /** As displayed; '' for a count. */
  readonly unit: string;
  readonly min: number;
  readonly max: number;
}

/** Row of a form for a number: of a field, or of a part of a compound field. */
export interface NumberRow extends NumberBounds {
  readonly kind: 'number';
  readonly label: Texts;
  readonly help?: Texts;
  readonly otherwise?: Texts;
  /** Increment of one key press. */
  readonly step: number;
  /** The stage that uses it refuses values out of bounds with its own message. */
  readonly hasOwnRefusal?: boolean;
  /** Unit of the form if it differs, with its size in `unit`s: `{ unit: 'mm', size: 0.001 }`. */
  readonly shown?: { readonly unit: string; readonly size: number };
}

export interface NumberField extends Named, NumberRow {
  readonly help: Texts;
  /** null: not set. */
  readonly default: number | null;
  readonly integer: boolean;
  /** Accepts kilometres and metres: 0+120.5. */
  readonly isChainage?: boolean;
}

export interface SwitchField extends Named {
  readonly kind: 'switch';
  readonly default: boolean;
}

/** A choice of words. A flag without an argument stands for `flagged`. */
export interface ChoiceField extends Named {
  readonly kind: 'choice';
  readonly default: string | null;
  readonly choices: readonly Choice[];
  readonly flagged?: string;
}

/**
 * A number of a compound field; `path` within the question, where `*` stands for every element of a list. Label and
 * step if a form has a row for it.
 */
export interface NumberPart
  extends NumberBounds,
    Partial<Pick<NumberRow, 'label' | 'help' | 'otherwise' | 'step'>> {
  readonly path: string;
}

/** A value of several numbers, or a text or file; null: not set. */
export interface CompoundField extends Named {
  readonly kind: 'compound';
  readonly default: null;
  readonly numbers: readonly NumberPart[];
  /** Words that may stand in place of the numbers. */
  readonly choices?: readonly Choice[];
}

/** One row of a table of options: label, unit, range and default of an option that the user can set. */
export type Field = NumberField | SwitchField | ChoiceField | CompoundField;

/** A setting of the odometry. */
export type NumberSetting = NumberField & { readonly default: number };
export type Setting = NumberSetting | SwitchField;

/** Chosen values by key; a key that is left out has its default. */
export type SettingValues = Readonly<Record<string, number | boolean>>;

/** The value at a path of plain objects; undefined where a part of the path is missing. */
export function valueAt(root: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | null | undefined)?.[name], root);
}

/** Returns a copy with another value at a path; missing objects on the path are created. */
export function withValueAt<Root extends object>(root: Root, path: string, value: unknown): Root {
  const [name, ...inner] = path.split('.');
  const held = (root as Record<string, unknown>)[name];
  const next = inner.length === 0 ? value : withValueAt((held ?? {}) as object, inner.join('.'), value);
  return { ...root, [name]: next };
}
