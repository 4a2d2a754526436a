import { decodeFunctionData, fromHex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { erc20Abi } from '#catalog/abis/erc20.generated.ts';
import { BRIDGES } from '#catalog/bridge.ts';
import { type Hex, isHex } from '#kit/hex.ts';
import { bridgedChain, sampleProvider } from '../../../../tests/support/bridged-chains.ts';
import { insertPayouts, newBundle } from '../../../../tests/support/bundles.ts';
import { insertLink } from '../../../../tests/support/payable-link.ts';
import { type PayerHost, payerHost } from '../../../../tests/support/payer-host.ts';
import { safeAccounts, safeState } from '../../../../tests/support/safe-accounts.ts';
import { connected, RICH } from '../../../../tests/support/still-chain.ts';

const ACCOUNT = '0x5555555555555555555555555555555555555555';
const KEY = '0x6666666666666666666666666666666666666666';
const FROM = 'chain=ARBITRUM&token=USDC';
const { diamond } = BRIDGES['arbitrum-one'];

const { accounts, script } = safeAccounts('arbitrum-one');
// Contracts on another network than the source: none, but where a test says so.
const contracts: string[] = [];
const arbitrum = Object.assign(bridgedChain('arbitrum-one', [ACCOUNT]), { accounts });
const base = bridgedChain('base', contracts);
const provider = sampleProvider();
let host: PayerHost;
beforeAll(async () => {
  host = await payerHost({ chains: connected(arbitrum, base), routes: provider });
});
afterAll(() => host[Symbol.asyncDispose]());
beforeEach(() => {
  script.states.clear();
  script.states.set(ACCOUNT, safeState([KEY], { threshold: 1 }));
  script.predicted.clear();
  contracts.length = 0;
  provider.quoted.length = 0;
  arbitrum.balances = { ...RICH, balanceUnits: 500_000_000n, allowanceUnits: 0n };
});

const linkOn = async (parts: Parameters<typeof insertLink>[1] = {}) =>
  (await insertLink(host.ctx.db, { currencyId: 'USDC-base', ...parts })).token;
const pay = (token: string, query = `wallet=${ACCOUNT}&eoaWallet=${KEY}`) =>
  host.get(`${token}/pay?${query}&${FROM}`);

const Transactions = z.array(
  z.object({
    to: z.string(),
    data: z.custom<Hex>((data) => typeof data === 'string' && isHex(data)),
  }),
);
const Prepared = z.object({
  transactions: Transactions,
  eoaApprovalTransactions: Transactions,
  metadata: z.looseObject({ sourceAmount: z.string(), rawStep: z.looseObject({ id: z.string() }) }),
});
const pullOf = (data: Hex = '0x') => decodeFunctionData({ abi: erc20Abi, data });

describe('an account pays from another network with the tokens of a key', () => {
  it('by calls that take the tokens, approve exactly them and start the route, behind the approval of the key', async () => {
    const { status, body } = await pay(await linkOn());
    expect(status).toBe(200);
    const { transactions, eoaApprovalTransactions, metadata } = Prepared.parse(body);
    const [pull, approval, route, ...others] = transactions;
    expect(pullOf(pull?.data)).toEqual({
      functionName: 'transferFrom',
      args: [KEY, ACCOUNT, 12_800_000n],
    });
    expect(fromHex(approval?.data ?? '0x', 'string')).toBe('approve 12800000 bridge');
    expect([route?.to, others]).toEqual([diamond, []]);
    const [allowed, ...more] = eoaApprovalTransactions.map(({ data }) => fromHex(data, 'string'));
    expect([allowed, more]).toEqual([`approve 12800000 ${ACCOUNT}`, []]);
    expect(metadata).toMatchObject({
      stepsRequired: 3,
      approvalTransactionIndex: 1,
      paymentTransactionIndex: 2,
      routeType: 'crosschain',
      sourceAmount: '12800000',
      hasEnoughBalance: true,
      hasEnoughAllowance: false,
      eoaApprovalRequired: true,
      eoaApproval: {
        owner: KEY,
        spender: ACCOUNT,
        currency: 'USDC-arbitrum-one',
        amount: '12800000',
        approvalType: 'exact',
      },
    });
  });

  it('to whom everything returns that does not arrive', async () => {
    await pay(await linkOn());
    expect(provider.quoted).toMatchObject([{ payer: KEY }]);
  });

  it('which approves without a limit only where the account is proven to be its own there', async () => {
    script.predicted.set(KEY, [ACCOUNT]);
    const { body } = await pay(await linkOn());
    expect(body['metadata']).toMatchObject({ eoaApproval: { approvalType: 'unlimited' } });
  });

  it('which approves nothing where its allowance suffices', async () => {
    arbitrum.balances = { ...RICH, balanceUnits: 500_000_000n, allowanceUnits: 12_800_000n };
    const { body } = await pay(await linkOn());
    const { transactions, eoaApprovalTransactions, metadata } = Prepared.parse(body);
    expect([transactions.length, eoaApprovalTransactions]).toEqual([3, []]);
    expect(metadata).toMatchObject({ eoaApprovalRequired: false, hasEnoughAllowance: true });
  });

  it('again by a quote of this moment, with the step that names both wallets', async () => {
    const token = await linkOn();
    const { body } = await pay(token);
    const { rawStep } = Prepared.parse(body).metadata;
    expect(rawStep.id).toBe(`ARBITRUM_USDC_${ACCOUNT}_${KEY}`);
    const fresh = await host.post(`${token}/refresh-step-transaction`, { step: rawStep });
    expect(fresh.status).toBe(200);
    expect(Prepared.parse(fresh.body).transactions).toHaveLength(3);
    expect(provider.quoted.at(-1)).toMatchObject({ payer: KEY, isFresh: true });
  });

  it('which is the wallet that must be on the list of a restricted link', async () => {
    expect((await pay(await linkOn({ allowedPayers: [KEY] }))).status).toBe(200);
    expect((await pay(await linkOn({ allowedPayers: [ACCOUNT] }))).status).toBe(403);
  });

  it('for all children of a bundle, by one pull and one approval of what all routes take', async () => {
    const links = await insertPayouts(host.ctx, [
      { currencyId: 'USDC-base' },
      { currencyId: 'USDC-base' },
    ]);
    const { token } = await newBundle(host.ctx, links, 'evm_cross_chain');
    const { status, body } = await pay(token);
    expect(status).toBe(200);
    const { transactions, eoaApprovalTransactions, metadata } = Prepared.parse(body);
    const [pull, approval, ...routes] = transactions;
    expect(pullOf(pull?.data).args).toEqual([KEY, ACCOUNT, 25_600_000n]);
    expect(fromHex(approval?.data ?? '0x', 'string')).toBe('approve 25600000 bridge');
    expect(routes.map(({ to }) => to)).toEqual([diamond, diamond]);
    expect(eoaApprovalTransactions).toHaveLength(1);
    expect(metadata).toMatchObject({
      approvalTransactionIndices: [1],
      paymentTransactionIndex: 2,
      bridgeTxIndices: [2, 3],
      eoaApproval: { owner: KEY, spender: ACCOUNT, amount: '25600000' },
    });
  });
});

describe('nothing is prepared', () => {
  it('where the wallet is a plain key on the source network, though a contract elsewhere', async () => {
    script.states.clear();
    expect(await pay(await linkOn())).toMatchObject({
      status: 400,
      body: { code: 'payer_is_not_account', errors: [{ field: 'wallet' }] },
    });
    expect(provider.quoted).toEqual([]);
  });

  it('where the key is a contract on the destination, as what does not arrive would return there', async () => {
    contracts.push(KEY);
    const answer = await pay(await linkOn());
    expect(answer).toMatchObject({ status: 400, body: { code: 'payer_is_contract' } });
  });

  it('for an account without a key, as it is nobody’s elsewhere', async () => {
    const answer = await pay(await linkOn(), `wallet=${ACCOUNT}`);
    expect(answer).toMatchObject({ status: 400, body: { code: 'payer_is_contract' } });
  });

  it('where the account or the key is the payee', async () => {
    for (const payeeAddress of [ACCOUNT, KEY]) {
      const answer = await pay(await linkOn({ payeeAddress }));
      expect(answer).toMatchObject({ status: 409, body: { code: 'payer_is_payee' } });
    }
  });
});
