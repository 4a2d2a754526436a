import { setImmediate as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { manualClock } from '#kit/clock.ts';
import { Outage, Refusal } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import type { PaymentOrder } from '#modules/calldata/index.ts';
import type { RouteProvider, RouteQuery } from '#providers/route-provider.ts';
import {
  bridgedChain,
  orderOn,
  type RouteChanges,
  sampleProvider,
  token,
} from '../../../tests/support/bridged-chains.ts';
import { TEST_SETTINGS, TEST_TIME } from '../../../tests/support/context.ts';
import { countingThrottle } from '../../../tests/support/counting-throttle.ts';
import { noDatabase } from '../../../tests/support/no-database.ts';
import { hex, OTHER, PAYER } from '../../../tests/support/route-sample.ts';
import { connected, RICH } from '../../../tests/support/still-chain.ts';
import type { SourceFee } from './pay-by-route.ts';
import { payByRoutes } from './pay-by-routes.ts';

type ChangesOf = (query: RouteQuery) => RouteChanges | Error;

interface Parts {
  readonly sourceId?: string;
  readonly allowanceUnits?: bigint;
  readonly changesOf?: ChangesOf;
  readonly provider?: RouteProvider;
  /** What the payments have otherwise than the sample, each. */
  readonly orders?: readonly Partial<PaymentOrder>[];
  readonly contracts?: readonly string[];
  /** What a coin is worth where the routes start, in dollars with eight decimals. */
  readonly coinDollarUnits?: bigint;
  readonly endsAt?: Date;
  /** Of all of them, as they are paid where the routes start. */
  readonly openFees?: () => Promise<readonly SourceFee[]>;
}

const referenceAt = (i: number): Hex => hex(`0xc76f55e1f975d1${String(i).padStart(2, '0')}`);
const SECONDS = TEST_TIME.getTime() / 1_000;
const LATER = new Date(TEST_TIME.getTime() + 86_400_000);

/** Prepares three payments of 100.5 USDC, one of them on Optimism, from Arbitrum. */
async function pay(parts: Parts = {}) {
  const source = token(parts.sourceId ?? 'USDT-arbitrum-one');
  const from = bridgedChain(source.network, parts.contracts);
  const allowanceUnits = parts.allowanceUnits ?? 0n;
  from.balances = { ...RICH, balanceUnits: 5_000_000_000n, allowanceUnits };
  const { coinDollarUnits: outUnits } = parts;
  const readAt = { oldestAt: TEST_TIME, readAt: TEST_TIME };
  from.readRates = async () => [outUnits === undefined ? undefined : { outUnits, ...readAt }];
  const [base, optimism] = [bridgedChain('base'), bridgedChain('optimism')];
  const provider = parts.provider ?? sampleProvider(parts.changesOf ?? (() => ({})));
  const ctx = {
    now: manualClock(TEST_TIME),
    chains: connected(from, base, optimism),
    routes: provider,
    settings: TEST_SETTINGS,
    log: pino({ level: 'silent' }),
    throttle: countingThrottle(),
    requestMetadata: undefined,
    db: noDatabase,
  };
  const orders = (parts.orders ?? [{}, {}, {}]).map((one, i) => {
    const chain = i === 1 ? optimism : base;
    const order = orderOn(chain, i === 1 ? 'USDC-optimism' : 'USDC-base', one);
    return { ...order, paymentReference: referenceAt(i), field: `children[${i}]` };
  });
  const { endsAt = LATER } = parts;
  const openFees = parts.openFees ?? (async () => []);
  return await payByRoutes(ctx, { orders, source, payer: PAYER, endsAt, bundle: 'one', openFees });
}

/** A fee that is paid by itself, of one of the three. */
const feeLeg = (amountUnits: bigint, receiverAddress = OTHER) => ({
  amountUnits,
  paymentReference: '0x0011223344556677' as const,
  receiverAddress,
});

const paysReference = (query: RouteQuery, i: number) =>
  query.call.data.includes(referenceAt(i).slice(2));

const approved = ({ data }: { readonly data: string }) =>
  Buffer.from(data.slice(2), 'hex').toString();

describe('several payments from another network', () => {
  it('are one approval of exactly what all take, and a route for each in their order', async () => {
    const { transactions, legs, tools, metadata } = await pay();
    expect(transactions).toHaveLength(4);
    expect(transactions.slice(0, 1).map(approved)).toEqual(['approve 302400000 bridge']);
    expect(legs.map(({ sourceUnits }) => sourceUnits)).toEqual([
      100_800_000n,
      100_800_000n,
      100_800_000n,
    ]);
    for (const [i, leg] of legs.entries()) {
      expect(leg.data).toContain(referenceAt(i).slice(2));
      expect(transactions[i + 1]?.data).toContain(leg.data.slice(2));
    }
    expect(tools).toEqual(['across']);
    expect(metadata).toMatchObject({
      stepsRequired: 4,
      paymentTransactionIndex: 1,
      routeType: 'crosschain',
      requiredAmount: '302400000',
      sourceAmount: '302400000',
      costBreakdown: {
        bridgeFee: { amount: '0.9', amountUsd: '0.9', currency: 'USDT-arbitrum-one' },
      },
    });
    expect(metadata.costBreakdown).not.toHaveProperty('totals');
  });

  it('say their network fee in dollars where the coin has a price', async () => {
    const { metadata } = await pay({ coinDollarUnits: 320_000_000_000n });
    expect(metadata).toMatchObject({
      estimatedNetworkFee: '0.00126',
      estimatedNetworkFeeUsd: '4.032',
    });
    expect((await pay()).metadata).not.toHaveProperty('estimatedNetworkFeeUsd');
  });

  it('are good until the first of their deadlines, and longer to sign each further route', async () => {
    const early = (query: RouteQuery) =>
      paysReference(query, 2) ? { across: { fillDeadline: SECONDS + 900 } } : {};
    expect((await pay({ changesOf: early })).metadata).toMatchObject({
      quoteFetchedAt: TEST_TIME.toISOString(),
      quoteExpiresAt: new Date((SECONDS + 180) * 1_000).toISOString(),
      executionDeadline: SECONDS + 900,
      executionDeadlineBreakdown: { bridge: { deadline: SECONDS + 900, source: 'decoded' } },
    });
    const endsAt = new Date((SECONDS + 60) * 1_000);
    expect((await pay({ endsAt })).metadata.quoteExpiresAt).toBe(endsAt.toISOString());
  });

  it('clear an allowance first where the token demands it', async () => {
    const { transactions } = await pay({ sourceId: 'USDT-mainnet', allowanceUnits: 1n });
    expect(transactions.slice(0, 2).map(approved)).toEqual([
      'approve 0 bridge',
      'approve 302400000 bridge',
    ]);
  });

  it('are quoted four at a time', async () => {
    const sample = sampleProvider();
    let open = 0;
    let most = 0;
    const provider: RouteProvider = {
      ...sample,
      quote: async (query) => {
        open += 1;
        most = Math.max(most, open);
        await pause();
        open -= 1;
        return await sample.quote(query);
      },
    };
    await pay({ provider, orders: Array.from({ length: 20 }, () => ({})) });
    expect([most, sample.quoted.length]).toEqual([4, 20]);
  });
});

describe('several payments with fees that are paid by themselves', () => {
  const FEES = [500_000n, 250_000n].map((units, i) => ({
    units,
    paymentReference: hex(`0x112233445566770${i}`),
    receiverAddress: OTHER,
  }));
  const orders = [{ feeLegs: [feeLeg(500_000n)] }, {}, { feeLegs: [feeLeg(250_000n)] }];

  it('are their routes, then a payment for each fee, with an approval of their own', async () => {
    const { transactions, fees, metadata } = await pay({ orders, openFees: async () => FEES });
    expect(transactions).toHaveLength(7);
    expect(transactions.slice(0, 2).map(approved)).toEqual([
      'approve 302400000 bridge',
      'approve 750000',
    ]);
    for (const [i, { units, paymentReference }] of FEES.entries()) {
      const paid = approved(transactions[5 + i] ?? { data: '0x' });
      expect(paid).toMatch(new RegExp(`^pay ${units} ${paymentReference} fee 0 `));
    }
    expect(fees).toEqual(FEES);
    expect(metadata).toMatchObject({
      stepsRequired: 7,
      approvalTransactionsCount: 2,
      paymentTransactionIndex: 2,
      requiredAmount: '303150000',
      sourceAmount: '303150000',
      hasEnoughAllowance: false,
    });
    expect(metadata.costBreakdown.bridgeFee.amount).toBe('0.9');
  });

  it('open no fee unless every route is there', async () => {
    const none = () => new Refusal('route_not_available', 400, 'None');
    let opened = 0;
    const openFees = async () => {
      opened += 1;
      return FEES;
    };
    await expect(pay({ orders, changesOf: none, openFees })).rejects.toBeInstanceOf(Refusal);
    expect(opened).toBe(0);
  });
});

describe('not one of them is prepared', () => {
  it('where the call of one is exchanged with that of another, which is named', async () => {
    const seen: RouteQuery[] = [];
    const exchanged = (query: RouteQuery) => {
      seen.push(query);
      const other = seen.find((one) => paysReference(one, 0));
      return paysReference(query, 2) && other ? { call: { callData: other.call.data } } : {};
    };
    await expect(pay({ changesOf: exchanged })).rejects.toMatchObject({
      status: 400,
      code: 'route_refused',
      errors: [{ field: 'children[2]', message: expect.stringContaining('differs') }],
    });
  });

  it('where there is no route for some, which are named in their order', async () => {
    const none = (query: RouteQuery) =>
      paysReference(query, 0) ? {} : new Refusal('route_not_available', 400, 'None');
    await expect(pay({ changesOf: none })).rejects.toMatchObject({
      status: 400,
      code: 'route_not_available',
      message: 'Nothing was prepared: there is no route for children[1] (and 1 more). None',
      errors: [
        { field: 'children[1]', message: 'None' },
        { field: 'children[2]', message: 'None' },
      ],
    });
  });

  it.each<[string, Partial<PaymentOrder>, string]>([
    [
      'is too small',
      { due: { amountUnits: 1_000_000n, feeUnits: 0n } },
      'amount_too_low_for_route',
    ],
    ['is of coins', { kind: 'native' }, 'route_not_available'],
  ])('where one %s', async (_what, wrong, code) => {
    await expect(pay({ orders: [{}, wrong, {}] })).rejects.toMatchObject({
      status: 400,
      code,
      errors: [{ field: 'children[1]' }],
    });
  });

  it('where the wallet is a contract, which no payment is named for', async () => {
    await expect(pay({ contracts: [PAYER] })).rejects.toMatchObject({
      status: 400,
      code: 'payer_is_contract',
      errors: undefined,
    });
  });

  it('where a payee is a contract elsewhere', async () => {
    const orders = [{}, {}, { payeeAddress: OTHER }];
    await expect(pay({ contracts: [OTHER], orders })).rejects.toMatchObject({
      code: 'payee_is_contract_elsewhere',
      errors: [{ field: 'children[2]' }],
    });
  });

  it('where who receives a fee is a contract anywhere, or the source is no dollar', async () => {
    const orders = [{}, { feeLegs: [feeLeg(1n)] }, {}];
    await expect(pay({ contracts: [OTHER], orders })).rejects.toMatchObject({
      code: 'fee_receiver_is_contract',
      errors: [{ field: 'children[1]' }],
    });
    await expect(pay({ sourceId: 'EURC-mainnet', orders })).rejects.toMatchObject({
      code: 'route_not_available',
      errors: [{ field: 'children[1]', message: expect.stringContaining('fees') }],
    });
  });

  it('where the provider does not answer for one', async () => {
    const silent = (query: RouteQuery) => (paysReference(query, 1) ? new Outage('silent') : {});
    await expect(pay({ changesOf: silent })).rejects.toBeInstanceOf(Outage);
  });

  it('on the network that they come from', async () => {
    await expect(pay({ sourceId: 'USDT-base' })).rejects.toMatchObject({
      status: 400,
      errors: [{ field: 'children[0]' }, { field: 'children[2]' }],
    });
  });
});
