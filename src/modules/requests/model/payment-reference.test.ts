import { expect, it } from 'vitest';
import { paymentReference } from './payment-reference.ts';
import { requestIdOf } from './request-id.ts';

const payeeAddress = '0x1111111111111111111111111111111111111111';
const parts = { requestId: `01${'ab'.repeat(32)}`, salt: 'a1b2c3d4e5f60718', payeeAddress };

// The vector was computed with the protocol's own package: other detectors must find our payments.
it('a payment reference is the one that the protocol calculates', () => {
  expect(paymentReference(parts)).toBe('0xc76f55e1f975d199');
});

// Computed with viem from the text of wire facts 3.1: request id, salt and payee, together in lower case.
it('a payment reference of a Base58 payee is made of its letters in lower case', () => {
  const payee = 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8';
  expect(paymentReference({ ...parts, payeeAddress: payee })).toBe('0xdbc1374c376b9fc0');
});

it('a payment reference does not depend on the case of what it is made of', () => {
  const payee = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e';
  const upper = { ...parts, salt: parts.salt.toUpperCase(), payeeAddress: payee };
  expect(paymentReference(upper)).toBe(
    paymentReference({ ...parts, payeeAddress: payee.toLowerCase() }),
  );
});

const record = {
  accountId: 'a',
  network: 'sepolia',
  currencyId: 'USDC-sepolia',
  payeeAddress,
  expectedUnits: 12_500_000n,
  createdAt: '2026-01-02T03:04:05.000Z',
  nonce: '1',
};

it('a request id is 01 and a keccak-256, the same for the same record in any order', () => {
  expect(requestIdOf(record)).toMatch(/^01[0-9a-f]{64}$/);
  const reversed = Object.fromEntries(Object.entries(record).reverse());
  expect(requestIdOf({ ...record, ...reversed })).toBe(requestIdOf(record));
});

it('two requests that are equal in everything but their nonce have different ids', () => {
  expect(requestIdOf({ ...record, nonce: '2' })).not.toBe(requestIdOf(record));
});
