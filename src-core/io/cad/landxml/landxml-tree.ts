import { message } from '../../../messages/message.ts';
import { SocavonError } from '../../../model/errors.ts';
import { type XmlElement, xmlFault, xmlRoot } from '../../bytes/xml-tree.ts';
import { drawingText } from '../drawing-text.ts';

/** Elements that are most of the file of a whole site, and that an alignment does not need. */
const NO_ALIGNMENTS = ['Surfaces', 'PipeNetworks', 'Parcels'];

/**
 * Parses an XML and returns its root element, tags without their namespace.
 *
 * @param name of the file, for messages
 * @param skip elements whose contents stay one text
 * @throws SocavonError drawing-truncated if an element is not closed, drawing-format if it is not XML
 */
export function landXmlTree(
  bytes: Uint8Array,
  name: string,
  skip: readonly string[] = NO_ALIGNMENTS,
): XmlElement {
  const text =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? new TextDecoder('utf-16le').decode(bytes)
      : drawingText(bytes).replace(/^\uFEFF/, '');
  const fault = xmlFault(text);
  if (fault) throw notWellFormed(fault, text, name);
  const root = rootOf(text, name, skip);
  if (!root) throw new SocavonError('drawing-format', message('xml-empty', { name }));
  return root;
}

function rootOf(text: string, name: string, skip: readonly string[]): XmlElement | null {
  try {
    return xmlRoot(text, { prefixes: false, skip });
  } catch (cause) {
    // The parser gives up on what it takes for an attack, such as elements nested without end.
    const what = message('xml-parser');
    throw new SocavonError('drawing-format', message('drawing-line', { name, line: 1, what }), { cause });
  }
}

function notWellFormed(fault: { what: string; line: number }, text: string, name: string): SocavonError {
  if (!text.trimStart().startsWith('<'))
    return new SocavonError('drawing-format', message('xml-none', { name }));
  const end = text.trimEnd();
  const last = end.slice(end.lastIndexOf('<'));
  const root = rootTag(text);
  if (root !== undefined && last !== `</${root}>`)
    return new SocavonError(
      'drawing-truncated',
      message('xml-cut', { name, line: end.split('\n').length, root }),
    );
  return new SocavonError(
    'drawing-format',
    message('drawing-line', { name, line: fault.line, what: fault.what }),
  );
}

/** Ends of what may stand before the root: instructions, comments, other declarations. */
const BEFORE_ROOT = [
  ['<?', '?>'],
  ['<!--', '-->'],
  ['<!', '>'],
] as const;

/** The tag of the first element; undefined: none begins. In one pass: a text may have thousands of beginnings without an end. */
function rootTag(text: string): string | undefined {
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const [begin, end] = BEFORE_ROOT.find(([mark]) => text.startsWith(mark, at)) ?? [];
    if (begin === undefined) return /^<([A-Za-z_][\w:.-]{0,99})[\s>]/.exec(text.slice(at, at + 102))?.[1];
    const closed = text.indexOf(end!, at + begin.length);
    if (closed < 0) return undefined;
    at = closed + end!.length;
  }
  return undefined;
}
