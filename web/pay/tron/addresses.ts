import { isRecord } from '../../engine/members.ts';
import { decodeTronBatch } from '../../wallet/tron/batch-call.ts';
import { readTronAddress, TRON_ADDRESS, writeTronAddress } from '../../wallet/tron/tron-address.ts';

/** Addresses in Base58 and their bytes, as `0x` and hex, in both directions. */
export interface KnownAddresses {
  readonly bytes: ReadonlyMap<string, string>;
  readonly shown: ReadonlyMap<string, string>;
}

/** Every address in Base58 that is in some values, if its checksum is right. */
export async function readAddresses(values: readonly unknown[]): Promise<KnownAddresses> {
  const found = new Set<string>();
  for (const value of values) collect(value, found);
  const read = await Promise.all(
    [...found].map(async (text) => [text, await readTronAddress(text)] as const),
  );
  const pairs = read.flatMap(([text, bytes]) =>
    bytes === undefined ? [] : [[text, bytes] as const],
  );
  return {
    bytes: new Map(pairs),
    shown: new Map(pairs.map(([text, bytes]) => [bytes, text])),
  };
}

/** The same with who receives the fees inside calls of the batch contract, whom nothing else names. */
export async function withFeeReceivers(
  { bytes, shown }: KnownAddresses,
  calls: readonly string[],
): Promise<KnownAddresses> {
  const found = new Set(calls.flatMap((data) => decodeTronBatch(data)?.feeAddress ?? []));
  const written = await Promise.all(
    [...found].map(async (one) => [one, await writeTronAddress(one)] as const),
  );
  return { bytes, shown: new Map([...written, ...shown]) };
}

function collect(value: unknown, found: Set<string>): void {
  if (typeof value === 'string' && TRON_ADDRESS.test(value)) found.add(value);
  if (Array.isArray(value)) for (const one of value) collect(one, found);
  else if (isRecord(value)) for (const one of Object.values(value)) collect(one, found);
}

/** A copy of a value in which every text that is a key of the map is replaced. */
export function withAddresses<Value>(value: Value, map: ReadonlyMap<string, string>): Value {
  // A copy, so that what is shown stays as it is; it keeps the type, and numbers of any size.
  const copy = structuredClone({ value });
  replace(copy, map);
  return copy.value;
}

function replace(value: object, map: ReadonlyMap<string, string>): void {
  for (const [name, one] of Object.entries(value)) {
    if (typeof one === 'string' && map.has(one)) Reflect.set(value, name, map.get(one));
    else if (typeof one === 'object' && one !== null) replace(one, map);
  }
}
