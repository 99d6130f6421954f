/** Texts about corrections of objects by hand. */
export const CORRECTIONS = {
  'correction-class': '{name}, line {line}: "{content}" is no class; write one of {classes:or}',
  'correction-columns':
    '{name} lacks the column {column}; write class,from,to,left_from,left_to,up_from,up_to in its first line',
  'correction-no-returns':
    'No return lies in {count|correction|corrections} {numbers} by hand, so {count|it changes|they change} nothing: check chainage, left and up; the wall was surveyed from {from} to {to}.',
  'correction-number': '{name}, line {line}: "{content}" lacks a number',
  'correction-reversed-from':
    'Correction {number} runs from chainage {low} to {high}, which is empty or reversed; the start must be smaller than the end.',
  'correction-reversed-leftFrom':
    'Correction {number} reaches from {low} to {high} m left of the axis, which is empty or reversed; to the right counts negative.',
  'correction-reversed-upFrom':
    'Correction {number} reaches from {low} to {high} m above the axis, which is empty or reversed; below counts negative.',
  'corrections-refused': 'The corrections cannot be used: {what}.',
} as const;
