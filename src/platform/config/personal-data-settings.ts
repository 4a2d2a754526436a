import { z } from 'zod';
import type { DataKey } from '#kit/data-vault.ts';
import { Refusal } from '#kit/failure.ts';
import type { RandomSource } from '#kit/secret.ts';
import { loadOrCreateKeyFile } from './key-file.ts';
import { setting } from './setting.ts';
import { number } from './value-forms.ts';

const KEY_BYTES = 32;
const VERSION_MAX = 32_767;

/** More keys than anybody rotates through before an old one is removed. */
const KEYS_MAX = 20;

/** A key with fewer different bytes than this was typed, not generated. */
const DIFFERENT_BYTES_MIN = 16;

/** What keys of a sandbox begin with, so that production can refuse them; 24 random bytes remain. */
const SANDBOX_MARK = Buffer.from('sandbox-');
const SANDBOX_BYTES = KEY_BYTES - SANDBOX_MARK.length;

/** The settings about what is stored of people. */
export const PERSONAL_DATA_SETTINGS = {
  PERSONAL_DATA_KEYS: setting(dataKeys(), {
    meaning:
      'Encrypt the personal data and bank details of payers in the database. The first key encrypts, all decrypt; `florin personal-data rotate` encrypts with the first what others did. Back them up, apart from backups of the database: without its key personal data is lost.',
    unit: 'comma-separated versions and keys of 32 random bytes in base64, such as `1:…` or `2:…,1:…`; a key is made by `openssl rand -base64 32`',
    example: '',
    otherwise:
      'made by the sandbox in its data folder; in production the endpoints of payers answer 400 and nothing of payers is stored',
    secret: true,
  }),
  PERSONAL_DATA_RETENTION_DAYS: setting(number({ min: 0, max: 36_600 }), {
    meaning:
      'How long the personal data and bank details of payers are kept after they were given; then they are erased, and payments stay.',
    unit: 'days; `0` keeps them until somebody erases them',
    example: '365',
    otherwise: '`1826`, which is five years',
  }),
};

/** Keys as they are set, each behind its version. */
function dataKeys() {
  const message = `must be versions from 1 to ${VERSION_MAX}, each with ":" and the base64 of ${KEY_BYTES} random bytes, with commas between: \`1:$(openssl rand -base64 32)\``;
  return z
    .string()
    .refine((text) => readKeys(text) !== undefined, message)
    .refine((text) => areDifferent(readKeys(text) ?? []), {
      message: 'must have each version and each key once',
    })
    .refine((text) => (readKeys(text) ?? []).every(isRandom), {
      message: 'must be random: make each key by `openssl rand -base64 32`',
    })
    .transform((text) => readKeys(text) ?? []);
}

function readKeys(text: string): readonly DataKey[] | undefined {
  const keys = text.split(',').map((part) => readKey(part.trim()));
  const right = keys.filter((key) => key !== undefined);
  return right.length === keys.length && keys.length <= KEYS_MAX ? right : undefined;
}

function readKey(text: string): DataKey | undefined {
  const [, digits, encoded = ''] = /^([1-9]\d{0,4}):([A-Za-z0-9+/]{43}=)$/.exec(text) ?? [];
  const version = Number(digits);
  const bytes = Buffer.from(encoded, 'base64');
  const isExact = bytes.length === KEY_BYTES && bytes.toString('base64') === encoded;
  return version <= VERSION_MAX && isExact ? { version, bytes } : undefined;
}

function areDifferent(keys: readonly DataKey[]): boolean {
  const versions = new Set(keys.map(({ version }) => version));
  const texts = new Set(keys.map(({ bytes }) => bytes.toString('base64')));
  return versions.size === keys.length && texts.size === keys.length;
}

function isRandom({ bytes }: DataKey): boolean {
  return new Set(bytes).size >= DIFFERENT_BYTES_MIN;
}

const FIVE_YEARS_DAYS = 1_826;

const shape = z.object(PERSONAL_DATA_SETTINGS);

/** What these settings come to. */
export function personalDataOf(settings: z.output<typeof shape>) {
  return {
    personalDataKeys: settings.PERSONAL_DATA_KEYS,
    personalDataRetentionDays: settings.PERSONAL_DATA_RETENTION_DAYS ?? FIVE_YEARS_DAYS,
  };
}

/** Whether a sandbox made the key. */
export function isSandboxDataKey({ bytes }: DataKey): boolean {
  return bytes.subarray(0, SANDBOX_MARK.length).equals(SANDBOX_MARK);
}

/** The keys of a sandbox, in a file of its data folder that only its owner can read; the first is made at the first start. */
export function loadOrCreateDataKeys(
  home: string,
  random: RandomSource,
): Promise<readonly DataKey[]> {
  return loadOrCreateKeyFile({
    home,
    name: 'personal-data.keys',
    make: () => `1:${Buffer.concat([SANDBOX_MARK, random(SANDBOX_BYTES)]).toString('base64')}`,
    read: (text, path) => {
      const { data, error } = dataKeys().safeParse(text);
      if (data !== undefined) return data;
      const problem = error.issues[0]?.message ?? 'must be keys';
      const advice = 'restore it, or start again with `npm run reset`';
      throw new Refusal('broken_personal_data_keys', 409, `${path} ${problem}: ${advice}.`);
    },
  });
}
