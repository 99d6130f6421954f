import { message } from '../../../messages/message.ts';
import { unusable } from './faces.ts';

/** Names in a sentence; of more only the first are told. */
const NAMED = 12;

/**
 * The surface of a file that is meant: the one of that name, or the only one.
 *
 * @param parts with their names; those of one name are told apart by a number
 * @param wanted null: none was named
 * @throws SocavonError 'solid-unusable': none, several without a choice, or none of that name
 */
export function chosenPart<Part extends { readonly name: string }>(
  parts: readonly Part[],
  wanted: string | null,
  name: string,
): Part {
  if (parts.length === 0) throw unusable(message('solid-empty', { name }));
  const names = parts.map((part, i) => {
    const before = parts.slice(0, i).filter((other) => other.name === part.name).length;
    return before === 0 ? part.name : `${part.name} (${before + 1})`;
  });
  const listed = [...names.slice(0, NAMED).map((one) => `"${one}"`), ...(names.length > NAMED ? ['…'] : [])];
  if (wanted === null) {
    if (parts.length === 1) return parts[0];
    throw unusable(message('solid-parts', { name, count: parts.length, parts: listed }));
  }
  const index = names.indexOf(wanted);
  if (index < 0) throw unusable(message('solid-part-none', { name, part: wanted, parts: listed }));
  return parts[index];
}
