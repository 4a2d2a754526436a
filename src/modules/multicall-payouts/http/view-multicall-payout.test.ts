import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bundle, insertPayouts, newBundle } from '../../../../tests/support/bundles.ts';
import { TEST_TIME } from '../../../../tests/support/database.ts';
import { type PartnerHost, partnerHost, refused } from '../../../../tests/support/partner-host.ts';
import { TEST_PAYEE } from '../../../../tests/support/payable-link.ts';
import { insertReceived } from '../../../../tests/support/received.ts';

const HASH = Buffer.alloc(32, 7);
const FEE = { units: 125_000n, address: '0x3333333333333333333333333333333333333333' };

let host: PartnerHost;
let people: Awaited<ReturnType<PartnerHost['newPeople']>>;
beforeAll(async () => {
  host = await partnerHost();
  people = await host.newPeople();
});
afterAll(() => host[Symbol.asyncDispose]());

const bundleOf = async (...parts: Parameters<typeof insertPayouts>[1]): Promise<Bundle> =>
  newBundle(host.ctx, await insertPayouts(host.ctx, parts, people.accountId));
const view = async (token: string, headers: Readonly<Record<string, string>> = people.byEmail) =>
  host.call('viewMulticallPayout', headers, { params: { token } });

describe('200', () => {
  it('returns everything about a bundle, and reads no chain', async () => {
    const { token, links } = await bundleOf({}, { fee: FEE, expectedUnits: 1_250_000n });
    const { status, body } = await view(token);
    expect(status).toBe(200);
    expect(body).toEqual({
      paymentType: 'multicall',
      status: 'pending',
      token,
      requestIds: links.map(({ requestId }) => requestId),
      canExecute: true,
      createdAt: TEST_TIME.toISOString(),
      expiresAt: expect.stringMatching(/^2026-01-09T/),
      redirectUrl: null,
      redirectLabel: null,
      orchestratorId: null,
      branding: null,
      analytics: {
        creationTimestamp: TEST_TIME.toISOString(),
        totalPaymentAmountUsd: '13.75',
        feeAmountsUsdUnavailableReason: 'fee_plan_unavailable',
        numberOfPaymentsExcludingFees: 2,
        destinationIds: [],
      },
      children: links.map((link, position) => ({
        securePaymentToken: link.token,
        requestId: link.requestId,
        position,
        executable: true,
        blockReason: null,
        messageKey: null,
        context: {
          requestId: link.requestId,
          securePaymentToken: link.token,
          position,
          hasBeenPaid: false,
          securePaymentStatus: 'pending',
          requestStatus: 'created',
          expiresAt: expect.stringMatching(/^2026-01-09T/),
          network: 'sepolia',
          currency: 'USDC-sepolia',
        },
        recoveryAction: null,
        feePlan: null,
        amount: position === 0 ? '12.5' : '1.25',
        payee: TEST_PAYEE,
        reference: null,
      })),
      totals: {
        childCount: 2,
        blockedChildCount: 0,
        byDestinationCurrency: [
          { network: 'sepolia', currency: 'USDC-sepolia', totalAmount: '13.75' },
        ],
        amountSummary: {
          grossAmount: '13.75',
          netRecipientAmount: '13.75',
          totalFees: '0.125',
          payeeBorneFees: '0',
          payerBorneFees: '0.125',
          payerTotal: '13.875',
        },
      },
    });
  });

  it('names for every child that cannot be paid the reason, and what to do', async () => {
    const { token, links } = await bundleOf({}, {}, {}, {});
    const [paid, part, seen, over] = links;
    if (!(paid && part && seen && over)) throw new Error('there are four');
    await insertReceived(host.ctx.db, paid, { units: 12_500_000n, transactionHash: HASH });
    await insertReceived(host.ctx.db, part, { units: 2_500_000n, transactionHash: HASH });
    const waiting = { units: 12_500_000n, transactionHash: HASH, seen: true };
    await insertReceived(host.ctx.db, seen, waiting);
    await host.ctx.db
      .updateTable('secure_payment')
      .set({ status: 'invalidated' })
      .where('token', '=', over.token)
      .execute();
    const { body } = await view(token);
    expect(body).toMatchObject({
      status: 'pending',
      canExecute: true,
      totals: { childCount: 4, blockedChildCount: 3 },
      children: [
        {
          executable: false,
          blockReason: 'already_paid',
          messageKey: 'multicall.failures.already_paid',
          recoveryAction: 'remove_child',
          context: { hasBeenPaid: true, requestStatus: 'paid' },
        },
        {
          executable: true,
          blockReason: null,
          amount: '12.5',
          paidAmount: '2.5',
          context: { hasBeenPaid: false, requestStatus: 'partially_paid' },
        },
        {
          executable: false,
          blockReason: 'request_processing',
          recoveryAction: 'recreate_after_cooldown',
          context: { requestStatus: 'pending' },
        },
        {
          executable: false,
          blockReason: 'secure_payment_not_pending',
          context: { securePaymentStatus: 'invalidated' },
        },
      ],
    });
  });

  it('blocks a child that was merged into a batch meanwhile, and counts it once that is paid', async () => {
    const { token, links } = await bundleOf({}, {}, {});
    const [first, second] = links;
    await host.done('createBatchPayoutLink', people.byEmail, {
      body: { tokens: [first?.token, second?.token] },
    });
    const blocked = { blockReason: 'secure_payment_not_pending', executable: false };
    expect((await view(token)).body).toMatchObject({
      status: 'pending',
      children: [blocked, blocked, { executable: true }],
    });
    for (const link of links) {
      await insertReceived(host.ctx.db, link, { units: 12_500_000n, transactionHash: HASH });
    }
    expect((await view(token)).body).toMatchObject({ status: 'completed', canExecute: false });
  });

  it('adds up each currency of each network, and only dollars over several', async () => {
    const { token } = await bundleOf(
      { currencyId: 'USDC-base' },
      { currencyId: 'USDC-sepolia' },
      { currencyId: 'USDC-base', expectedUnits: 1n },
      { currencyId: 'ETH-sepolia-sepolia', expectedUnits: 10n ** 18n },
    );
    const { body } = await view(token);
    expect(body).toMatchObject({
      totals: {
        byDestinationCurrency: [
          { network: 'base', currency: 'USDC-base', totalAmount: '12.500001' },
          { network: 'sepolia', currency: 'USDC-sepolia', totalAmount: '12.5' },
          { network: 'sepolia', currency: 'ETH-sepolia-sepolia', totalAmount: '1' },
        ],
        amountSummary: { grossAmount: '25.000001', payerTotal: '25.000001' },
      },
    });
    expect(Object(body).analytics).not.toHaveProperty('totalPaymentAmountUsd');
  });

  it('still reports a bundle whose time is up, before any sweep has said so', async () => {
    const soon = new Date(TEST_TIME.getTime() + 1_000);
    const { token } = await bundleOf({ expiresAt: soon }, {});
    host.ctx.now.advance(1_000);
    const { body } = await view(token);
    expect(body).toMatchObject({
      status: 'expired',
      canExecute: false,
      children: [{ blockReason: 'secure_payment_expired' }, { executable: true }],
    });
  });
});

describe('401', () => {
  it('without a session', async () => {
    const { token } = await bundleOf({}, {});
    expect(await view(token, {})).toMatchObject(refused(401, 'missing_credentials'));
  });
});

describe('403', () => {
  it('to another account, as the specification requires for this read', async () => {
    const { token } = await bundleOf({}, {});
    const unrelated = await host.newPeople();
    expect(await view(token, unrelated.byWallet)).toMatchObject(
      refused(403, 'multicall_payout_not_authorized'),
    );
  });
});

describe('404', () => {
  it.each(['01JZ8Y6Q4W3V5N2M1K0H9G8F7E', 'nonsense', 'a%00b'])('for %s', async (token) => {
    expect(await view(token)).toMatchObject(refused(404, 'multicall_payout_not_found'));
  });

  it('for a link, which is no bundle', async () => {
    const [link] = await insertPayouts(host.ctx, [{}], people.accountId);
    expect(await view(link?.token ?? '')).toMatchObject(refused(404, 'multicall_payout_not_found'));
  });
});
