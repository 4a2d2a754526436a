import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { BRIDGES } from '#catalog/bridge.ts';
import type { Chain } from '#chains/chain.ts';
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
import { noDatabase } from '../../../tests/support/no-database.ts';
import { PAYER } from '../../../tests/support/route-sample.ts';
import { connected, RICH } from '../../../tests/support/still-chain.ts';
import { payByRoute } from './pay-by-route.ts';

const SECONDS = TEST_TIME.getTime() / 1_000;

type SourceFee = Awaited<ReturnType<Parameters<typeof payByRoute>[1]['openFees']>>[number];

interface Parts {
  readonly sourceId?: string;
  readonly allowanceUnits?: bigint;
  readonly balanceUnits?: bigint;
  readonly changes?: RouteChanges;
  readonly order?: Partial<PaymentOrder>;
  readonly isConnected?: boolean;
  /** The fees of the order, as they are paid where the route starts. */
  readonly fees?: readonly SourceFee[];
  readonly feeAllowanceUnits?: bigint;
  /** Who is a contract on Base. */
  readonly contracts?: readonly string[];
  /** Who is not sent tokens where the route starts. */
  readonly refusing?: readonly string[];
  /** Called as the wallet is read. */
  readonly onWalletRead?: () => void;
  /** Prices the coin of the network where the route starts. */
  readonly readRates?: Chain['readRates'];
}

const RECEIVER = '0x5555555555555555555555555555555555555555';
const FEE = {
  amountUnits: 1_000_001n,
  paymentReference: '0x0011223344556677',
  receiverAddress: RECEIVER,
} as const;
const OTHER_FEE = {
  ...FEE,
  amountUnits: 500_000n,
  paymentReference: '0x8899aabbccddeeff',
} as const;
const SOURCE_FEE: SourceFee = {
  units: 1_000_001n,
  paymentReference: '0x1111111111111111',
  receiverAddress: RECEIVER,
};

/** Prepares 100.5 USDC on Base from another network, Arbitrum where a test says nothing else. */
async function pay(parts: Parts = {}) {
  const source = token(parts.sourceId ?? 'USDT-arbitrum-one');
  const from = bridgedChain(source.network);
  from.balances = {
    ...RICH,
    balanceUnits: parts.balanceUnits ?? 500_000_000n,
    allowanceUnits: parts.allowanceUnits ?? 0n,
  };
  from.refusing = new Set(parts.refusing);
  from.readRates = parts.readRates ?? from.readRates;
  const { readPayerBalances } = from;
  from.readPayerBalances = async (wallet, queries) => {
    parts.onWalletRead?.();
    const found = await readPayerBalances(wallet, queries);
    const { feeAllowanceUnits: allowanceUnits = 0n } = parts;
    const tokens = found.tokens.map((one, i) =>
      queries[i]?.spender === 'fee_proxy' ? { ...one, allowanceUnits } : one,
    );
    return { ...found, tokens };
  };
  const to = bridgedChain('base', parts.contracts);
  const provider = sampleProvider(() => parts.changes ?? {});
  const ctx = {
    now: manualClock(TEST_TIME),
    chains: parts.isConnected === false ? connected(to) : connected(from, to),
    routes: provider,
    settings: TEST_SETTINGS,
    log: pino({ level: 'silent' }),
    throttle: { take: async () => 0, clear: async () => undefined },
    requestMetadata: undefined,
    db: noDatabase,
  };
  const order = orderOn(to, 'USDC-base', parts.order);
  const fees = parts.fees ?? [];
  const openFees = async () => fees;
  const paid = await payByRoute(ctx, { order, source, payer: PAYER, openFees });
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
      durationSeconds: 5,
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

  it('is not prepared from a network that is not connected', async () => {
    const refused = { status: 400, code: 'route_not_available' };
    await expect(pay({ isConnected: false })).rejects.toMatchObject(refused);
  });
});

/** What the test chain was given to encode. */
const saidOf = (transactions: readonly { readonly data: string }[]) =>
  transactions.map(({ data }) => Buffer.from(data.slice(2), 'hex').toString());

describe('a payment from another network with fees that are paid by themselves', () => {
  const fees = [SOURCE_FEE, { ...SOURCE_FEE, units: 500_000n }];
  const order = { feeLegs: [FEE, OTHER_FEE] };

  it('pays them where it starts: approvals first, then the route, then a payment for each', async () => {
    const paid = await pay({ order, fees });
    const said = saidOf(paid.transactions);
    expect(said).toHaveLength(5);
    expect([said[0], said[1], said[3], said[4]]).toEqual([
      'approve 100800000 bridge',
      'approve 1500001',
      expect.stringMatching(/^pay 1000001 0x1111111111111111 fee 0 /),
      expect.stringMatching(/^pay 500000 0x1111111111111111 fee 0 /),
    ]);
    expect(paid.transactions[2]?.to).toBe(BRIDGES['arbitrum-one'].diamond);
    expect(paid.fees).toEqual(fees);
    expect(paid.provider.quoted).toMatchObject([{ outputUnits: 100_500_000n }]);
    expect(paid.metadata).toMatchObject({
      stepsRequired: 5,
      approvalTransactionIndex: 0,
      approvalTransactionsCount: 2,
      paymentTransactionIndex: 2,
      requiredAmount: '102300001',
      sourceAmount: '102300001',
      hasEnoughBalance: true,
      costBreakdown: {
        bridgeFee: { amount: '0.3', amountUsd: '0.3' },
        totals: { paymentAmount: '100', sourceAmount: '102.300001' },
      },
    });
  });

  it('needs no approval of them where the allowance suffices, and a cleared one where the token demands it', async () => {
    const parts = { order, fees };
    const enough = await pay({ ...parts, feeAllowanceUnits: 1_500_001n });
    expect(saidOf(enough.transactions)[1]).not.toContain('approve');
    expect(enough.metadata).toMatchObject({ stepsRequired: 4, paymentTransactionIndex: 1 });
    const cleared = await pay({ ...parts, sourceId: 'USDT-mainnet', feeAllowanceUnits: 1n });
    expect(saidOf(cleared.transactions).slice(0, 3)).toEqual([
      'approve 100800000 bridge',
      'approve 0',
      'approve 1500001',
    ]);
  });

  it('says that a wallet has too little where it is the fees that it lacks', async () => {
    const { metadata } = await pay({ order, fees, balanceUnits: 102_300_000n });
    expect(metadata).toMatchObject({ hasEnoughBalance: false });
  });

  it('is not prepared from a token that is no dollar, nor where a receiver is a contract or cannot be paid', async () => {
    const from = { order, fees };
    await expect(pay({ ...from, sourceId: 'EURC-mainnet' })).rejects.toMatchObject({
      status: 400,
      code: 'route_not_available',
      message: expect.stringContaining('USDC or USDT'),
    });
    await expect(pay({ ...from, contracts: [RECEIVER] })).rejects.toMatchObject({
      status: 400,
      code: 'fee_receiver_is_contract',
    });
    await expect(pay({ ...from, refusing: [RECEIVER] })).rejects.toMatchObject({ status: 409 });
  });
});

describe('the network fee of a payment from another network', () => {
  /** A coin at 3,200 dollars. */
  const price = { outUnits: 320_000_000_000n, oldestAt: TEST_TIME, readAt: TEST_TIME };

  it('is said in dollars too, by the price of the coin where the route starts', async () => {
    const { metadata } = await pay({ readRates: async () => [price] });
    expect(metadata).toMatchObject({
      estimatedNetworkFee: '0.00046',
      estimatedNetworkFeeUsd: '1.472',
      estimatedApprovalNetworkFeeUsd: '0.192',
      estimatedPaymentNetworkFeeUsd: '1.28',
    });
  });

  it('is said without dollars where that network has no price, and nothing is read', async () => {
    let reads = 0;
    const readRates = async () => {
      reads += 1;
      return [price];
    };
    const { metadata } = await pay({ sourceId: 'USDC-optimism', readRates });
    expect(metadata).not.toHaveProperty('estimatedNetworkFeeUsd');
    expect(reads).toBe(0);
  });

  it.each([
    ['fails', () => Promise.reject(new Error('a fault of the test'))],
    ['does not end', () => new Promise<never>(() => undefined)],
  ])('does without dollars where reading the price %s', async (_, readRates) => {
    const { transactions, metadata } = await pay({ readRates });
    expect(transactions).toHaveLength(2);
    expect(metadata).not.toHaveProperty('estimatedNetworkFeeUsd');
  });

  it('takes no request of its own for the price', async () => {
    const calls: string[] = [];
    const readRates = async () => {
      calls.push('price');
      return [price];
    };
    const beside = () => void Promise.resolve().then(() => calls.push('next tick'));
    await pay({ readRates, onWalletRead: beside });
    expect(calls).toEqual(['price', 'next tick']);
  });
});
