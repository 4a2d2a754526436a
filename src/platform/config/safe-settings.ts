import { z } from 'zod';
import type { Config } from './config.ts';
import { setting } from './setting.ts';
import { apiKey } from './value-forms.ts';

/** The settings about the services that show transactions of Safes, beside `SAFE_SERVICE_URL_<NETWORK>`. */
export const SAFE_SETTINGS = {
  SAFE_SERVICE_API_KEY: setting(apiKey(), {
    meaning:
      'The key for the public Safe Transaction Services, from developer.safe.global. In production it uses them on every network that has one; a service of your own is sent no key.',
    unit: 'the key as developer.safe.global shows it',
    example: '',
    otherwise: 'no public service is used but those in `SAFE_SERVICE_URL_<NETWORK>`',
    secret: true,
  }),
};

const shape = z.object(SAFE_SETTINGS);

/** The services by these settings. */
export function safesOf(
  { SAFE_SERVICE_API_KEY: key }: z.output<typeof shape>,
  urls: ReadonlyMap<string, string>,
): Config['safeServices'] {
  return { urls, apiKey: key };
}

/** Which setting has no effect, with why. A sandbox's Safes are unknown to the public services. */
export function findSafeProblems(
  { SAFE_SERVICE_API_KEY: key }: z.output<typeof shape>,
  urls: ReadonlyMap<string, string>,
  mode: Config['mode'] | undefined,
): readonly (readonly [name: string, problem: string])[] {
  if (key === undefined || mode !== 'sandbox' || urls.size > 0) return [];
  return [
    [
      'SAFE_SERVICE_API_KEY',
      'needs SAFE_SERVICE_URL_<NETWORK> in the sandbox, whose Safes are unknown to the public services',
    ],
  ];
}
