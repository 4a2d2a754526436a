import { fromHex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { BRIDGES } from '#catalog/bridge.ts';
import type { AccountState } from '#chains/accounts.ts';
import { type Hex, isHex } from '#kit/hex.ts';
import {
  bridgedChain,
  type RouteChanges,
  sampleProvider,
} from '../../../../tests/support/bridged-chains.ts';
import { insertPayouts, newBundle } from '../../../../tests/support/bundles.ts';
import { TEST_TIME } from '../../../../tests/support/context.ts';
import { insertLink } from '../../../../tests/support/payable-link.ts';
import { type PayerHost, payerHost } from '../../../../tests/support/payer-host.ts';
import { safeAccounts, safeState } from '../../../../tests/support/safe-accounts.ts';
import { connected, RICH } from '../../../../tests/support/still-chain.ts';

const SAFE = '0x5555555555555555555555555555555555555555';
const OWNER = '0x6666666666666666666666666666666666666666';
const OTHER_OWNER = '0x7777777777777777777777777777777777777777';
const UNRELATED = '0x8888888888888888888888888888888888888888';
const FROM = `wallet=${SAFE}&isSafe=true&chain=ARBITRUM&token=USDC`;
const { diamond } = BRIDGES['arbitrum-one'];
const NOW_SECONDS = TEST_TIME.getTime() / 1_000;

const source = safeAccounts('arbitrum-one');
const destination = safeAccounts('base');
const onArbitrum = Object.assign(bridgedChain('arbitrum-one', [SAFE]), {
  accounts: source.accounts,
});
const onBase = Object.assign(bridgedChain('base', [SAFE]), { accounts: destination.accounts });
let changes: RouteChanges = {};
const provider = sampleProvider(() => changes);
let host: PayerHost;
beforeAll(async () => {
  host = await payerHost({ chains: connected(onArbitrum, onBase), routes: provider });
});
afterAll(() => host[Symbol.asyncDispose]());
beforeEach(() => {
  const same = safeState([OWNER, OTHER_OWNER]);
  source.script.states.clear();
  source.script.states.set(SAFE, same);
  destination.script.states.clear();
  destination.script.states.set(SAFE, { ...same, owners: [OTHER_OWNER, OWNER], nonce: 9n });
  destination.script.isDown = false;
  changes = {};
  provider.quoted.length = 0;
  onArbitrum.balances = { ...RICH, balanceUnits: 500_000_000n, allowanceUnits: 10n ** 30n };
});

const linkOn = async (parts: Parameters<typeof insertLink>[1] = {}) =>
  (await insertLink(host.ctx.db, { currencyId: 'USDC-base', ...parts })).token;
const pay = async (more = '', token?: string) =>
  host.get(`${token ?? (await linkOn())}/pay?${FROM}${more}`);

const Prepared = z.object({
  transactions: z.array(
    z.object({
      to: z.string(),
      data: z.custom<Hex>((data) => typeof data === 'string' && isHex(data)),
    }),
  ),
  metadata: z.looseObject({ rawStep: z.looseObject({ id: z.string() }) }),
});

describe('a Safe pays from another network', () => {
  it('by an approval of exactly what the route takes and the route, whatever it allowed and has of coins', async () => {
    onArbitrum.balances = { ...onArbitrum.balances, ...RICH, nativeBalanceUnits: 0n };
    const { status, body } = await pay();
    expect(status).toBe(200);
    const { transactions, metadata } = Prepared.parse(body);
    expect(fromHex(transactions[0]?.data ?? '0x', 'string')).toBe('approve 12800000 bridge');
    expect(transactions.map(({ to }) => to).slice(1)).toEqual([diamond]);
    expect(body).toMatchObject({ eoaApprovalTransactions: [] });
    expect(metadata).toMatchObject({
      stepsRequired: 2,
      paymentTransactionIndex: 1,
      routeType: 'crosschain',
      hasEnoughBalance: true,
      hasEnoughGas: true,
      costBreakdown: { totalGasFee: { required: false } },
    });
  });

  it('within the time in which its route can be executed', async () => {
    const { body } = await pay();
    expect(body['metadata']).toMatchObject({
      executionDeadline: NOW_SECONDS + 3_600,
      safePaymentDeadline: NOW_SECONDS + 3_600,
      safeThreshold: 2,
    });
    const expiresAt = new Date(TEST_TIME.getTime() + 1_800_000);
    const soon = await pay('', await linkOn({ expiresAt }));
    expect(soon.body['metadata']).toMatchObject({ safePaymentDeadline: NOW_SECONDS + 1_800 });
  });

  it('to whose own address everything returns where the same Safe is on the destination', async () => {
    await pay();
    expect(provider.quoted).toMatchObject([{ payer: SAFE }]);
  });

  it('from where everything returns to the owner that it names, wherever the Safe is', async () => {
    destination.script.states.clear();
    const { status } = await pay(`&refundWallet=${OTHER_OWNER.toLowerCase()}`);
    expect(status).toBe(200);
    expect(provider.quoted).toMatchObject([{ payer: OTHER_OWNER }]);
  });

  it('again by a quote of this moment, as the step says', async () => {
    for (const [more, named] of [
      ['', ''],
      [`&refundWallet=${OWNER}`, `_${OWNER}`],
    ] as const) {
      const token = await linkOn();
      const { rawStep } = Prepared.parse((await pay(more, token)).body).metadata;
      expect(rawStep.id).toBe(`ARBITRUM_USDC_${SAFE}_safe${named}`);
      const fresh = await host.post(`${token}/refresh-step-transaction`, { step: rawStep });
      expect(fresh).toMatchObject({
        status: 200,
        body: { metadata: { rawStep, safePaymentDeadline: expect.any(Number) } },
      });
    }
  });

  it('for all children of a bundle', async () => {
    const links = await insertPayouts(host.ctx, [
      { currencyId: 'USDC-base' },
      { currencyId: 'USDC-base' },
    ]);
    const { token } = await newBundle(host.ctx, links, 'evm_cross_chain');
    const { status, body } = await pay('', token);
    expect(status).toBe(200);
    expect(
      Prepared.parse(body)
        .transactions.map(({ to }) => to)
        .slice(1),
    ).toEqual([diamond, diamond]);
    expect(body['metadata']).toMatchObject({
      safePaymentDeadline: NOW_SECONDS + 3_600,
      safeThreshold: 2,
    });
  });
});

const same = safeState([OWNER, OTHER_OWNER]);

describe('the payment options of a Safe', () => {
  const optionsOf = async (token: string, query = `wallet=${SAFE}&isSafe=true`) =>
    (await host.get(`${token}?${query}`)).body['paymentOptions'];
  const onSource = { BASE: expect.anything(), ARBITRUM: expect.anything() };

  it('are those of each network on which the same Safe is', async () => {
    const token = await linkOn();
    expect(await optionsOf(token)).toEqual({
      ...onSource,
      ARBITRUM: expect.objectContaining({
        USDC: { balance: '500', hasEnoughBalance: true, neededAmount: '12.8', durationSeconds: 5 },
      }),
    });
    expect(provider.quoted).toContainEqual(expect.objectContaining({ payer: SAFE }));
    // Nobody says that it is a Safe: another contract of the address could be anybody's there.
    expect(Object.keys((await optionsOf(token, `wallet=${SAFE}`)) ?? {})).toEqual(['BASE']);
    expect(await optionsOf(token)).toEqual(onSource);
  });

  it.each<[string, AccountState | undefined]>([
    ['it is not', undefined],
    ['another contract is', { kind: 'contract' }],
    ['other owners sign', safeState([OWNER, UNRELATED])],
    ['one signature is enough', safeState([OWNER, OTHER_OWNER], { threshold: 1 })],
  ])('name no network where %s', async (_, state) => {
    if (state === undefined) source.script.states.delete(SAFE);
    else source.script.states.set(SAFE, state);
    expect(await optionsOf(await linkOn())).toEqual({ BASE: expect.anything() });
    expect(provider.quoted).toEqual([]);
  });

  it('name none while a network does not say what is there', async () => {
    source.script.isDown = true;
    try {
      expect(await optionsOf(await linkOn())).toEqual({ BASE: expect.anything() });
    } finally {
      source.script.isDown = false;
    }
  });
});

describe('400', () => {
  it.each<[string, AccountState | undefined]>([
    ['nothing is at its address', undefined],
    ['another contract is', { kind: 'contract' }],
    ['a Safe of other owners is', { ...same, owners: [OWNER, UNRELATED] }],
    ['a Safe of more owners is', { ...same, owners: [OWNER, OTHER_OWNER, UNRELATED] }],
    ['fewer owners sign', { ...same, threshold: 1 }],
    ['a module may act for it', { ...same, hasModules: true }],
    ['it runs other code', { ...same, version: '1.3.0' }],
  ])('without a wallet to return to where on the destination %s', async (_what, state) => {
    destination.script.states.clear();
    if (state !== undefined) destination.script.states.set(SAFE, state);
    expect(await pay()).toMatchObject({
      status: 400,
      body: { code: 'refund_wallet_required', errors: [{ field: 'refundWallet' }] },
    });
    expect(provider.quoted).toEqual([]);
  });

  it.each([
    ['who is no owner', `&refundWallet=${UNRELATED}`],
    ['what is no address', '&refundWallet=0x12'],
  ])('to return to %s', async (_what, more) => {
    expect(await pay(more)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'refundWallet' }] },
    });
  });

  it.each([`wallet=${OWNER}&chain=ARBITRUM&token=USDC`, `wallet=${SAFE}&isSafe=true`])(
    'for a wallet to return to with %s',
    async (query) => {
      const answer = await host.get(`${await linkOn()}/pay?${query}&refundWallet=${OWNER}`);
      expect(answer).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'refundWallet' }] },
      });
    },
  );

  it('for a route that ends before owners can sign it', async () => {
    changes = { across: { fillDeadline: NOW_SECONDS + 899 } };
    expect(await pay()).toMatchObject({ status: 400, body: { code: 'route_ends_too_soon' } });
    changes = { across: { fillDeadline: NOW_SECONDS + 900 } };
    expect((await pay('', await linkOn({ expectedUnits: 13_000_000n }))).status).toBe(200);
  });

  it('where the owner that is named is a contract elsewhere', async () => {
    const owners = [OWNER, SAFE];
    source.script.states.set(SAFE, safeState(owners));
    const answer = await pay(`&refundWallet=${SAFE}`);
    expect(answer).toMatchObject({ status: 400, body: { code: 'payer_is_contract' } });
  });
});

it('503 where the destination does not answer what the Safe is there', async () => {
  destination.script.isDown = true;
  expect((await pay()).status).toBe(503);
});
