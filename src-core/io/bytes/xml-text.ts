const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for an element or a quoted attribute of an XML; control characters are not allowed there. */
export function xmlText(text: string): string {
  return text.replace(/[\p{Cc}\ufffe\uffff]+/gu, ' ').replace(/[&<>"]/g, (sign) => ENTITIES[sign]);
}
