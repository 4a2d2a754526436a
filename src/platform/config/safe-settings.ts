import { z } from 'zod';
import type { Config } from './config.ts';
import { setting } from './setting.ts';
import { apiKey, exactOrigins, origin } from './value-forms.ts';

/** The settings about Safe's services and interfaces, beside `SAFE_SERVICE_URL_<NETWORK>`. */
export const SAFE_SETTINGS = {
  SAFE_SERVICE_API_KEY: setting(apiKey(), {
    meaning:
      'The key for the public Safe Transaction Services, from developer.safe.global. In production it uses them on every network that has one; a service of your own is sent no key.',
    unit: 'the key as developer.safe.global shows it',
    example: '',
    otherwise: 'no public service is used but those in `SAFE_SERVICE_URL_<NETWORK>`',
    secret: true,
  }),
  SAFE_APP_ORIGINS: setting(exactOrigins(), {
    meaning:
      'The interfaces of Safe that may show the pay page of a link within themselves, as a Safe App. A Safe there proposes what the page shows.',
    unit: 'comma-separated origins with HTTPS; in the sandbox also of this machine without it',
    example: 'https://app.safe.global',
    otherwise: 'no other page may frame the pay page',
  }),
  SAFE_APP_URL: setting(origin(), {
    meaning:
      'The app in which owners of Safes sign. The pay page links to the queue of a Safe there.',
    unit: 'URL without a path',
    example: 'https://safe.example.com',
    otherwise: '`https://app.safe.global`; none in the sandbox, whose Safes it does not know',
  }),
};

const shape = z.object(SAFE_SETTINGS);

const PUBLIC_APP = 'https://app.safe.global';

/** The services and the app by these settings. */
export function safesOf(
  { SAFE_SERVICE_API_KEY: key, SAFE_APP_URL: appUrl }: z.output<typeof shape>,
  urls: ReadonlyMap<string, string>,
  mode: Config['mode'] | undefined,
): Config['safeServices'] {
  return { urls, apiKey: key, appUrl: appUrl ?? (mode === 'production' ? PUBLIC_APP : undefined) };
}

/** Which setting has no effect or may not be so, with why. A sandbox's Safes are unknown to the public services. */
export function findSafeProblems(
  { SAFE_SERVICE_API_KEY: key, SAFE_APP_ORIGINS: origins = [] }: z.output<typeof shape>,
  urls: ReadonlyMap<string, string>,
  mode: Config['mode'] | undefined,
): readonly (readonly [name: string, problem: string])[] {
  const problems: [string, string][] = [];
  if (key !== undefined && mode === 'sandbox' && urls.size === 0) {
    problems.push([
      'SAFE_SERVICE_API_KEY',
      'needs SAFE_SERVICE_URL_<NETWORK> in the sandbox, whose Safes are unknown to the public services',
    ]);
  }
  const isPlain = ({ protocol, hostname }: URL) =>
    protocol === 'http:' && (mode === 'production' || !LOCAL_HOSTS.has(hostname));
  if (origins.some((origin) => isPlain(new URL(origin)))) {
    problems.push([
      'SAFE_APP_ORIGINS',
      'must begin with https://; http:// is for localhost in the sandbox only',
    ]);
  }
  return problems;
}

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1']);
