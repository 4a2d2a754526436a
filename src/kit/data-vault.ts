import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { Bug, invariant } from './failure.ts';
import type { RandomSource, Sealed } from './secret.ts';

/** A key for personal data. Its version is no secret and stands beside what it sealed. */
export interface DataKey {
  readonly version: number;
  readonly bytes: Buffer;
}

/** Where a sealed value stands. It opens there alone: moved to another row, column or account it is refused. */
export interface SealedPlace {
  readonly accountId: string;
  readonly table: string;
  readonly column: string;
  /** The id of the row. */
  readonly id: string;
}

/** Seals what is stored of people, each value for one place. */
export interface DataVault {
  /** The version that seals. */
  readonly sealingVersion: number;
  /** All versions that open values, the one that seals first. */
  readonly versions: readonly number[];
  /** Encrypts a text with the first key. */
  seal(plain: string, place: SealedPlace): Sealed;
  /** Decrypts with the key that sealed; throws `UnopenedData` where that is impossible, and says why. */
  open(sealed: Sealed, place: SealedPlace): string;
}

/** Why a sealed value did not open: its key is not configured, another key has its version, or it was altered or moved. */
export type UnopenedReason = 'missing_key' | 'other_key' | 'altered';

/** A sealed value that does not open. The message names place and version, never a key or a value. */
export class UnopenedData extends Bug {
  override name = 'UnopenedData';
  readonly reason: UnopenedReason;

  constructor(reason: UnopenedReason, { table, column, id }: SealedPlace, version: number) {
    const why = {
      missing_key: `was sealed with key ${version}, which is not among the keys`,
      other_key: `was sealed with another key ${version} than the one that is set`,
      altered: 'was altered, or belongs to another row, column or account',
    } as const;
    super(`${table}.${column} of ${id} ${why[reason]}`);
    this.reason = reason;
  }
}

const FORMAT = 1;
const KEY_BYTES = 32;
const CHECK_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const NONCE_AT = 1 + CHECK_BYTES;
const TAG_AT = NONCE_AT + NONCE_BYTES;
const BODY_AT = TAG_AT + TAG_BYTES;

interface OpenKey extends DataKey {
  /** Distinguishes a wrong key from an altered text; it reveals nothing of the key. */
  readonly check: Buffer;
}

/**
 * A vault over several keys, of which the first seals and all open: AES-256-GCM with a random nonce. The
 * stored bytes are format, check of the key, nonce, tag, ciphertext; format, version and place are authenticated too.
 */
export function openDataVault(keys: readonly DataKey[], random: RandomSource): DataVault {
  const opened = keys.map(openKey);
  const [first] = opened;
  invariant(first !== undefined, 'a vault for personal data has a key');
  const byVersion = new Map(opened.map((key) => [key.version, key]));
  invariant(byVersion.size === opened.length, 'each key for personal data has its own version');
  return {
    sealingVersion: first.version,
    versions: [...byVersion.keys()],
    seal: (plain, place) => seal(first, plain, { place, random }),
    open: (sealed, place) => {
      const key = byVersion.get(sealed.keyVersion);
      if (key === undefined) throw new UnopenedData('missing_key', place, sealed.keyVersion);
      return open(key, sealed.bytes, place);
    },
  };
}

function openKey({ version, bytes }: DataKey): OpenKey {
  invariant(bytes.length === KEY_BYTES, `key ${version} for personal data has ${KEY_BYTES} bytes`);
  const check = createHmac('sha256', bytes).update('florin personal data, check of a key').digest();
  return { version, bytes, check: check.subarray(0, CHECK_BYTES) };
}

function seal(
  { version, bytes, check }: OpenKey,
  plain: string,
  { place, random }: { readonly place: SealedPlace; readonly random: RandomSource },
): Sealed {
  const nonce = random(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', bytes, nonce).setAAD(placeText(version, place));
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  const parts = [Buffer.from([FORMAT]), check, nonce, cipher.getAuthTag(), body];
  return { keyVersion: version, bytes: Buffer.concat(parts) };
}

function open({ version, bytes, check }: OpenKey, sealed: Buffer, place: SealedPlace): string {
  if (sealed.length < BODY_AT || sealed[0] !== FORMAT) {
    throw new UnopenedData('altered', place, version);
  }
  if (!sealed.subarray(1, NONCE_AT).equals(check)) {
    throw new UnopenedData('other_key', place, version);
  }
  const decipher = createDecipheriv('aes-256-gcm', bytes, sealed.subarray(NONCE_AT, TAG_AT), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(placeText(version, place));
  decipher.setAuthTag(sealed.subarray(TAG_AT, BODY_AT));
  const plain = decipher.update(sealed.subarray(BODY_AT));
  try {
    return Buffer.concat([plain, decipher.final()]).toString('utf8');
  } catch {
    // The cipher's own message says nothing of the place.
    throw new UnopenedData('altered', place, version);
  }
}

/** As JSON, so that no two places have one text. */
function placeText(version: number, { accountId, table, column, id }: SealedPlace): Buffer {
  return Buffer.from(JSON.stringify([FORMAT, version, accountId, table, column, id]));
}
