import type { FirstAnswer } from './load-page.ts';

/** An origin with an exact host of letters, digits, dots and hyphens: nothing in it can end a directive or match more. */
const HTTPS_ORIGIN = /^https:\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::[0-9]{1,5})?$/;
/** Policies know no addresses of IPv6. */
const LOCAL_ORIGIN = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::[0-9]{1,5})?$/;

/** The origins whose pages may frame a payment, out of what the API says; shops on this machine are for tests. */
export function shopOriginsOf(
  { status, body }: FirstAnswer,
  mode: 'sandbox' | 'production',
): readonly string[] {
  const domains: unknown =
    status === 200 && typeof body === 'object' && body !== null
      ? Reflect.get(body, 'allowedDomains')
      : undefined;
  if (!Array.isArray(domains)) return [];
  return domains.filter(
    (domain: unknown): domain is string =>
      typeof domain === 'string' &&
      (HTTPS_ORIGIN.test(domain) || (mode === 'sandbox' && LOCAL_ORIGIN.test(domain))),
  );
}
