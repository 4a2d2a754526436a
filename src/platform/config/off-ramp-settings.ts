import { createPublicKey } from 'node:crypto';
import { z } from 'zod';
import type { Config } from './config.ts';
import { setting } from './setting.ts';
import { apiKey, serviceName, urlOf } from './value-forms.ts';

/** The public address of the service, whose shapes the adapter speaks. */
const PUBLIC_URL = 'https://api.bridge.xyz/v0';

/** The service's own sandbox, whose deposit addresses belong to nobody. */
const SANDBOX_HOST = 'api.sandbox.bridge.xyz';

const PEM_BEGIN = '-----BEGIN PUBLIC KEY-----';
const PEM_END = '-----END PUBLIC KEY-----';

/** The settings about payouts to bank accounts. */
export const OFF_RAMP_SETTINGS = {
  OFF_RAMP_URL: setting(urlOf(['http:', 'https:']), {
    meaning:
      'Where payouts to bank accounts are ordered: Bridge, or a service of the same shapes; its own sandbox is refused in production.',
    unit: 'URL with its version',
    example: 'https://api.bridge.xyz/v0',
    otherwise:
      '`https://api.bridge.xyz/v0` in production where `OFF_RAMP_API_KEY` is set; in the sandbox its own bank; else nothing is paid out',
  }),
  OFF_RAMP_API_KEY: setting(apiKey(), {
    meaning: 'The key for the off-ramp provider; setting it offers payouts to bank accounts.',
    unit: 'the key as the provider shows it',
    example: '',
    otherwise: 'nothing is paid out to bank accounts in production',
    secret: true,
  }),
  OFF_RAMP_CUSTOMER: setting(serviceName(), {
    meaning:
      'The customer at the off-ramp provider for whom all payouts are ordered and who owns the bank accounts there: this installation.',
    unit: 'the id as the provider shows it',
    example: '6ed47d9c-03be-420c-8699-369707ca02e9',
    otherwise: 'required with `OFF_RAMP_API_KEY`',
  }),
  OFF_RAMP_CALLBACK_KEY: setting(publicKey(), {
    meaning:
      'The public key of our callback endpoint at the off-ramp provider, by which callbacks are verified. They only make a payout be read sooner.',
    unit: 'the lines of the PEM file without the first and the last, joined',
    example: '',
    otherwise: 'every callback is refused',
  }),
};

const shape = z.object(OFF_RAMP_SETTINGS);
type OffRampSettings = z.output<typeof shape>;

/** A public key without the first and last line of its file. */
function publicKey() {
  return z
    .string()
    .transform((text) => `${PEM_BEGIN}\n${text.replace(/\s/g, '')}\n${PEM_END}\n`)
    .refine(isPublicKey, 'must be a public key in PEM, without its first and last line');
}

function isPublicKey(pem: string): boolean {
  try {
    return createPublicKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

/** How the provider is used; undefined where it is not. */
export function offRampOf(settings: OffRampSettings, mode: Config['mode']): Config['offRamp'] {
  const { OFF_RAMP_API_KEY: key, OFF_RAMP_CUSTOMER: customerId } = settings;
  const url = settings.OFF_RAMP_URL ?? (mode === 'production' ? PUBLIC_URL : undefined);
  if (url === undefined || key === undefined || customerId === undefined) return undefined;
  return { url, apiKey: key, customerId, callbackKey: settings.OFF_RAMP_CALLBACK_KEY };
}

/** Which settings have no effect without another, with what that is. */
export function findOffRampProblems(
  settings: OffRampSettings,
  mode: Config['mode'] | undefined,
): readonly (readonly [name: string, problem: string])[] {
  const { OFF_RAMP_API_KEY: key, OFF_RAMP_CUSTOMER: customer, OFF_RAMP_URL: url } = settings;
  const names = ['OFF_RAMP_URL', 'OFF_RAMP_CUSTOMER', 'OFF_RAMP_CALLBACK_KEY'] as const;
  const alone = names
    .filter((name) => settings[name] !== undefined && key === undefined)
    .map((name) => [name, 'has no effect without OFF_RAMP_API_KEY: set both'] as const);
  if (key === undefined) return alone;
  if (customer === undefined) return [['OFF_RAMP_CUSTOMER', 'is required with OFF_RAMP_API_KEY']];
  if (mode === 'sandbox' && url === undefined) {
    const why = 'needs OFF_RAMP_URL in the sandbox, whose tokens are worth nothing elsewhere';
    return [['OFF_RAMP_API_KEY', why]];
  }
  // In any case, and with the dot of a full name of a host.
  if (mode === 'production' && url !== undefined && hostOf(url) === SANDBOX_HOST) {
    const why =
      'is the sandbox of the provider, where payers would send real tokens to addresses of nobody';
    return [['OFF_RAMP_URL', why]];
  }
  return [];
}

const hostOf = (url: string) => new URL(url).hostname.toLowerCase().replace(/\.$/, '');
