import { createPublicKey } from 'node:crypto';
import { z } from 'zod';
import type { Config } from './config.ts';
import { setting } from './setting.ts';
import { apiKey, listOf, number, serviceUrl } from './value-forms.ts';

/** The public addresses of the vendors, whose shapes the adapters speak. */
const HYPERNATIVE_URL = 'https://api.hypernative.xyz';
const MERKLE_SCIENCE_URL = 'https://api.merklescience.com';

/** The settings of the vendors that screen wallets. */
export const SCREENING_SETTINGS = {
  HYPERNATIVE_CLIENT_ID: setting(apiKey(), {
    meaning:
      'The client ID of your API key at Hypernative. With it and `HYPERNATIVE_CLIENT_SECRET`, access policies may name `hypernative` for wallets of EVM networks; every such wallet is sent to the vendor.',
    unit: 'as the vendor shows it',
    example: '',
    otherwise:
      'policies that name `hypernative` are refused, but in the sandbox, which has a vendor of its own',
    secret: true,
  }),
  HYPERNATIVE_CLIENT_SECRET: setting(apiKey(), {
    meaning: 'The secret of that API key.',
    unit: 'as the vendor shows it',
    example: '',
    otherwise: 'required with `HYPERNATIVE_CLIENT_ID`',
    secret: true,
  }),
  HYPERNATIVE_URL: setting(serviceUrl(), {
    meaning: 'Where Hypernative is called.',
    unit: 'URL',
    example: 'https://api.hypernative.xyz',
    otherwise: '`https://api.hypernative.xyz` in production',
  }),
  HYPERNATIVE_ALERT_KEYS: setting(listOf(alertKey()), {
    meaning:
      'The public keys by which alerts of Hypernative are verified, to be sent to `/v2/callbacks/screening/hypernative` of the API. They only have the vendor asked again about the wallets of open links. Set the new one beside the old one while it is being replaced.',
    unit: 'keys of ECDSA P-256 as SPKI in base64, with a comma between',
    example:
      'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEBgZAJk+OuOzp3sO6B+44gqLDzz/X1KloIQYkqefTYMv+URMIvN97gsoLYrZ9K08uQR0XHLXbB0RCTAt6BNFhzQ==',
    otherwise: 'alerts are answered 404',
  }),
  MERKLE_SCIENCE_API_KEY: setting(apiKey(), {
    meaning:
      'The API key at Merkle Science. With it and `MERKLE_SCIENCE_BLOCKCHAINS`, access policies may name `merklescience`; every such wallet is sent to the vendor.',
    unit: 'as the vendor shows it',
    example: '',
    otherwise:
      'policies that name `merklescience` are refused, but in the sandbox, which has a vendor of its own',
    secret: true,
  }),
  MERKLE_SCIENCE_URL: setting(serviceUrl(), {
    meaning: 'Where Merkle Science is called.',
    unit: 'URL',
    example: 'https://api.merklescience.com',
    otherwise: '`https://api.merklescience.com` in production',
  }),
  MERKLE_SCIENCE_BLOCKCHAINS: setting(listOf(blockchainCode()), {
    meaning:
      'The networks whose wallets Merkle Science judges, each with the code that the vendor has for it. On others a policy that names it is refused.',
    unit: 'comma-separated network ids with their codes, as in `mainnet=CODE,tron=CODE`; ask the vendor for the codes',
    example: '',
    otherwise: 'required with `MERKLE_SCIENCE_API_KEY`',
  }),
  MERKLE_SCIENCE_REJECT_LEVEL: setting(number({ min: 1, max: 5 }), {
    meaning:
      'From which level of risk on Merkle Science rejects a wallet: 1 Info, 2 Caution, 3 Medium, 4 High, 5 Critical. It has no policies of its own that a plan could name.',
    unit: 'level',
    example: '4',
    otherwise: '`3`',
  }),
  MERKLE_SCIENCE_ALERT_KEYS: setting(listOf(apiKey()), {
    meaning:
      'What alerts of Merkle Science carry in `X-WEBHOOK-KEY`, to be sent to `/v2/callbacks/screening/merklescience` of the API. They only have the vendor asked again about the wallets of open links. Set the new one beside the old one while it is being replaced.',
    unit: 'keys, with a comma between',
    example: '',
    otherwise: 'alerts are answered 404',
    secret: true,
  }),
  SCREENING_REPEAT_HOURS: setting(number({ min: 1, max: 8_760 }), {
    meaning:
      'How old the decision of a vendor about a wallet of an open link becomes before the vendor is asked again, eight wallets a minute at most. Each is a call that the vendor may charge.',
    unit: 'hours',
    example: '6',
    otherwise: '`24`',
  }),
  SCREENING_TIMEOUT_MS: setting(number({ min: 1_000, max: 60_000 }), {
    meaning:
      'How long a vendor may take to judge a wallet before that counts as a failure and its backup is asked. A payer’s page is answered sooner and waits.',
    unit: 'milliseconds',
    example: '20000',
    otherwise: '`15000`',
  }),
};

const KEY_CHARACTERS_MAX = 1_000;

/** A public key that ECDSA signatures over P-256 are verified by. */
function alertKey() {
  return z.string().refine((text) => {
    if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length > KEY_CHARACTERS_MAX) return false;
    try {
      const key = Buffer.from(text, 'base64');
      const { asymmetricKeyDetails } = createPublicKey({ key, format: 'der', type: 'spki' });
      return asymmetricKeyDetails?.namedCurve === 'prime256v1';
    } catch {
      return false;
    }
  }, 'must be a public key of ECDSA P-256, as SPKI in base64');
}

function blockchainCode() {
  return z
    .string()
    .regex(/^[a-z0-9-]{1,40}=[\w.-]{1,40}$/, 'must be network ids with codes, as in mainnet=CODE');
}

const shape = z.object(SCREENING_SETTINGS);
type ScreeningSettings = z.output<typeof shape>;

const TIMEOUT_MS = 15_000;
const REJECT_LEVEL = 3;
const HOUR_MS = 3_600_000;
const REPEAT_HOURS = 24;

/** The vendors by these settings. The public services are used in production alone. */
export function screenersOf(
  settings: ScreeningSettings,
  mode: Config['mode'],
): Pick<Config, 'hypernative' | 'merkleScience' | 'screeningTimeoutMs' | 'screeningRepeatMs'> {
  const { HYPERNATIVE_CLIENT_ID: clientId, HYPERNATIVE_CLIENT_SECRET: clientSecret } = settings;
  const { MERKLE_SCIENCE_API_KEY: key, MERKLE_SCIENCE_BLOCKCHAINS: codes } = settings;
  const isPublic = mode === 'production';
  const hypernativeUrl = settings.HYPERNATIVE_URL ?? (isPublic ? HYPERNATIVE_URL : undefined);
  const merkleUrl = settings.MERKLE_SCIENCE_URL ?? (isPublic ? MERKLE_SCIENCE_URL : undefined);
  const hasHypernative = clientId !== undefined && clientSecret !== undefined;
  return {
    screeningTimeoutMs: settings.SCREENING_TIMEOUT_MS ?? TIMEOUT_MS,
    screeningRepeatMs: (settings.SCREENING_REPEAT_HOURS ?? REPEAT_HOURS) * HOUR_MS,
    hypernative:
      hypernativeUrl !== undefined && hasHypernative
        ? {
            url: hypernativeUrl,
            clientId,
            clientSecret,
            alertKeys: settings.HYPERNATIVE_ALERT_KEYS,
          }
        : undefined,
    merkleScience:
      merkleUrl !== undefined && key !== undefined && codes !== undefined
        ? {
            url: merkleUrl,
            apiKey: key,
            blockchains: codesOf(codes),
            rejectLevel: settings.MERKLE_SCIENCE_REJECT_LEVEL ?? REJECT_LEVEL,
            alertKeys: settings.MERKLE_SCIENCE_ALERT_KEYS,
          }
        : undefined,
  };
}

const codesOf = (codes: readonly string[]) =>
  new Map(
    codes.map((text) => {
      const [network = '', code = ''] = text.split('=');
      return [network, code] as const;
    }),
  );

/** Which settings have no effect without another, or name no network, with what is wrong. */
export function findScreeningProblems(
  settings: ScreeningSettings,
  mode: Config['mode'] | undefined,
  networkIds: readonly string[],
): readonly (readonly [name: string, problem: string])[] {
  const needs = PAIRS.filter(
    ([name, other]) => settings[name] !== undefined && settings[other] === undefined,
  ).map(([name, other]) => [name, `has no effect without ${other}: set both`] as const);
  const nowhere = mode === 'sandbox' ? LOCAL_PAIRS : [];
  const local = nowhere
    .filter(([name, url]) => settings[name] !== undefined && settings[url] === undefined)
    .map(
      ([name, url]) =>
        [name, `needs ${url} in the sandbox, whose wallets are sent to nobody outside`] as const,
    );
  const codes = codesOf(settings.MERKLE_SCIENCE_BLOCKCHAINS ?? []);
  const unknown = [...codes.keys()].filter((id) => !networkIds.includes(id));
  const named =
    unknown.length === 0
      ? []
      : [
          [
            'MERKLE_SCIENCE_BLOCKCHAINS',
            `names no network with "${unknown.join('", "')}"`,
          ] as const,
        ];
  return [...needs, ...local, ...named];
}

const PAIRS = [
  ['HYPERNATIVE_CLIENT_ID', 'HYPERNATIVE_CLIENT_SECRET'],
  ['HYPERNATIVE_CLIENT_SECRET', 'HYPERNATIVE_CLIENT_ID'],
  ['HYPERNATIVE_URL', 'HYPERNATIVE_CLIENT_ID'],
  ['HYPERNATIVE_ALERT_KEYS', 'HYPERNATIVE_CLIENT_ID'],
  ['MERKLE_SCIENCE_ALERT_KEYS', 'MERKLE_SCIENCE_API_KEY'],
  ['MERKLE_SCIENCE_API_KEY', 'MERKLE_SCIENCE_BLOCKCHAINS'],
  ['MERKLE_SCIENCE_BLOCKCHAINS', 'MERKLE_SCIENCE_API_KEY'],
  ['MERKLE_SCIENCE_URL', 'MERKLE_SCIENCE_API_KEY'],
  ['MERKLE_SCIENCE_REJECT_LEVEL', 'MERKLE_SCIENCE_API_KEY'],
] as const;

const LOCAL_PAIRS = [
  ['HYPERNATIVE_CLIENT_ID', 'HYPERNATIVE_URL'],
  ['MERKLE_SCIENCE_API_KEY', 'MERKLE_SCIENCE_URL'],
] as const;
