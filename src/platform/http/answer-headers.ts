/** An id we are given is repeated in headers and logs, so it must be short and plain. */
const SANE_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** Two years, as browsers require for their lists of hosts with HTTPS only. */
const HSTS_SECONDS = 63_072_000;

/** The caller's own id for this call, if it is one that may be repeated, or else a new one. */
export function correlationIdOf(given: unknown, newId: () => string): string {
  return typeof given === 'string' && SANE_ID.test(given) ? given : newId();
}

/**
 * Headers of every answer, refusals included. Nothing here is a page, so nothing may be run,
 * framed, sniffed or cached: answers carry payments.
 */
export function securityHeaders(url: string): Readonly<Record<string, string>> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    vary: 'Origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(url.startsWith('https:') && {
      'strict-transport-security': `max-age=${HSTS_SECONDS}; includeSubDomains`,
    }),
  };
}

/** The headers that identify an answer in a question to support, in both names that clients read. */
export function correlationHeaders(correlationId: string): Record<string, string> {
  return { 'x-request-id': correlationId, 'x-correlation-id': correlationId };
}
