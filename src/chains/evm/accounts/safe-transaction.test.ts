import { hashMessage } from 'viem';
import { privateKeyToAccount, sign } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import type { Hex } from '#kit/hex.ts';
import { TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import type { SafeTransaction } from '../../accounts.ts';
import type { Call } from '../../signing.ts';
import {
  decodeCalls,
  encodeCalls,
  recoverSigner,
  safeTransactionHash,
} from './safe-transaction.ts';

const { payer, payee, unrelated } = TEST_ACCOUNTS;
const ZERO = '0x0000000000000000000000000000000000000000';
const SAFE = '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762';

const CALLS: readonly Call[] = [
  { to: payee.address, valueUnits: 5n, data: '0x' },
  { to: unrelated.address, valueUnits: 0n, data: '0xa9059cbb01' },
];

describe('the calls of a Safe', () => {
  it('are read as they were encoded, one alone as itself and several as a batch', () => {
    const [one] = CALLS;
    if (one === undefined) throw new Error('there is a call');
    expect(encodeCalls([one])).toEqual({ ...one, operation: 'call' });
    expect(decodeCalls(encodeCalls([one]))).toEqual([one]);
    const batch = encodeCalls(CALLS);
    expect(batch).toMatchObject({
      to: '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
      operation: 'delegatecall',
      valueUnits: 0n,
    });
    expect(batch.data.startsWith('0x8d80ff0a')).toBe(true);
    expect(decodeCalls(batch)).toEqual(CALLS);
    for (const to of [
      '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D',
      '0xA1dabEF33b3B82c7814B6D82A79e50F4AC44102B',
      '0xA83c336B20401Af773B6219BA5027174338D1836',
    ]) {
      expect(decodeCalls({ ...batch, to })).toEqual(CALLS);
    }
  });

  const { data } = encodeCalls(CALLS);
  // Behind the selector, two words and the operation of the first call.
  const changed = (at: number, digits: string): Hex =>
    `0x${data.slice(2, 2 + at)}${digits}${data.slice(2 + at + digits.length)}`;
  const FIRST = 8 + 64 + 64;
  it.each([
    ['a batch of another contract', { to: SAFE }],
    [
      'a batch by a contract that also delegates',
      { to: '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526' },
    ],
    ['a batch with a value of its own', { valueUnits: 1n }],
    ['a delegation inside a batch', { data: changed(FIRST, '01') }],
    ['a call of the zero address inside a batch', { data: changed(FIRST + 2, '0'.repeat(40)) }],
    ['a call that ends behind the batch', { data: changed(FIRST + 2 + 40 + 64, 'f'.repeat(64)) }],
    ['bytes behind the batch', { data: `${data}00` as const }],
    ['another function', { data: '0x12345678' as const }],
    ['no data', { data: '0x' as const }],
  ])('are unknown for %s', (_what, part) => {
    expect(decodeCalls({ ...encodeCalls(CALLS), ...part })).toBeUndefined();
  });
});

const TRANSACTION: SafeTransaction = {
  ...encodeCalls(CALLS),
  safeTxGas: 0n,
  baseGas: 0n,
  gasPrice: 0n,
  gasToken: ZERO,
  refundReceiver: ZERO,
  nonce: 7n,
};

describe('the hash of a transaction of a Safe', () => {
  it('differs by network, Safe and each part', () => {
    const hashes = [
      safeTransactionHash(1, SAFE, TRANSACTION),
      safeTransactionHash(8453, SAFE, TRANSACTION),
      safeTransactionHash(1, payee.address, TRANSACTION),
      safeTransactionHash(1, SAFE, { ...TRANSACTION, nonce: 8n }),
      safeTransactionHash(1, SAFE, { ...TRANSACTION, operation: 'call' }),
      safeTransactionHash(1, SAFE, { ...TRANSACTION, refundReceiver: payee.address }),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});

describe('the signer of a transaction of a Safe', () => {
  const hash = safeTransactionHash(1, SAFE, TRANSACTION);
  const { privateKey } = payer;
  const withV = (signature: Hex, adds: number): Hex => {
    const v = Number.parseInt(signature.slice(-2), 16) + adds;
    return `0x${signature.slice(2, -2)}${v.toString(16).padStart(2, '0')}`;
  };

  it('is the key that signed the hash, or a message of it', async () => {
    const signature = await sign({ hash, privateKey, to: 'hex' });
    expect(await recoverSigner(hash, signature)).toBe(payer.address);
    const { signMessage } = privateKeyToAccount(privateKey);
    const message = withV(await signMessage({ message: { raw: hash } }), 4);
    expect(await recoverSigner(hash, message)).toBe(payer.address);
    // A signature of the message that does not say so is read as one of the hash.
    const unmarked = await sign({ hash: hashMessage({ raw: hash }), privateKey, to: 'hex' });
    expect(await recoverSigner(hash, unmarked)).not.toBe(payer.address);
  });

  it('is unknown for the signature of a contract, an approval on the chain and other bytes', async () => {
    const signature = await sign({ hash, privateKey, to: 'hex' });
    const form = Number.parseInt(signature.slice(-2), 16);
    for (const v of [0, 1, 26, 29, 30, 33]) {
      expect(await recoverSigner(hash, withV(signature, v - form))).toBeUndefined();
    }
    expect(await recoverSigner(hash, '0x')).toBeUndefined();
    expect(await recoverSigner(hash, `${signature}00`)).toBeUndefined();
    expect(await recoverSigner(hash, `0x${'00'.repeat(64)}1b`)).toBeUndefined();
  });
});
