import type { Config } from './config.ts';
import type { Settings } from './schema.ts';

/** How people sign in. */
export function sessionsOf({
  SESSION_COOKIE_DOMAIN,
  SECOND_FACTOR,
}: Settings): Pick<Config, 'sessionCookieDomain' | 'secondFactor'> {
  return { sessionCookieDomain: SESSION_COOKIE_DOMAIN, secondFactor: SECOND_FACTOR ?? 'optional' };
}
