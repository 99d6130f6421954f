/** A text in the languages of the program. */
export interface Texts {
  readonly es: string;
  readonly en: string;
}

/** Units that a drawing may be in. */
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
  /** What it does, and when to change it. */
  readonly help: Texts;
  /** Left out: of no group of the command line. */
  readonly group?: FieldGroup;
  /** On the command line, with its argument: `--interval <m>`; left out: it has none. */
  readonly flag?: string;
  /** Flag that it cannot be given with, as its attribute: `roundLength`. */
  readonly conflicts?: string;
  /** What holds where it is not given, in words, where there is no default value. */
  readonly otherwise?: Texts;
}

/** Least and greatest value of a number. */
export interface NumberBounds {
  /** As the person reads it; '' where it counts something. */
  readonly unit: string;
  readonly min: number;
  readonly max: number;
}

export interface NumberField extends Named, NumberBounds {
  readonly kind: 'number';
  /** null: not set. */
  readonly default: number | null;
  /** What one key press changes. */
  readonly step: number;
  readonly integer: boolean;
  /** May be written as kilometres and metres: 0+120.5. */
  readonly isChainage?: boolean;
  /** Unit of the form where it differs, with its size in `unit`s: `{ unit: 'mm', size: 0.001 }`. */
  /** The stage that uses it refuses what lies outside with a sentence of its own. */
  readonly hasOwnRefusal?: boolean;
  readonly shown?: { readonly unit: string; readonly size: number };
}

export interface SwitchField extends Named {
  readonly kind: 'switch';
  readonly default: boolean;
}

/** One of some words. A flag without an argument stands for `flagged`. */
export interface ChoiceField extends Named {
  readonly kind: 'choice';
  readonly default: string | null;
  readonly choices: readonly { readonly value: string; readonly label: Texts }[];
  readonly flagged?: string;
}

/** A number of a compound field; `path` within the question, where `*` stands for every element of a list. */
export interface NumberPart extends NumberBounds {
  readonly path: string;
}

/** A value of several numbers, or a text or file; null: not set. */
export interface CompoundField extends Named {
  readonly kind: 'compound';
  readonly default: null;
  readonly numbers: readonly NumberPart[];
}

/** One row of a table of options: what a person may choose, with its unit, range and default. */
export type Field = NumberField | SwitchField | ChoiceField | CompoundField;

/** A setting of the odometry. */
export type NumberSetting = NumberField & { readonly default: number };
export type Setting = NumberSetting | SwitchField;

/** Chosen values by key; a key that is left out keeps its default. */
export type SettingValues = Readonly<Record<string, number | boolean>>;

/** The value at a path of plain objects; undefined where a part of the path is missing. */
export function valueAt(root: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | null | undefined)?.[name], root);
}

/** A copy with another value at a path; objects on the way are made where they are missing. */
export function withValueAt<Root extends object>(root: Root, path: string, value: unknown): Root {
  const [name, ...inner] = path.split('.');
  const held = (root as Record<string, unknown>)[name];
  const next = inner.length === 0 ? value : withValueAt((held ?? {}) as object, inner.join('.'), value);
  return { ...root, [name]: next };
}
