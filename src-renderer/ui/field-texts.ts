import { useI18n } from 'vue-i18n';
import type { Texts } from '../../src-core/model/texts.ts';
import type { Choice } from '../../src-core/question/field.ts';
import type { Language } from '../locales/i18n.ts';

/** Texts of the field table in the language of the window. */
interface FieldTexts {
  readonly labelOf: (row: { readonly label: Texts }) => string;
  readonly helpOf: (row: { readonly help?: Texts }) => string;
  /** Help with the meaning of an empty input. */
  readonly helpOrEmpty: (row: { readonly help?: Texts; readonly otherwise?: Texts }) => string;
  /** Options of a select; with words for no value, an empty option first. */
  readonly optionsOf: (choices: readonly Choice[], empty?: Texts) => { value: string; label: string }[];
  /** Label of a chosen word. */
  readonly choiceOf: (field: { readonly choices: readonly Choice[] }, value: string) => string;
}

/** Localises the labels, help and choices of fields. */
export function useFieldTexts(): FieldTexts {
  const { t, locale } = useI18n();
  const say = (texts: Texts): string => texts[locale.value as Language];
  const optionOf = ({ value, label }: Choice) => ({ value, label: say(label) });
  return {
    labelOf: ({ label }) => say(label),
    helpOf: ({ help }) => (help ? say(help) : ''),
    helpOrEmpty: ({ help, otherwise }) =>
      [help && say(help), otherwise && `${t('common.empty')}: ${say(otherwise)}`].filter(Boolean).join('; '),
    optionsOf: (choices, empty) => [
      ...(empty ? [{ value: '', label: say(empty) }] : []),
      ...choices.map(optionOf),
    ],
    choiceOf: ({ choices }, value) => {
      const choice = choices.find((one) => one.value === value);
      return choice ? say(choice.label) : value;
    },
  };
}
