/** Copies a text to the clipboard; where the page may not write to it, by the selection of a hidden field. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    field.style.position = 'fixed';
    document.body.append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
  }
}
