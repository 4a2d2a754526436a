import fc from 'fast-check';
import { utils } from 'tronweb';
import { describe, expect, it } from 'vitest';
import { hexAddress } from './address.ts';
import { encodeStep } from './encode.ts';
import { encodeRaw, printRaw, type RawTransaction, transactionId } from './raw-transaction.ts';

const CONTRACTS = {
  feeProxy: 'TCUDPYnS9dH3WvFEaE7wN7vnDa51J4R4fd',
  batch: 'TRZbXXuLd3HW5utzVysA3rpLgU7sVBrd1D',
};
const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

const bytes = (length: number) =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .map((some) => Buffer.from(some).toString('hex'));
const address = bytes(20).map((hex) => `41${hex}`);
const number = fc.bigInt({ min: 1n, max: 9_007_199_254_740_991n });
const raws: fc.Arbitrary<RawTransaction> = fc.record({
  refBlockBytes: bytes(2),
  refBlockHash: bytes(8),
  expirationMs: number,
  timestampMs: number,
  owner: address,
  contract: address,
  data: fc.integer({ min: 1, max: 600 }).chain(bytes),
  permissionId: fc.constantFrom(0n, 2n),
  feeLimit: number,
});

describe('a raw transaction', () => {
  it('has the bytes and the id of the published approval of the fee proxy', () => {
    const { to, data, feeLimit } = encodeStep(CONTRACTS, {
      type: 'approval',
      tokenAddress: USDT,
      units: 2n ** 256n - 1n,
      spender: 'fee_proxy',
    });
    const hex = encodeRaw({
      refBlockBytes: '91a4',
      refBlockHash: '2bfcd3bb597f3d40',
      expirationMs: 1_790_000_600_000n,
      timestampMs: 1_790_000_000_000n,
      owner: '41f39fd6e51aad88f6f4ce6ab8827279cfffb92266',
      contract: hexAddress(to),
      data: data.slice(2),
      permissionId: 0n,
      feeLimit,
    });
    expect(hex).toHaveLength(2 * 211);
    expect(transactionId(hex)).toBe(
      '5ff9a7f1372f103a03343f4014a8aea2df459cd389cf898fee485b13d647543d',
    );
  });

  it('has the bytes and the id that TronWeb makes of its JSON', () => {
    fc.assert(
      fc.property(raws, (raw) => {
        const pb = utils.transaction.txJsonToPb({ raw_data: printRaw(raw), visible: false });
        expect(utils.transaction.txPbToRawDataHex(pb).toLowerCase()).toBe(encodeRaw(raw));
        expect(utils.transaction.txPbToTxID(pb)).toBe(`0x${transactionId(encodeRaw(raw))}`);
      }),
    );
  });

  it('is read by TronWeb as what it was made of', () => {
    fc.assert(
      fc.property(raws, (raw) => {
        const read = utils.deserializeTx.deserializeTransaction(
          'TriggerSmartContract',
          encodeRaw(raw),
        );
        const { contract: _, ref_block_hash, ref_block_bytes, ...times } = printRaw(raw);
        expect(read).toMatchObject(times);
        expect(read.ref_block_hash.toLowerCase()).toBe(ref_block_hash);
        expect(read.ref_block_bytes.toLowerCase()).toBe(ref_block_bytes);
        const text = JSON.stringify(read.contract).toLowerCase();
        for (const part of [raw.owner, raw.contract, raw.data]) expect(text).toContain(part);
      }),
    );
  });
});
