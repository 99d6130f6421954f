/**
 * Security headers of every page of the window: it may run only code shipped with the program, and connect only to
 * its host.
 *
 * @param connect further addresses that the page may connect to
 */
export function securityHeaders(connect: readonly string[] = []): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "worker-src 'self'",
    "frame-src 'self'",
    `connect-src ${["'self'", ...connect].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return { 'Content-Security-Policy': policy.join('; '), ...COMMON_HEADERS };
}

/**
 * Security headers of a document shown in a frame, such as a report preview: any styles, but no scripts or
 * requests. The window may print it, which a frame without modals refuses; without scripts it opens none itself.
 */
export function documentHeaders(): Record<string, string> {
  const policy = [
    'sandbox allow-same-origin allow-modals',
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    'img-src data:',
    "frame-ancestors 'self'",
  ];
  return { 'Content-Security-Policy': policy.join('; '), ...COMMON_HEADERS };
}

/**
 * Security headers of a PDF that the browser shows in a tab of its own: the browser's reader needs its own styles and
 * scripts, which a policy of the page would forbid it; the file itself has neither.
 */
export function fileHeaders(): Record<string, string> {
  return { 'Content-Disposition': 'inline', ...COMMON_HEADERS };
}

const COMMON_HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};
