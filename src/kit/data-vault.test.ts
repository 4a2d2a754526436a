import { describe, expect, it } from 'vitest';
import { type DataKey, openDataVault, type SealedPlace, UnopenedData } from './data-vault.ts';
import { systemRandom } from './secret.ts';

const key = (version: number, fill = version): DataKey => ({
  version,
  bytes: Buffer.alloc(32, fill),
});
const open = (...keys: DataKey[]) => openDataVault(keys, systemRandom);
const place: SealedPlace = { accountId: 'acc-1', table: 'payer', column: 'sealed', id: 'row-1' };

/** Why a value does not open. */
function reasonOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof UnopenedData) return error.reason;
    throw error;
  }
  return 'opened';
}

describe('a vault for personal data', () => {
  const vault = open(key(1));

  it('opens what it sealed, and seals the same text differently each time', () => {
    const [first, second] = [vault.seal('Ada Łovelace', place), vault.seal('Ada Łovelace', place)];
    expect([vault.open(first, place), vault.open(second, place)]).toEqual(
      Array(2).fill('Ada Łovelace'),
    );
    expect(first.bytes.equals(second.bytes)).toBe(false);
    expect(first.bytes.includes('Ada')).toBe(false);
    expect(vault.open(vault.seal('', place), place)).toBe('');
  });

  it('opens a value in no other account, table, column or row', () => {
    const sealed = vault.seal('Ada', place);
    for (const other of [
      { accountId: 'acc-2' },
      { table: 'payment_detail' },
      { column: 'other' },
      { id: 'row-2' },
      // The parts do not run into each other.
      { table: 'payer","sealed', column: '' },
    ]) {
      expect(reasonOf(() => vault.open(sealed, { ...place, ...other }))).toBe('altered');
    }
  });

  it('opens nothing of which one bit was altered, or that was cut', () => {
    const sealed = vault.seal('Ada', place);
    for (let i = 0; i < sealed.bytes.length; i += 1) {
      const bytes = Buffer.from(sealed.bytes);
      bytes[i] = (bytes[i] ?? 0) ^ 1;
      expect(reasonOf(() => vault.open({ ...sealed, bytes }, place))).toMatch(/altered|other_key/);
      const cut = sealed.bytes.subarray(0, i);
      expect(reasonOf(() => vault.open({ ...sealed, bytes: cut }, place))).toBe('altered');
    }
  });

  it('seals with the first key and opens with each', () => {
    const old = vault.seal('Ada', place);
    const both = open(key(3), key(10), key(1));
    expect(both).toMatchObject({ sealingVersion: 3, versions: [3, 10, 1] });
    expect(both.open(old, place)).toBe('Ada');
    const sealed = both.seal('Bob', place);
    expect(sealed.keyVersion).toBe(3);
    expect(open(key(3)).open(sealed, place)).toBe('Bob');
  });

  it('distinguishes a missing key from one that differs, and names neither key nor value', () => {
    const sealed = vault.seal('Ada', place);
    expect(reasonOf(() => open(key(2)).open(sealed, place))).toBe('missing_key');
    expect(reasonOf(() => open(key(1, 7)).open(sealed, place))).toBe('other_key');
    expect(() => open(key(2)).open(sealed, place)).toThrow(
      'payer.sealed of row-1 was sealed with key 1, which is not among the keys',
    );
    // A version that was changed in the row does not make another key open it.
    const relabelled = { ...sealed, keyVersion: 2 };
    expect(reasonOf(() => open(key(1), key(2, 1)).open(relabelled, place))).toBe('altered');
  });

  it('is not opened without a key, with two of one version or with a short one', () => {
    expect(() => open()).toThrow('has a key');
    expect(() => open(key(1), key(1, 5))).toThrow('its own version');
    expect(() => open({ version: 1, bytes: Buffer.alloc(31) })).toThrow('32 bytes');
  });
});
