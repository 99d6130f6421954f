/** Chromium opens no scheme that it does not know: the page has an address of a host that no network has. */
const OWN = 'app://socavon';
const PAGE = 'https://socavon.invalid';

/** Address in the browser, for one that the shell speaks of. */
export function toPage(url: string): string {
  return url.startsWith(OWN) ? PAGE + url.slice(OWN.length) : url;
}

/** Address as the shell knows it, for one of the browser. */
export function toShell(url: string): string {
  if (url.startsWith(`blob:${PAGE}`)) return `blob:${OWN}${url.slice(`blob:${PAGE}`.length)}`;
  return url.startsWith(PAGE) ? OWN + url.slice(PAGE.length) : url;
}
