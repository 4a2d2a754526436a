import { isRecord, member, texts } from '../../engine/members.ts';
import { type RawTransaction, readRawTransaction, TYPE_URL } from './raw-transaction.ts';
import { sha256Hex } from './sha256.ts';

/** A transaction as Tron wallets are handed it, and as nodes take it with a signature. */
export interface TronTransaction {
  readonly txID: string;
  readonly raw_data: unknown;
  readonly raw_data_hex: string;
  readonly visible: boolean;
}

/** A transaction, what its bytes say, and whether its id and its JSON form say the same. */
export interface ReadTransaction {
  readonly transaction: TronTransaction;
  readonly raw: RawTransaction;
}

/**
 * Reads a transaction that the API has made. Undefined unless its bytes call a contract in the one way in which they
 * can be written, its id is the hash of them, and its JSON form, of which some wallets make the bytes anew, holds
 * exactly the same. `addresses` gives the bytes of those in Base58.
 */
export async function readTransaction(
  value: unknown,
  addresses: ReadonlyMap<string, string>,
): Promise<ReadTransaction | undefined> {
  const { txID, raw_data_hex } = texts(value, ['txID', 'raw_data_hex']);
  const raw = readRawTransaction(raw_data_hex ?? '');
  if (txID === undefined || raw_data_hex === undefined || raw === undefined) return undefined;
  const visible = member(value, 'visible') === true;
  const raw_data = member(value, 'raw_data');
  const addressOf = (text: unknown) =>
    visible
      ? addresses.get(String(text))
      : /^41[0-9a-f]{40}$/.test(String(text))
        ? `0x${String(text).slice(2)}`
        : undefined;
  const isSound =
    isSame(raw_data, jsonOf(raw), addressOf) && txID === (await sha256Hex(raw_data_hex));
  return isSound ? { transaction: { txID, raw_data, raw_data_hex, visible }, raw } : undefined;
}

/** The JSON form of a transaction; addresses as `0x` and hex, which no node writes. */
function jsonOf(raw: RawTransaction): Readonly<Record<string, unknown>> {
  const value = {
    owner_address: raw.owner,
    contract_address: raw.contract,
    data: raw.data.slice(2),
  };
  return {
    contract: [{ parameter: { value, type_url: TYPE_URL }, type: 'TriggerSmartContract' }],
    ref_block_bytes: raw.refBlockBytes,
    ref_block_hash: raw.refBlockHash,
    expiration: raw.expirationMs,
    timestamp: raw.timestampMs,
    fee_limit: Number(raw.feeLimitSun),
  };
}

/** Whether a JSON form holds the same values and nothing beside them but zeros, which the bytes leave out. */
function isSame(
  json: unknown,
  expected: unknown,
  addressOf: (text: unknown) => string | undefined,
): boolean {
  if (Array.isArray(expected)) {
    return (
      Array.isArray(json) &&
      json.length === expected.length &&
      expected.every((one: unknown, at) => isSame(json[at], one, addressOf))
    );
  }
  if (isRecord(expected)) {
    return (
      isRecord(json) &&
      Object.keys(expected).every((name) => isSame(json[name], expected[name], addressOf)) &&
      Object.keys(json).every((name) => Object.hasOwn(expected, name) || isZero(json[name]))
    );
  }
  return typeof expected === 'string' && expected.startsWith('0x')
    ? addressOf(json) === expected
    : json === expected;
}

function isZero(value: unknown): boolean {
  return value === 0 || value === '' || value === false;
}
