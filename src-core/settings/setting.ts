/** A text in the languages of the program. */
export interface Texts {
  readonly es: string;
  readonly en: string;
}

interface Named {
  /** Where it stands in the options it belongs to, such as `submap.binSize`. */
  readonly key: string;
  readonly label: Texts;
  /** What it does, and when to change it. */
  readonly help: Texts;
}

export interface NumberSetting extends Named {
  readonly kind: 'number';
  /** As the person reads it; '' where it counts something. */
  readonly unit: string;
  readonly default: number;
  readonly min: number;
  readonly max: number;
  /** What one key press changes. */
  readonly step: number;
  readonly integer: boolean;
}

export interface SwitchSetting extends Named {
  readonly kind: 'switch';
  readonly default: boolean;
}

/** One row of the settings: what a person may change, its unit, range and standard. */
export type Setting = NumberSetting | SwitchSetting;

/** Chosen values by key; a key that is left out keeps its standard. */
export type SettingValues = Readonly<Record<string, number | boolean>>;
