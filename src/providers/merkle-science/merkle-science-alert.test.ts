import { describe, expect, it } from 'vitest';
import { readMerkleScienceAlert } from './merkle-science-alert.ts';

const KEYS = ['key-of-test-1', 'key-of-test-2'];
const EVM = `0x${'Ab'.repeat(20)}`;
const TRON = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7';

const read = (body: unknown, key: string | readonly string[] | undefined = KEYS[0]) =>
  readMerkleScienceAlert(
    { rawBody: Buffer.from(JSON.stringify(body)), headers: { 'x-webhook-key': key } },
    KEYS,
  );

describe('an alert of Merkle Science', () => {
  it('names every address in it, wherever it stands, each once', () => {
    const hash = `0x${'cd'.repeat(32)}`;
    const body = { identifier: EVM, data: [{ address: TRON }, { address: EVM, hash }], note: 'x' };
    expect(read(body).addresses).toEqual([EVM.toLowerCase(), TRON]);
    expect(read({ level: 4 }).addresses).toEqual([]);
  });

  it('is known by each of the keys', () => {
    expect(read({ identifier: EVM }, KEYS[1]).addresses).toEqual([EVM.toLowerCase()]);
  });

  it.each([{ key: '' }, { key: 'key-of-test-' }, { key: 'key-of-test-11' }, { key: KEYS }])(
    'is refused with %j',
    ({ key }) => {
      const error = expect.objectContaining({ status: 401 });
      expect(() => read({ identifier: EVM }, key)).toThrow(error);
      const without = { rawBody: Buffer.from('{}'), headers: {} };
      expect(() => readMerkleScienceAlert(without, KEYS)).toThrow(error);
    },
  );

  it('is refused with more wallets than anybody is alerted about, or of no shape', () => {
    const many = Array.from({ length: 501 }, (_, i) => `0x${i.toString().padStart(40, 'a')}`);
    expect(() => read(many)).toThrow(expect.objectContaining({ status: 400 }));
    expect(() => read('text')).toThrow(expect.objectContaining({ status: 400 }));
  });
});
