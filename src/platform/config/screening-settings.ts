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
  SCREENING_TIMEOUT_MS: setting(number({ min: 1_000, max: 60_000 }), {
    meaning:
      'How long a vendor may take to judge a wallet before that counts as a failure and its backup is asked. A payer’s page is answered sooner and waits.',
    unit: 'milliseconds',
    example: '20000',
    otherwise: '`15000`',
  }),
};

function blockchainCode() {
  return z
    .string()
    .regex(/^[a-z0-9-]{1,40}=[\w.-]{1,40}$/, 'must be network ids with codes, as in mainnet=CODE');
}

const shape = z.object(SCREENING_SETTINGS);
type ScreeningSettings = z.output<typeof shape>;

const TIMEOUT_MS = 15_000;
const REJECT_LEVEL = 3;

/** The vendors by these settings. The public services are used in production alone. */
export function screenersOf(
  settings: ScreeningSettings,
  mode: Config['mode'],
): Pick<Config, 'hypernative' | 'merkleScience' | 'screeningTimeoutMs'> {
  const { HYPERNATIVE_CLIENT_ID: clientId, HYPERNATIVE_CLIENT_SECRET: clientSecret } = settings;
  const { MERKLE_SCIENCE_API_KEY: key, MERKLE_SCIENCE_BLOCKCHAINS: codes } = settings;
  const isPublic = mode === 'production';
  const hypernativeUrl = settings.HYPERNATIVE_URL ?? (isPublic ? HYPERNATIVE_URL : undefined);
  const merkleUrl = settings.MERKLE_SCIENCE_URL ?? (isPublic ? MERKLE_SCIENCE_URL : undefined);
  const hasHypernative = clientId !== undefined && clientSecret !== undefined;
  return {
    screeningTimeoutMs: settings.SCREENING_TIMEOUT_MS ?? TIMEOUT_MS,
    hypernative:
      hypernativeUrl !== undefined && hasHypernative
        ? { url: hypernativeUrl, clientId, clientSecret }
        : undefined,
    merkleScience:
      merkleUrl !== undefined && key !== undefined && codes !== undefined
        ? {
            url: merkleUrl,
            apiKey: key,
            blockchains: codesOf(codes),
            rejectLevel: settings.MERKLE_SCIENCE_REJECT_LEVEL ?? REJECT_LEVEL,
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
  ['MERKLE_SCIENCE_API_KEY', 'MERKLE_SCIENCE_BLOCKCHAINS'],
  ['MERKLE_SCIENCE_BLOCKCHAINS', 'MERKLE_SCIENCE_API_KEY'],
  ['MERKLE_SCIENCE_URL', 'MERKLE_SCIENCE_API_KEY'],
  ['MERKLE_SCIENCE_REJECT_LEVEL', 'MERKLE_SCIENCE_API_KEY'],
] as const;

const LOCAL_PAIRS = [
  ['HYPERNATIVE_CLIENT_ID', 'HYPERNATIVE_URL'],
  ['MERKLE_SCIENCE_API_KEY', 'MERKLE_SCIENCE_URL'],
] as const;
