import { type Refusal, refuseField } from '#kit/failure.ts';

/** How many origins one client ID may list; the public documentation's bound. */
const DOMAINS_MAX = 10;

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

interface DomainRule {
  /** Whether plain HTTP is accepted from any host, not only from this machine. */
  readonly plainHttp: boolean;
  /** What the body calls the list, for the words of a refusal; `allowedDomains` if left out. */
  readonly field?: string;
}

/**
 * The origins a client ID may be used from, in the form in which a browser sends them.
 *
 * Refuses (400) what is not an origin (`https://shop.example`), plain HTTP from another machine
 * where the rule forbids it, repetitions, and more than ten.
 */
export function parseAllowedDomains(texts: readonly string[], rule: DomainRule): string[] {
  const { field = 'allowedDomains' } = rule;
  const origins = texts.map((text, i) => parseOrigin(text, `${field}[${i}]`, rule));
  if (new Set(origins).size < origins.length) {
    throw refuse(field, `${field} must not repeat an origin`);
  }
  if (origins.length > DOMAINS_MAX) {
    throw refuse(field, `${field} takes at most ${DOMAINS_MAX} origins`);
  }
  return origins;
}

function parseOrigin(text: string, field: string, rule: DomainRule): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // Origins are compared exactly, so a star would match no browser and mislead its writer.
  if (
    url === undefined ||
    url.hostname.includes('*') ||
    (text !== url.origin && text !== `${url.origin}/`)
  ) {
    const like = 'an origin such as "https://shop.example": scheme, host and port, in lower case';
    throw refuse(field, `${field} must be ${like}`);
  }
  const local = rule.plainHttp || LOCAL_HOSTS.includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && local)) {
    throw refuse(field, `${field} must use https; plain http is for localhost only`);
  }
  return url.origin;
}

function refuse(field: string, message: string): Refusal {
  return refuseField(field, message, 'invalid_domain');
}
