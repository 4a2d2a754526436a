import { createHash } from 'node:crypto';

interface PageParts {
  /** The hosts that the page calls besides its own. */
  readonly asked: string | readonly string[];
  /** The page's own. */
  readonly pageUrl: string;
  /** The texts of the style elements that the page carries; none where left out. */
  readonly styles?: readonly string[];
  /** The texts of the script elements that it carries, the same. */
  readonly scripts?: readonly string[];
  /** Whether the page sends a form to its own host. */
  readonly hasForm?: boolean;
  /** The origins of pages that may frame it; nobody where left out. */
  readonly framedBy?: readonly string[] | undefined;
}

/** Two years, as browsers require for their lists of hosts with HTTPS only. */
const HSTS_SECONDS = 63_072_000;

/**
 * Headers of a page: nothing may be run, shown or loaded but what its own host serves, apart from
 * the hosts of the API that it calls; no text may become script; nobody may frame it but who is named, keep it or
 * learn its address.
 */
export function pageHeaders({
  asked,
  pageUrl,
  styles = [],
  scripts = [],
  hasForm = false,
  framedBy = [],
}: PageParts): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    allowed('script-src', scripts),
    allowed('style-src', styles),
    "img-src 'self' data:",
    `connect-src 'self' ${[asked]
      .flat()
      .map((url) => new URL(url).origin)
      .join(' ')}`,
    `form-action ${hasForm ? "'self'" : "'none'"}`,
    "base-uri 'none'",
    `frame-ancestors ${framedBy.length > 0 ? framedBy.join(' ') : "'none'"}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  return {
    ...hostHeaders(pageUrl),
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-store',
    // A wallet's pop-up would otherwise hold a handle on the page.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  };
}

/** What its own host serves, and elements of the document with exactly these texts. */
function allowed(directive: string, texts: readonly string[]): string {
  return [`${directive} 'self'`, ...texts.map((text) => `'${hashOf(text)}'`)].join(' ');
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** Headers of everything that the host answers. */
export function hostHeaders(pageUrl: string): Readonly<Record<string, string>> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    // The token stands in the address.
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex, nofollow',
    ...(pageUrl.startsWith('https:') && {
      'strict-transport-security': `max-age=${HSTS_SECONDS}; includeSubDomains`,
    }),
  };
}
