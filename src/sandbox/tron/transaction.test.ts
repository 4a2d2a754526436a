import fc from 'fast-check';
import { TronWeb, utils } from 'tronweb';
import { describe, expect, it } from 'vitest';
import { parseTronAddress } from './address.ts';
import {
  buildTransaction,
  decodeTransaction,
  encodeTransaction,
  type RawTransaction,
} from './transaction.ts';
import { parseTransaction, printTransaction } from './transaction-json.ts';
import { MalformedMessage } from './wire-format.ts';

const hexOf = (base58: string) => parseTronAddress(base58) ?? '';
const OWNER = '41f39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const PROXY = hexOf('TCUDPYnS9dH3WvFEaE7wN7vnDa51J4R4fd');

/** Approving the fee proxy for USDT without a limit. */
const approval: RawTransaction = {
  refBlockBytes: '91a4',
  refBlockHash: '2bfcd3bb597f3d40',
  expirationMs: 1_790_000_600_000,
  data: '',
  contracts: [
    {
      action: {
        type: 'TriggerSmartContract',
        ownerAddress: OWNER,
        contractAddress: hexOf('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'),
        callValue: 0n,
        data: `095ea7b3${PROXY.slice(2).padStart(64, '0')}${'f'.repeat(64)}`,
        callTokenValue: 0n,
        tokenId: 0n,
      },
      permissionId: 0,
    },
  ],
  timestampMs: 1_790_000_000_000,
  feeLimit: 100_000_000n,
};

const bytes = (length: number) =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .map((b) => Buffer.from(b).toString('hex'));
const address = bytes(20).map((hex) => `41${hex}`);
const amount = fc.bigInt({ min: 0n, max: 9_007_199_254_740_991n });
const action = fc.oneof(
  fc.record({
    type: fc.constant('TransferContract' as const),
    ownerAddress: address,
    toAddress: address,
    amount,
  }),
  fc.record({
    type: fc.constant('TriggerSmartContract' as const),
    ownerAddress: address,
    contractAddress: address,
    callValue: amount,
    data: fc.integer({ min: 1, max: 300 }).chain(bytes),
    callTokenValue: amount,
    tokenId: amount,
  }),
);
const raw: fc.Arbitrary<RawTransaction> = fc.record({
  refBlockBytes: bytes(2),
  refBlockHash: bytes(8),
  expirationMs: fc.integer({ min: 1, max: 2 ** 45 }),
  data: fc.integer({ min: 0, max: 40 }).chain(bytes),
  contracts: action.map((one) => [{ action: one, permissionId: 0 }]),
  timestampMs: fc.integer({ min: 1, max: 2 ** 45 }),
  feeLimit: amount,
});

describe('a transaction', () => {
  it('has the bytes and the id of the published example', () => {
    const { txId, rawHex } = buildTransaction(approval);
    expect(rawHex).toHaveLength(2 * 211);
    expect(txId).toBe('5ff9a7f1372f103a03343f4014a8aea2df459cd389cf898fee485b13d647543d');
  });

  it('has the bytes and the id that TronWeb gives it', () => {
    fc.assert(
      fc.property(raw, (one) => {
        const transaction = buildTransaction(one);
        const pb = utils.transaction.txJsonToPb(printTransaction(transaction, false));
        expect(utils.transaction.txPbToRawDataHex(pb).toLowerCase()).toBe(transaction.rawHex);
        expect(utils.transaction.txPbToTxID(pb)).toBe(`0x${transaction.txId}`);
      }),
    );
  });

  it('is the same after its bytes or its JSON were read', () => {
    fc.assert(
      fc.property(raw, bytes(65), (one, signature) => {
        const transaction = buildTransaction(one, [signature]);
        expect(decodeTransaction(encodeTransaction(transaction))).toEqual(transaction);
        expect(parseTransaction(printTransaction(transaction, false))).toEqual(transaction);
      }),
    );
  });

  it('shows Base58 addresses where they are wanted, and is read so', () => {
    const transaction = buildTransaction(approval);
    const printed = printTransaction(transaction, true);
    expect(JSON.stringify(printed)).toContain(TronWeb.address.fromHex(OWNER));
    expect(parseTransaction(printed)).toEqual(transaction);
  });

  it('keeps an id of bytes that hold fields unknown to us', () => {
    const { rawHex } = buildTransaction(approval);
    const longer = `${rawHex}6201ab`;
    const read = decodeTransaction(`0a${Buffer.from([0xd6, 0x01]).toString('hex')}${longer}`);
    expect(read.rawHex).toBe(longer);
    expect(read.raw).toEqual(approval);
  });

  it.each([
    ['end in a number', '0a80'],
    ['are shorter than they say', '0a05ab'],
    ['hold a fixed number', '0d00000000'],
    ['hold a number of more than 64 bits', `08${'ff'.repeat(11)}`],
  ])('is refused where its bytes %s', (_what, hex) => {
    expect(() => decodeTransaction(hex)).toThrow(MalformedMessage);
  });
});
