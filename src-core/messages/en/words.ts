/** Words that stand in other messages. */
export const WORDS = {
  list: '{items}',
  range: '{from} to {to}',
  text: '{text}',
} as const;
