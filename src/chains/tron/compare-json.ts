import { readAddress } from '#catalog/addresses.ts';
import type { FieldIssue } from '#kit/failure.ts';
import { hexOf } from '#kit/hex.ts';

/** What a field means that nodes and wallets may leave out. */
const DEFAULTS: ReadonlySet<unknown> = new Set([0, '', false, null, undefined, '0']);

/**
 * Where JSON of a transaction says something else than its bytes. Only fields that are present are compared:
 * wallets leave some out, and may write addresses as Base58. A field that the bytes do not have must be empty.
 */
export function compareJson(given: unknown, own: unknown, path: string): FieldIssue[] {
  if (isRecord(own)) {
    if (!isRecord(given)) return [{ field: path, message: 'must be an object' }];
    return Object.entries(given).flatMap(([name, value]) => {
      const field = `${path}.${name}`;
      if (Object.hasOwn(own, name)) return compareJson(value, own[name], field);
      return isEmpty(value) ? [] : [{ field, message: 'is not in raw_data_hex' }];
    });
  }
  if (Array.isArray(own)) {
    if (!Array.isArray(given) || given.length !== own.length) {
      return [{ field: path, message: `must be a list of ${own.length}` }];
    }
    return given.flatMap((one, i) => compareJson(one, own[i], `${path}[${i}]`));
  }
  return normal(given) === normal(own)
    ? []
    : [{ field: path, message: 'is not what raw_data_hex says' }];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmpty(value: unknown): boolean {
  return DEFAULTS.has(value) || (Array.isArray(value) && value.length === 0);
}

/** Numbers may be written as text, hex in upper case, and addresses in Base58. */
function normal(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return value;
  const address = value.startsWith('T') ? readAddress('tron', value) : undefined;
  if (address === undefined || 'problem' in address) return value.toLowerCase();
  return `41${hexOf(address.bytes).slice(2)}`;
}
