import { decodeFunctionData, fromHex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { erc20Abi } from '#catalog/abis/erc20.generated.ts';
import type { AccountState } from '#chains/accounts.ts';
import type { PermitCheck, PermitQuery, TokenPermits } from '#chains/permits.ts';
import { type Hex, isHex } from '#kit/hex.ts';
import { insertPayouts, newBundle } from '../../../../tests/support/bundles.ts';
import { insertLink } from '../../../../tests/support/payable-link.ts';
import { type PayerHost, payerHost } from '../../../../tests/support/payer-host.ts';
import { safeAccounts, safeState } from '../../../../tests/support/safe-accounts.ts';
import { connected, RICH, stillChain } from '../../../../tests/support/still-chain.ts';

const ACCOUNT = '0x5555555555555555555555555555555555555555';
const KEY = '0x6666666666666666666666666666666666666666';
const OTHER = '0x7777777777777777777777777777777777777777';
const UNLIMITED = (2n ** 256n - 1n).toString();

const { accounts, script } = safeAccounts('base');

/** Permits of one nonce, whose signatures are worth what a test says. */
const permitted: { isPossible: boolean; check: PermitCheck; queries: PermitQuery[] } = {
  isPossible: true,
  check: 'valid',
  queries: [],
};
const permits: TokenPermits = {
  readTerms: async (query) => {
    permitted.queries.push(query);
    if (!permitted.isPossible) return undefined;
    return { kind: 'eip2612', nonce: 3n, isUsed: false, unitsMax: undefined };
  },
  content: ({ units }) => ({
    domain: {},
    types: {},
    primaryType: 'Permit',
    message: { units: `${units}` },
  }),
  check: async () => permitted.check,
};
const base = Object.assign(stillChain('base'), { accounts, permits });
let host: PayerHost;
beforeAll(async () => {
  host = await payerHost({ chains: connected(base, stillChain('sepolia')) });
});
afterAll(() => host[Symbol.asyncDispose]());
beforeEach(() => {
  script.states.clear();
  script.predicted.clear();
  script.isDown = false;
  base.balances = RICH;
  Object.assign(permitted, { isPossible: true, check: 'valid', queries: [] });
});

type Link = Parameters<typeof insertLink>[1];

/** What is prepared for the account with the tokens of the key. */
async function pay(link: Link = {}, kind = 'token', more = '') {
  const { token, requestRowId } = await insertLink(host.ctx.db, {
    currencyId: 'USDC-base',
    ...link,
  });
  await host.ctx.db.updateTable('request').set({ kind }).where('id', '=', requestRowId).execute();
  return await host.get(`${token}/pay?wallet=${ACCOUNT}&eoaWallet=${KEY.toLowerCase()}${more}`);
}

const Transactions = z.array(
  z.object({
    to: z.string(),
    data: z.custom<Hex>((data) => typeof data === 'string' && isHex(data)),
  }),
);
const Prepared = z.object({
  transactions: Transactions,
  eoaApprovalTransactions: Transactions,
  metadata: z.unknown(),
});

const ofKey = (parts: Parameters<typeof safeState>[1] = {}) =>
  safeState([KEY], { threshold: 1, ...parts });

describe('an account pays with the tokens of a key', () => {
  it('that is its only owner: the calls of the account, and what the key signs before', async () => {
    script.states.set(ACCOUNT, ofKey());
    script.predicted.set(KEY, [ACCOUNT]);
    const { status, body } = await pay();
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('atomicTransactions');
    const { transactions, eoaApprovalTransactions, metadata } = Prepared.parse(body);
    const [pull, ...paying] = transactions;
    expect(decodeFunctionData({ abi: erc20Abi, data: pull?.data ?? '0x' })).toEqual({
      functionName: 'transferFrom',
      args: [KEY, ACCOUNT, 12_500_000n],
    });
    expect(paying.map(({ data }) => fromHex(data, 'string'))).toEqual([
      'approve 12500000',
      expect.stringMatching('^pay 12500000 '),
    ]);
    const [approval] = eoaApprovalTransactions;
    expect(approval?.to).toBe(pull?.to);
    expect(fromHex(approval?.data ?? '0x', 'string')).toBe(`approve ${UNLIMITED} ${ACCOUNT}`);
    expect(metadata).toMatchObject({
      stepsRequired: 3,
      approvalTransactionIndex: 1,
      paymentTransactionIndex: 2,
      eoaApprovalRequired: true,
      eoaApproval: { owner: KEY, spender: ACCOUNT, amount: UNLIMITED, approvalType: 'unlimited' },
    });
  });

  it.each<[string, AccountState]>([
    ['other owners too', ofKey({ owners: [KEY, OTHER] })],
    ['a module', ofKey({ hasModules: true })],
  ])('by an exact approval where its own Safe has %s by now', async (_what, state) => {
    script.states.set(ACCOUNT, state);
    script.predicted.set(KEY, [ACCOUNT]);
    const { body } = await pay();
    expect(body['metadata']).toMatchObject({ eoaApproval: { approvalType: 'exact' } });
  });

  it('that alone can own what is created at its address, though nothing is there yet', async () => {
    script.predicted.set(KEY, [OTHER, ACCOUNT.toLowerCase()]);
    const { body } = await pay();
    expect(body['metadata']).toMatchObject({ eoaApproval: { approvalType: 'unlimited' } });
  });

  it.each<[string, AccountState]>([
    ['a Safe of somebody else', ofKey({ owners: [OTHER] })],
    ['a Safe of the key and somebody else', ofKey({ owners: [KEY, OTHER] })],
    ['a Safe for which another contract may act', ofKey({ hasModules: true })],
    ['a contract of an unknown kind', { kind: 'contract' }],
    ['another key that runs the code of a contract', { kind: 'delegated', to: OTHER }],
    ['a Safe of the key that anybody may have set up, with owners that it does not list', ofKey()],
  ])('by an approval of exactly what is paid where it is %s', async (_what, state) => {
    script.states.set(ACCOUNT, state);
    script.predicted.set(KEY, [OTHER]);
    const { status, body } = await pay();
    expect(status).toBe(200);
    expect(body['metadata']).toMatchObject({
      eoaApproval: { amount: '12500000', approvalType: 'exact' },
    });
  });

  it('that runs the code of a contract itself', async () => {
    script.states.set(ACCOUNT, ofKey()).set(KEY, { kind: 'delegated', to: OTHER });
    expect((await pay()).status).toBe(200);
  });

  it('and nothing else changes where both are one wallet', async () => {
    const { token } = await insertLink(host.ctx.db, { currencyId: 'USDC-base' });
    const { reads } = script;
    const { body } = await host.get(`${token}/pay?wallet=${KEY}&eoaWallet=${KEY.toLowerCase()}`);
    const alone = await host.get(`${token}/pay?wallet=${KEY}`);
    expect(body).toEqual(alone.body);
    expect(script.reads).toBe(reads);
  });

  it('which is the wallet that must be on the list of a restricted link', async () => {
    script.states.set(ACCOUNT, ofKey());
    expect(await pay({ allowedPayers: [KEY] })).toMatchObject({ status: 200 });
    expect(await pay({ allowedPayers: [ACCOUNT] })).toMatchObject({
      status: 403,
      body: {
        accessDecision: {
          walletResults: [
            { walletAddress: KEY, walletType: 'eoa', parentWalletAddress: null },
            { walletAddress: ACCOUNT, walletType: 'smart_account', parentWalletAddress: KEY },
          ],
        },
      },
    });
  });
});

it('an account pays a bundle with the tokens of a key, by one transaction', async () => {
  script.states.set(ACCOUNT, ofKey());
  script.predicted.set(KEY, [ACCOUNT]);
  const amounts = [{ currencyId: 'USDC-base' }, { currencyId: 'USDC-base' }];
  const links = await insertPayouts(host.ctx, amounts);
  const { token } = await newBundle(host.ctx, links, 'evm_same_chain');
  const { status, body } = await host.get(`${token}/pay?wallet=${ACCOUNT}&eoaWallet=${KEY}`);
  expect(status).toBe(200);
  const { transactions, eoaApprovalTransactions, metadata } = Prepared.parse(body);
  const [pull, approval, payment, ...others] = transactions.map(({ data }) => data);
  expect(decodeFunctionData({ abi: erc20Abi, data: pull ?? '0x' })).toEqual({
    functionName: 'transferFrom',
    args: [KEY, ACCOUNT, 25_000_000n],
  });
  expect(fromHex(approval ?? '0x', 'string')).toBe('approve 25000000 batch');
  expect(fromHex(payment ?? '0x', 'string')).toMatch(/^batch /);
  expect([others, eoaApprovalTransactions.length]).toEqual([[], 1]);
  expect(metadata).toMatchObject({
    stepsRequired: 3,
    approvalTransactionIndices: [1],
    batchPaymentTransactionIndex: 2,
    paymentTransactionIndex: 2,
    batchPayments: [{ transactionIndex: 2, childPositions: [0, 1] }],
    hasEnoughAllowance: false,
    eoaApprovalRequired: true,
    eoaApproval: { owner: KEY, spender: ACCOUNT, approvalType: 'unlimited' },
  });
});

describe('nothing is prepared', () => {
  it('where the wallet is a plain key, which makes no atomic calls', async () => {
    script.predicted.set(KEY, [OTHER]);
    const { status, body } = await pay();
    expect([status, body['code']]).toEqual([400, 'payer_is_not_account']);
    expect(body['errors']).toMatchObject([{ field: 'wallet' }]);
  });

  it.each<[string, AccountState]>([
    ['a contract', { kind: 'contract' }],
    ['a Safe', ofKey()],
  ])('where the tokens are those of %s', async (_what, state) => {
    script.states.set(ACCOUNT, ofKey()).set(KEY, state);
    const { status, body } = await pay();
    expect(status).toBe(400);
    expect(body['errors']).toMatchObject([{ field: 'eoaWallet' }]);
  });

  it('in coins, which nobody can take from a wallet', async () => {
    script.states.set(ACCOUNT, ofKey());
    const { status, body } = await pay({ currencyId: 'ETH-base', expectedUnits: 5n }, 'native');
    expect(status).toBe(400);
    expect(body['errors']).toMatchObject([
      { field: 'eoaWallet', message: expect.stringContaining('Pay from wallet itself') },
    ]);
  });

  it('on a network whose accounts are not known here', async () => {
    const { token } = await insertLink(host.ctx.db);
    const { status, body } = await host.get(`${token}/pay?wallet=${ACCOUNT}&eoaWallet=${KEY}`);
    expect(status).toBe(400);
    expect(body['errors']).toMatchObject([{ field: 'eoaWallet' }]);
  });

  it('while no node answers', async () => {
    script.isDown = true;
    expect((await pay()).status).toBe(503);
  });
});

describe('the key signs a permit in place of its approval', () => {
  const SIGNATURE = `0x${'12'.repeat(64)}1b`;
  const NOW_SECONDS = () => Math.floor(host.ctx.now().getTime() / 1_000);
  const signed = (deadline: number | string = NOW_SECONDS() + 600) =>
    `&permitSignature=${SIGNATURE}&permitDeadline=${deadline}`;
  beforeEach(() => {
    script.states.set(ACCOUNT, ofKey());
  });

  it('which is offered for an hour and for exactly what is paid, beside the approval', async () => {
    const { body } = await pay();
    expect(body['permit']).toEqual({
      kind: 'eip2612',
      typedData: { domain: {}, types: {}, primaryType: 'Permit', message: { units: '12500000' } },
    });
    expect(body['eoaApprovalTransactions']).toHaveLength(1);
    const expiresAt = new Date((NOW_SECONDS() + 3_600) * 1_000);
    expect(permitted.queries).toMatchObject([{ holder: KEY, account: ACCOUNT, expiresAt }]);
  });

  it('which the account submits first, until the time that was signed', async () => {
    const deadline = NOW_SECONDS() + 3_600;
    const { status, body } = await pay({}, 'token', signed(deadline));
    expect(status).toBe(200);
    const { transactions, eoaApprovalTransactions } = Prepared.parse(body);
    expect(transactions.map(({ data }) => data.slice(0, 10)).slice(0, 2)).toEqual([
      '0xd505accf',
      '0x23b872dd',
    ]);
    expect([eoaApprovalTransactions, body['permit']]).toEqual([[], undefined]);
    expect(permitted.queries).toMatchObject([{ expiresAt: new Date(deadline * 1_000) }]);
  });

  it('and needs none where its allowance suffices, whatever was signed', async () => {
    base.balances = { ...RICH, allowanceUnits: 12_500_000n };
    permitted.check = 'used_before';
    const { body } = await pay({}, 'token', signed());
    expect(Prepared.parse(body).transactions).toHaveLength(3);
    expect(body).not.toHaveProperty('permit');
  });

  it('unless it runs the code of a contract, which tokens would call', async () => {
    script.states.set(KEY, { kind: 'delegated', to: OTHER });
    expect((await pay()).body).not.toHaveProperty('permit');
    expect(permitted.queries).toEqual([]);
    expect(await pay({}, 'token', signed())).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'permitSignature' }] },
    });
  });

  it.each<[string, Partial<typeof permitted>, RegExp]>([
    ['is worth nothing', { check: 'not_signed' }, /for 12500000 units of USDC-base .* nonce 3/],
    ['was used', { check: 'used_before' }, /was used before/],
    ['no contract takes', { isPossible: false }, /takes no permit/],
  ])('but not one that %s', async (_what, state, message) => {
    Object.assign(permitted, state);
    expect(await pay({}, 'token', signed())).toMatchObject({
      status: 400,
      body: {
        code: 'permit_not_accepted',
        errors: [{ field: 'permitSignature', message: expect.stringMatching(message) }],
      },
    });
  });

  it.each<[string, string, () => string]>([
    ['more than an hour away', 'permitDeadline', () => signed(NOW_SECONDS() + 3_601)],
    ['over', 'permitDeadline', () => signed(NOW_SECONDS())],
    ['no number', 'permitDeadline', () => signed('soon')],
    ['missing', 'permitDeadline', () => `&permitSignature=${SIGNATURE}`],
    ['alone', 'permitDeadline', () => '&permitDeadline=1'],
    ['of no key', 'permitSignature', () => `&permitSignature=0x12&permitDeadline=1`],
  ])('and no time or signature that is %s', async (_what, field, query) => {
    expect(await pay({}, 'token', query())).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', errors: [{ field }] },
    });
    expect(permitted.queries).toEqual([]);
  });
});
