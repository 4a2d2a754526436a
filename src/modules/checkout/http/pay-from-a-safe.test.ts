import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertPayouts, newBundle } from '../../../../tests/support/bundles.ts';
import { TEST_TIME } from '../../../../tests/support/context.ts';
import { insertLink } from '../../../../tests/support/payable-link.ts';
import { type PayerHost, payerHost } from '../../../../tests/support/payer-host.ts';
import { safeAccounts, safeState } from '../../../../tests/support/safe-accounts.ts';
import { connected, RICH, stillChain } from '../../../../tests/support/still-chain.ts';

const SAFE = '0x5555555555555555555555555555555555555555';
const WALLET = '0x2222222222222222222222222222222222222222';
const OWNERS = ['0x6666666666666666666666666666666666666666', WALLET];

const { accounts, script } = safeAccounts('base');
const base = Object.assign(stillChain('base'), { accounts });
let host: PayerHost;
beforeAll(async () => {
  host = await payerHost({ chains: connected(base, stillChain('sepolia')) });
});
afterAll(() => host[Symbol.asyncDispose]());

/** A Safe has tokens and no coins, and has let the contracts take anything. */
const ofSafe = { ...RICH, nativeBalanceUnits: 0n, allowanceUnits: 10n ** 30n };

const fromSafe = async (token: string, more = '') => {
  script.states.set(SAFE, safeState(OWNERS));
  base.balances = ofSafe;
  const answers = await Promise.all(
    ['', '/pay'].map((path) => host.get(`${token}${path}?wallet=${SAFE}&isSafe=true${more}`)),
  );
  base.balances = RICH;
  const [view, pay] = answers;
  if (view === undefined || pay === undefined) throw new Error('both were asked');
  return { view, pay };
};

describe('from a Safe', () => {
  it('a link is paid by an approval and the payment, whatever it has of coins and allowances', async () => {
    const { token } = await insertLink(host.ctx.db, { currencyId: 'USDC-base' });
    const { view, pay } = await fromSafe(token);
    expect(view).toMatchObject({
      status: 200,
      body: { paymentOptions: { BASE: { USDC: { hasEnoughBalance: true } } } },
    });
    expect(pay.status).toBe(200);
    expect(pay.body['transactions']).toHaveLength(2);
    expect(pay.body).not.toHaveProperty('atomicTransactions');
    expect(pay.body['metadata']).toMatchObject({
      stepsRequired: 2,
      needsApproval: true,
      hasEnoughBalance: true,
      hasEnoughGas: true,
      costBreakdown: {
        totalGasFee: { required: false, hasEnoughBalance: true },
        fundingStatus: { hasEnoughOverall: true },
      },
      // A day, as the link lives longer.
      safePaymentDeadline: TEST_TIME.getTime() / 1_000 + 86_400,
    });
  });

  it('a link that ends within a day names its end as the deadline of a proposal', async () => {
    const expiresAt = new Date(TEST_TIME.getTime() + 3_600_000);
    const { token } = await insertLink(host.ctx.db, { currencyId: 'USDC-base', expiresAt });
    const { pay } = await fromSafe(token);
    expect(pay.body['metadata']).toMatchObject({
      safePaymentDeadline: expiresAt.getTime() / 1_000,
    });
  });

  it('a payment in coins takes the amount alone of it', async () => {
    const { token } = await insertLink(host.ctx.db, {
      currencyId: 'ETH-base',
      expectedUnits: 5n,
    });
    script.states.set(SAFE, safeState(OWNERS));
    base.balances = { ...RICH, nativeBalanceUnits: 5n };
    const answer = await host.get(`${token}/pay?wallet=${SAFE}&isSafe=true`);
    const shown = await host.get(`${token}?wallet=${SAFE}&isSafe=true`);
    const ofKey = await host.get(`${token}/pay?wallet=${WALLET}`);
    base.balances = RICH;
    expect(answer.body['metadata']).toMatchObject({ hasEnoughBalance: true, hasEnoughGas: true });
    expect(shown.body['paymentOptions']).toMatchObject({
      BASE: { 'ETH-base': { hasEnoughBalance: true } },
    });
    expect(ofKey.body['metadata']).toMatchObject({ hasEnoughBalance: true, hasEnoughGas: false });
  });

  it('a batch and a bundle approve and pay, and are not judged by their coins', async () => {
    const amounts = [{ currencyId: 'USDC-base' }, { currencyId: 'USDC-base' }];
    const bundle = await newBundle(
      host.ctx,
      await insertPayouts(host.ctx, amounts),
      'evm_same_chain',
    );
    const { view, pay } = await fromSafe(bundle.token);
    expect(view).toMatchObject({
      status: 200,
      body: { paymentOptions: { BASE: { USDC: { hasEnoughBalance: true } } } },
    });
    expect(pay.body['transactions']).toHaveLength(2);
    expect(pay.body['metadata']).toMatchObject({
      needsApproval: true,
      hasEnoughGas: true,
      safePaymentDeadline: expect.any(Number),
    });
  });
});

it('only a Safe on the list of a restricted link pays, and the decision says that it is no key', async () => {
  const currencyId = 'USDC-base';
  const allowed = await insertLink(host.ctx.db, { currencyId, allowedPayers: [SAFE] });
  const { view, pay } = await fromSafe(allowed.token);
  const shown = { walletAddress: SAFE, walletType: 'smart_account', parentWalletAddress: null };
  const approved = { status: 'approved', walletResults: [{ ...shown, status: 'approved' }] };
  expect(view).toMatchObject({ status: 200, body: { accessDecision: approved } });
  expect(pay.status).toBe(200);
  // An owner who is listed pays nothing by a Safe that is not.
  const refused = await insertLink(host.ctx.db, { currencyId, allowedPayers: OWNERS });
  expect((await fromSafe(refused.token)).pay).toMatchObject({
    status: 403,
    body: { accessDecision: { status: 'rejected', walletResults: [shown] } },
  });
});

describe('400', () => {
  it.each([
    ['a key', { kind: 'key' }, 'there is no contract at that address'],
    ['a key that was delegated', { kind: 'delegated', to: WALLET }, 'runs the code of a contract'],
    ['another contract', { kind: 'contract' }, 'no published version of a Safe'],
  ] as const)('for %s, naming what it is', async (_, state, words) => {
    const { token } = await insertLink(host.ctx.db, { currencyId: 'USDC-base' });
    script.states.set(WALLET, state);
    for (const path of ['', '/pay']) {
      const { status, body } = await host.get(`${token}${path}?wallet=${WALLET}&isSafe=true`);
      expect(status).toBe(400);
      expect(body).toMatchObject({
        code: 'payer_is_not_safe',
        errors: [
          { field: 'wallet', message: expect.stringContaining('wallet must be a Safe on Base') },
        ],
        message: expect.stringContaining(words),
      });
    }
  });

  it('for a Safe beside the wallet that holds its funds, and on a network without Safes', async () => {
    const { token } = await insertLink(host.ctx.db, { currencyId: 'USDC-base' });
    const both = await host.get(`${token}/pay?wallet=${SAFE}&isSafe=true&eoaWallet=${WALLET}`);
    expect(both).toMatchObject({ status: 400, body: { errors: [{ field: 'isSafe' }] } });
    const sepolia = await insertLink(host.ctx.db, { currencyId: 'USDC-sepolia' });
    const none = await host.get(`${sepolia.token}/pay?wallet=${SAFE}&isSafe=true`);
    expect(none).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('no Safe wallets on') },
    });
  });
});
