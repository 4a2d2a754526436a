import { keccak256 } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currencyById } from '#catalog/currencies.ts';
import type { Chain, ObservedTransfer } from '#chains/chain.ts';
import { Outage } from '#kit/failure.ts';
import { ensurePageClientId } from '#modules/clients/index.ts';
import {
  type Asker,
  hashOf,
  PAYEE,
  PAYER,
  type RequestsHost,
  requestsHost,
} from '../../../../tests/support/requests-host.ts';
import { connected, stillChain } from '../../../../tests/support/still-chain.ts';

const PROOF = {
  network: 'sepolia',
  blockNumber: 100,
  transactionHash: hashOf('paid'),
  logIndex: 3,
  paymentReference: '0x0011223344556677',
  payee: PAYEE,
  currency: 'USDC-sepolia',
  amount: '12.5',
};

const still = stillChain('sepolia');
/** What the node has in block 100. */
let transfers: readonly ObservedTransfer[] = [];
let scanned: bigint[] = [];
let isDown = false;
const block = { number: 100n, hash: hashOf('block') } as const;
const chain: Chain = {
  ...still,
  readHead: async () => {
    if (isDown) throw new Outage('no node answers');
    return 111n;
  },
  async *scan({ from, to }) {
    scanned.push(from, to);
    yield { transfers: from === block.number ? transfers : [], to: block };
  },
};

const PAID: ObservedTransfer = {
  kind: 'token',
  block,
  blockTime: new Date(0),
  transactionHash: hashOf('paid'),
  logIndex: 3,
  proxyAddress: '0x',
  tokenAddress: currencyById('USDC-sepolia')?.address.toLowerCase(),
  payeeAddress: PAYEE,
  payerAddress: PAYER,
  referenceKey: keccak256('0x0011223344556677'),
  claimedUnits: 12_500_000n,
  creditedUnits: 12_500_000n,
  feeUnits: 0n,
  feeAddress: '0x',
  tokenUnits: 12_500_000n,
  tokenFeeUnits: 0n,
  payeeNetUnits: 12_500_000n,
  payeeCreditedUnits: 12_500_000n,
  conversion: undefined,
};

let host: RequestsHost;
let owner: Asker;
beforeAll(async () => {
  host = await requestsHost({ chains: connected(chain) });
  owner = await host.asker();
  transfers = [{ ...PAID, logIndex: 1, tokenUnits: 1n }, PAID];
});
afterAll(() => host[Symbol.asyncDispose]());

const verify = (changes: object = {}, headers = owner.key) =>
  host.call('POST', '/v2/receipts/verify', { headers, body: { ...PROOF, ...changes } });

describe('200', () => {
  it('verifies what the block has, and reads no other block', async () => {
    scanned = [];
    expect(await verify()).toEqual({
      status: 200,
      body: {
        isVerified: true,
        isFound: true,
        confirmations: 12,
        checkedAt: expect.any(String),
        differences: [],
      },
    });
    expect(scanned).toEqual([100n, 100n]);
  });

  it('is open to pages, that of the pay host among them, as the chain is anybody’s', async () => {
    const origin = 'https://pay.example';
    const { headers } = await host.clientOf(owner, { allowedDomains: [origin] });
    const { clientId } = await ensurePageClientId(host.ctx, { origin });
    for (const page of [headers, { 'x-client-id': clientId }]) {
      expect((await verify({}, { ...page, origin })).body).toMatchObject({ isVerified: true });
    }
  });

  it('reads a hash without 0x and an amount with zeros at its end alike', async () => {
    const transactionHash = hashOf('paid').slice(2).toUpperCase();
    const { body } = await verify({ transactionHash, amount: '12.500000' });
    expect(body).toMatchObject({ isVerified: true });
  });

  it.each([
    { field: 'amount', forged: '1250', onChain: '12.5' },
    { field: 'payee', forged: PAYER, onChain: PAYEE },
    { field: 'currency', forged: 'FAU-sepolia', onChain: 'USDC-sepolia' },
  ])('says what is forged: %j', async ({ field, forged, onChain }) => {
    const { body } = await verify({ [field]: forged });
    expect(body).toMatchObject({ isVerified: false, isFound: true });
    expect(body['differences']).toEqual([{ field, claimed: forged, onChain }]);
  });

  it('compares references by their hashes, as a chain has no more of them', async () => {
    const { body } = await verify({ paymentReference: '0x0011223344556678' });
    expect(body).toMatchObject({ isVerified: false, isFound: true });
    const claimed = keccak256('0x0011223344556678');
    const onChain = keccak256('0x0011223344556677');
    expect(body['differences']).toEqual([{ field: 'paymentReference', claimed, onChain }]);
  });

  it('says of a token that is not listed its address and units', async () => {
    const tokenAddress = `0x${'ab'.repeat(20)}`;
    transfers = [{ ...PAID, tokenAddress }];
    const { body } = await verify();
    transfers = [PAID];
    expect(body).toMatchObject({ isVerified: false });
    expect(body['differences']).toEqual([
      { field: 'currency', claimed: 'USDC-sepolia', onChain: tokenAddress },
      { field: 'amount', claimed: '12.5', onChain: '12500000 units' },
    ]);
  });

  it.each([
    ['another position', { logIndex: 4 }],
    ['another transaction', { transactionHash: hashOf('other') }],
    ['another block', { blockNumber: 99 }],
    ['a block that is not there yet', { blockNumber: 112 }],
  ])('finds nothing at %s', async (_where, change) => {
    expect((await verify(change)).body).toMatchObject({
      isVerified: false,
      isFound: false,
      confirmations: 0,
      differences: [],
    });
  });
});

describe('400', () => {
  it.each([
    ['network', 'moon'],
    // It is connected to no node here.
    ['network', 'optimism'],
    ['blockNumber', -1],
    ['blockNumber', 1.5],
    ['transactionHash', '0x12'],
    ['logIndex', 2 ** 31],
    ['paymentReference', '0x1122'],
    ['payee', 'shop.eth'],
    ['currency', 'USDC-base'],
    ['currency', 'EUR'],
    ['amount', '-1'],
    ['amount', '0'],
    ['amount', '1.1234567'],
    ['extra', 'x'],
  ])('for %s %j', async (field, value) => {
    scanned = [];
    expect(await verify({ [field]: value })).toMatchObject({ status: 400 });
    expect(scanned).toEqual([]);
  });
});

describe('401', () => {
  it('without credentials', async () => {
    expect((await verify({}, {})).status).toBe(401);
  });

  it('for a client ID without the origin of a page', async () => {
    const { headers } = await host.clientOf(owner);
    expect((await verify({}, headers)).status).toBe(401);
  });
});

describe('503', () => {
  it('where no node answers', async () => {
    isDown = true;
    const { status } = await verify();
    isDown = false;
    expect(status).toBe(503);
  });
});
