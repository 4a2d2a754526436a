import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { manualClock } from '#kit/clock.ts';
import type { PaymentOrder } from '#modules/calldata/index.ts';
import {
  bridgedChain,
  orderOn,
  type RouteChanges,
  sampleProvider,
  token,
} from '../../../tests/support/bridged-chains.ts';
import { TEST_SETTINGS, TEST_TIME } from '../../../tests/support/context.ts';
import { OTHER, PAYER } from '../../../tests/support/route-sample.ts';
import { connected, RICH } from '../../../tests/support/still-chain.ts';
import { payByRoute } from './pay-by-route.ts';

const SECONDS = TEST_TIME.getTime() / 1_000;

interface Parts {
  readonly sourceId?: string;
  readonly allowanceUnits?: bigint;
  readonly balanceUnits?: bigint;
  readonly changes?: RouteChanges;
  readonly order?: Partial<PaymentOrder>;
  readonly isConnected?: boolean;
}

/** Prepares 100.5 USDC on Base from another network, Arbitrum where a test says nothing else. */
async function pay(parts: Parts = {}) {
  const source = token(parts.sourceId ?? 'USDT-arbitrum-one');
  const from = bridgedChain(source.network);
  from.balances = {
    ...RICH,
    balanceUnits: parts.balanceUnits ?? 500_000_000n,
    allowanceUnits: parts.allowanceUnits ?? 0n,
  };
  const to = bridgedChain('base');
  const provider = sampleProvider(() => parts.changes ?? {});
  const ctx = {
    now: manualClock(TEST_TIME),
    chains: parts.isConnected === false ? connected(to) : connected(from, to),
    routes: provider,
    settings: TEST_SETTINGS,
    log: pino({ level: 'silent' }),
    throttle: { take: async () => 0, clear: async () => undefined },
    requestMetadata: undefined,
  };
  const order = orderOn(to, 'USDC-base', parts.order);
  const paid = await payByRoute(ctx, { order, source, payer: PAYER });
  return { ...paid, provider, from };
}

/** What an approval of the test chain lets be taken. */
function approvalOf(transaction: { readonly to: string; readonly data: string } | undefined) {
  const said = Buffer.from((transaction?.data ?? '').slice(2), 'hex').toString();
  return [transaction?.to, said];
}

describe('a payment from another network', () => {
  it('is an approval of exactly what the route takes, and the route', async () => {
    const { transactions, metadata } = await pay();
    expect(approvalOf(transactions[0])).toEqual([
      token('USDT-arbitrum-one').address,
      'approve 100800000 bridge',
    ]);
    expect(transactions[1]).toMatchObject({ value: '0x0' });
    expect(transactions).toHaveLength(2);
    expect(metadata).toMatchObject({
      stepsRequired: 2,
      needsApproval: true,
      approvalTransactionIndex: 0,
      approvalTransactionsCount: 1,
      paymentTransactionIndex: 1,
      routeType: 'crosschain',
      requiredAmount: '100800000',
      sourceAmount: '100800000',
      balance: '500000000',
      allowance: '0',
      hasEnoughBalance: true,
      hasEnoughGas: true,
      hasEnoughAllowance: false,
      platformFee: { percentage: '0.5' },
    });
  });

  it('says what the route costs, and until when it is good', async () => {
    const { metadata } = await pay();
    expect(metadata).toMatchObject({
      quoteFetchedAt: TEST_TIME.toISOString(),
      quoteExpiresAt: SECONDS + 120,
      executionDeadline: SECONDS + 3_600,
      executionDeadlineBreakdown: { bridge: { deadline: SECONDS + 3_600, source: 'decoded' } },
      costBreakdown: {
        bridgeFee: {
          required: true,
          currency: 'USDT-arbitrum-one',
          amount: '0.3',
          amountUsd: '0.3',
          hasEnoughBalance: true,
        },
        totals: {
          paymentAmount: '100',
          paymentCurrency: 'USDC-base',
          sourceAmount: '100.8',
        },
      },
    });
  });

  it('expires with its calldata where that is sooner', async () => {
    const { metadata } = await pay({
      changes: {
        across: { fillDeadline: SECONDS + 300 },
        quote: { fetchedAt: new Date(TEST_TIME.getTime() + 250_000) },
      },
    });
    expect(metadata).toMatchObject({
      quoteExpiresAt: SECONDS + 300,
      executionDeadline: SECONDS + 300,
    });
  });

  it('has its approval also where the allowance suffices', async () => {
    const { transactions, metadata } = await pay({ allowanceUnits: 100_800_000n });
    expect(transactions).toHaveLength(2);
    expect(metadata).toMatchObject({ needsApproval: true, hasEnoughAllowance: true });
  });

  it('clears an allowance first where the token demands it', async () => {
    const { transactions, metadata } = await pay({ sourceId: 'USDT-mainnet', allowanceUnits: 1n });
    expect(transactions.slice(0, 2).map((one) => approvalOf(one)[1])).toEqual([
      'approve 0 bridge',
      'approve 100800000 bridge',
    ]);
    expect(metadata).toMatchObject({ paymentTransactionIndex: 2, approvalTransactionsCount: 2 });
    expect((await pay({ sourceId: 'USDT-mainnet' })).transactions).toHaveLength(2);
  });

  it('is prepared for a wallet with too little, and says so', async () => {
    const { metadata } = await pay({ balanceUnits: 100_799_999n });
    expect(metadata).toMatchObject({
      hasEnoughBalance: false,
      costBreakdown: { bridgeFee: { hasEnoughBalance: false } },
    });
  });

  it('is not prepared from a network that is not connected, nor with fees of their own', async () => {
    const refused = { status: 400, code: 'route_not_available' };
    await expect(pay({ isConnected: false })).rejects.toMatchObject(refused);
    const leg = {
      amountUnits: 1n,
      paymentReference: '0x0011223344556677',
      receiverAddress: OTHER,
    } as const;
    await expect(pay({ order: { feeLegs: [leg] } })).rejects.toMatchObject(refused);
  });
});
