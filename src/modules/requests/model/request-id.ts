import { keccak256 } from '#kit/keccak.ts';

/** What a request is named after. Its `nonce` makes it unlike any other, whatever else is equal. */
export interface CreateRecord {
  readonly accountId: string;
  readonly network: string;
  readonly currencyId: string;
  readonly payeeAddress: string;
  readonly expectedUnits: bigint;
  readonly createdAt: string;
  /** Random, so that the id cannot be derived from the request's data. */
  readonly nonce: string;
}

/** The prefix of a normalised keccak-256; the only kind of hash in use. */
const HASH_KIND = '01';

/**
 * The public id of a request: `01` and the 64 lower-case hex digits of the keccak-256 of its create
 * record, normalised to sorted keys and lower case.
 */
export function requestIdOf(record: CreateRecord): string {
  const sorted = Object.entries({ ...record, expectedUnits: record.expectedUnits.toString() }).sort(
    ([left], [right]) => (left < right ? -1 : 1),
  );
  const normalised = JSON.stringify(Object.fromEntries(sorted)).toLowerCase();
  return HASH_KIND + keccak256(normalised).slice(2);
}
