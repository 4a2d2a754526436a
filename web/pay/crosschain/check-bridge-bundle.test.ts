import { describe, expect, it } from 'vitest';
import {
  agreedFee,
  approvalOf,
  bridgeBody,
  bridgeCallOf,
  otherPayment,
  sourceFeeCall,
} from '../../../tests/support/bridge-payment.ts';
import {
  CALL,
  dataOf,
  messageOf,
  NOBODY,
  OTHER,
  PAYEE,
  PAYER,
  QUOTED_AT,
  word,
} from '../../../tests/support/route-sample.ts';
import { TRUSTED_CONTRACTS } from '../../wallet/trusted-contracts.generated.ts';
import { findBridgeSource } from './bridge-source.ts';
import { readBundleChildren } from './bundle-children.ts';
import { checkBridgeBundle } from './check-bridge-bundle.ts';

/** The amounts of three children, of which the second is paid already; the last has the payee and amount of the first. */
const AMOUNTS = [10, 20, 30, 10] as const;
const PAID_POSITION = 1;
const DUE = [0, 2, 3] as const;
const referenceOf = (position: number) => `0x00000000000000a${position}` as const;

const viewOf = (changes: object = {}) => ({
  paymentType: 'multicall',
  children: AMOUNTS.map((amount, position) => ({
    payee: PAYEE,
    amount: String(amount),
    blockReason: position === PAID_POSITION ? 'request_already_paid' : null,
    context: { currency: 'USDC-base', network: 'base' },
    ...(position === 2 && changes),
  })),
});

/** What the route of a child takes: half a dollar above its amount. */
const sourceUnitsOf = (position: number) => BigInt(AMOUNTS[position] ?? 0) * 1_000000n + 500000n;
const SUM = DUE.reduce((sum, position) => sum + sourceUnitsOf(position), 0n);

interface RouteChanges {
  readonly embedded?: Parameters<typeof otherPayment>[0];
  readonly receiver?: string;
  readonly minAmount?: bigint;
}

function routeOf(position: number, { embedded, receiver, minAmount }: RouteChanges = {}) {
  const { data, units } = otherPayment({
    amountUnits: BigInt(AMOUNTS[position] ?? 0) * 1_000000n,
    feeUnits: 0n,
    paymentReference: referenceOf(position),
    ...embedded,
  });
  const message = messageOf([{ ...CALL, callData: data, fromAmount: units }]);
  return bridgeCallOf(
    dataOf({
      bridge: { minAmount: minAmount ?? sourceUnitsOf(position) },
      across: {
        message,
        outputAmount: units,
        ...(receiver && { receiverAddress: word(receiver) }),
      },
    }),
  );
}

const ROUTES = DUE.map((position) => routeOf(position));

function bodyOf(
  transactions: readonly unknown[],
  { positions = DUE, approvals = 1, metadata = {}, ...rest }: BodyChanges = {},
) {
  const batchPayments = positions.map((position, at) => ({
    transactionIndex: approvals + at,
    childPositions: [position],
  }));
  const children = DUE.map((position) => ({ position, paymentReference: referenceOf(position) }));
  return {
    ...bridgeBody(transactions, { platformFee: undefined, batchPayments, ...metadata }),
    paymentType: 'multicall',
    children,
    ...rest,
  };
}

interface BodyChanges {
  readonly positions?: readonly number[];
  readonly approvals?: number;
  readonly metadata?: object;
  readonly children?: readonly object[];
  readonly feeBundle?: object;
}

interface Answered {
  readonly calls: readonly unknown[];
  readonly changes?: BodyChanges;
}

function check(body: unknown, view: unknown = viewOf()) {
  const children = readBundleChildren(view);
  const source = findBridgeSource('ARBITRUM', 'USDT');
  if (children === undefined || source === undefined) throw new Error('it can be read');
  return checkBridgeBundle({ children, source, wallet: PAYER, body, now: QUOTED_AT * 1_000 });
}

const approved = (...calls: readonly unknown[]) => [approvalOf(SUM), ...calls];
const refused = (reason: string) => ({ kind: 'refused', reason });
const [FIRST, THIRD, FOURTH] = ROUTES;

describe('a bundle that is paid from another network', () => {
  it('is an approval of exactly the sum, and a route for each child that is due', () => {
    expect(check(bodyOf(approved(...ROUTES)))).toMatchObject({
      kind: 'ok',
      source: { networkId: 'arbitrum-one' },
      approvals: [{ kind: 'approve', units: SUM }],
      routes: DUE.map((position, at) => ({
        position,
        plan: {
          sourceUnits: sourceUnitsOf(position),
          paymentReference: referenceOf(position),
          steps: [{ kind: 'pay', call: { data: ROUTES[at]?.data } }],
        },
      })),
      sourceUnits: SUM,
      costUnits: 1_500000n,
      deadline: (QUOTED_AT + 3_600) * 1_000,
    });
  });

  it('may clear an old allowance first', () => {
    const body = bodyOf([approvalOf(0n), ...approved(...ROUTES)], { approvals: 2 });
    expect(check(body)).toMatchObject({
      kind: 'ok',
      approvals: [{ kind: 'reset' }, { kind: 'approve', units: SUM }],
    });
  });

  it.each<[string, Answered, string]>([
    ['has a child twice', { calls: approved(FIRST, FIRST, THIRD) }, 'amount'],
    ['pays a child like another one twice', { calls: approved(FIRST, THIRD, FIRST) }, 'reference'],
    ['exchanges two children', { calls: approved(THIRD, FIRST, FOURTH) }, 'amount'],
    [
      'exchanges two children of one amount',
      { calls: approved(FOURTH, THIRD, FIRST) },
      'reference',
    ],
    ['leaves a child out', { calls: approved(FIRST, THIRD) }, 'payments'],
    [
      'leaves a child out, and says so',
      { calls: [approvalOf(SUM - sourceUnitsOf(3)), FIRST, THIRD], changes: { positions: [0, 2] } },
      'payments',
    ],
    ['has a route too many', { calls: approved(...ROUTES, FOURTH) }, 'payments'],
    [
      'has a route too many, and says so',
      { calls: approved(...ROUTES, FOURTH), changes: { positions: [...DUE, 3] } },
      'payments',
    ],
    [
      'pays one that was paid',
      { calls: approved(...ROUTES), changes: { positions: [0, 1, 3] } },
      'payments',
    ],
    [
      'has a transaction behind the routes',
      { calls: approved(...ROUTES, approvalOf(1n)) },
      'payments',
    ],
    [
      'has a transaction between them',
      { calls: approved(FIRST, approvalOf(1n), THIRD, FOURTH) },
      'payments',
    ],
    ['begins with a route', { calls: [FIRST, approvalOf(SUM), THIRD, FOURTH] }, 'unreadable'],
    ['approves more than the sum', { calls: [approvalOf(SUM + 1n), ...ROUTES] }, 'approval'],
    ['approves less than the sum', { calls: [approvalOf(SUM - 1n), ...ROUTES] }, 'approval'],
    [
      'approves somebody else',
      { calls: [approvalOf(SUM, { spender: OTHER }), ...ROUTES] },
      'approval',
    ],
    [
      'approves twice',
      { calls: [approvalOf(SUM), ...approved(...ROUTES)], changes: { approvals: 2 } },
      'approval',
    ],
    ['approves nothing', { calls: ROUTES, changes: { approvals: 0 } }, 'approval'],
    [
      'pays somebody else in one route',
      { calls: approved(FIRST, routeOf(2, { embedded: { payeeAddress: OTHER } }), FOURTH) },
      'payee',
    ],
    [
      'delivers one to somebody',
      { calls: approved(FIRST, routeOf(2, { receiver: OTHER }), FOURTH) },
      'receiver',
    ],
    [
      'takes too much by one route',
      { calls: approved(FIRST, THIRD, routeOf(3, { minAmount: 14_000000n })) },
      'cost',
    ],
    [
      'takes a fee that is not announced',
      { calls: approved(FIRST, THIRD, routeOf(3, { embedded: { feeUnits: 1n } })) },
      'fee',
    ],
    [
      'pays a fee by itself',
      {
        calls: approved(...ROUTES, sourceFeeCall()),
        changes: { feeBundle: agreedFee().feeBundle },
      },
      'fee',
    ],
    [
      'names one reference for two children',
      {
        calls: approved(FIRST, THIRD, FIRST),
        changes: {
          children: DUE.map((position) => ({
            position,
            paymentReference: referenceOf(position === 3 ? 0 : position),
          })),
        },
      },
      'reference',
    ],
    ['names no reference', { calls: approved(...ROUTES), changes: { children: [] } }, 'reference'],
  ])('is refused where it %s', (_what, { calls, changes }, reason) => {
    expect(check(bodyOf(calls, changes))).toEqual(refused(reason));
  });

  it('is refused where a child has another amount or network than its page shows', () => {
    const body = bodyOf(approved(...ROUTES));
    expect(check(body, viewOf({ amount: '31' }))).toEqual(refused('amount'));
    const context = { currency: 'USDC-optimism', network: 'optimism' };
    expect(check(body, viewOf({ context }))).toEqual(refused('network'));
  });
});

describe('a fee of a bundle that is paid by itself', () => {
  const PROXY = TRUSTED_CONTRACTS['arbitrum-one']?.feeProxy ?? '';
  const FEE = 1_000000n;
  const references = ['0x1122334455667700', '0x1122334455667701', '0x1122334455667702'] as const;
  const payFee = (at: 0 | 1 | 2, amountUnits = FEE) =>
    sourceFeeCall({ paymentReference: references[at], amountUnits });
  /** Every child has a fee of one dollar, but for the third, whose is two. */
  const planOf = (position: number, bearer: 'payer' | 'payee') => {
    const amount = position === 2 ? '2' : '1';
    const { feePlan } = agreedFee({ amount, bearer });
    const net = (AMOUNTS[position] ?? 0) - (bearer === 'payee' ? Number(amount) : 0);
    return { ...feePlan, netRecipientAmountUsd: String(net) };
  };
  const viewWithFees = (bearer: 'payer' | 'payee') => {
    const { children, ...view } = viewOf();
    const planned = children.map((child, at) => ({ ...child, feePlan: planOf(at, bearer) }));
    return { ...view, children: planned };
  };
  const bundled = (ats: readonly (0 | 1 | 2)[], bearer: 'payer' | 'payee' = 'payer') => ({
    fees: ats.map((at) => {
      const named = { paymentReference: references[at] };
      const { feeBundle } = agreedFee({ amount: at === 1 ? '2' : '1', bearer, named });
      return feeBundle.fees[0] ?? {};
    }),
  });
  const ALL = [payFee(0), payFee(1, 2n * FEE), payFee(2)];
  const approvedFees = (units: bigint) => approvalOf(units, { spender: PROXY });

  it('is a payment of its own behind the routes, with one approval of the sum', () => {
    const calls = [approvalOf(SUM), approvedFees(4n * FEE), ...ROUTES, ...ALL];
    const body = bodyOf(calls, { approvals: 2, feeBundle: bundled([0, 1, 2]) });
    expect(check(body, viewWithFees('payer'))).toMatchObject({
      kind: 'ok',
      approvals: [
        { kind: 'approve', units: SUM },
        { kind: 'approve', units: 4n * FEE, spender: PROXY },
      ],
      feeSteps: ALL.map(({ data }) => ({ kind: 'fee', call: { to: PROXY, data } })),
      fees: [{ label: 'Fee', units: 4n * FEE, bearer: 'payer' }],
      sourceUnits: SUM + 4n * FEE,
      costUnits: 1_500000n,
    });
  });

  it('is left out where it was paid, and may be of a later child alone', () => {
    const view = viewWithFees('payer');
    const calls = [approvalOf(SUM), approvedFees(2n * FEE), ...ROUTES, payFee(1, 2n * FEE)];
    const body = bodyOf(calls, { approvals: 2, feeBundle: bundled([1]) });
    expect(check(body, view)).toMatchObject({ kind: 'ok', sourceUnits: SUM + 2n * FEE });
    expect(check(bodyOf(approved(...ROUTES)), view)).toMatchObject({ kind: 'ok', feeSteps: [] });
  });

  it('is taken from what the payee gets, where the payee bears it, whether it was paid or not', () => {
    const routes = DUE.map((position) =>
      routeOf(position, {
        embedded: {
          amountUnits: BigInt((AMOUNTS[position] ?? 0) - (position === 2 ? 2 : 1)) * FEE,
        },
        minAmount: sourceUnitsOf(position) - (position === 2 ? 2n : 1n) * FEE,
      }),
    );
    const sum = SUM - 4n * FEE;
    const view = viewWithFees('payee');
    const calls = [approvalOf(sum), approvedFees(4n * FEE), ...routes, ...ALL];
    const body = bodyOf(calls, { approvals: 2, feeBundle: bundled([0, 1, 2], 'payee') });
    expect(check(body, view)).toMatchObject({ kind: 'ok', sourceUnits: SUM });
    const paid = bodyOf([approvalOf(sum), ...routes]);
    expect(check(paid, view)).toMatchObject({ kind: 'ok', sourceUnits: sum });
    expect(check(bodyOf(approved(...ROUTES)), view)).toEqual(refused('amount'));
  });

  const [, second, third] = ALL;
  it.each<
    [
      string,
      { readonly fees: readonly unknown[]; readonly announced: readonly (0 | 1 | 2)[] },
      string,
    ]
  >([
    ['twice of one child', { fees: [...ALL, third], announced: [0, 1, 2, 2] }, 'fee'],
    ['above what was agreed', { fees: [payFee(0, 2n * FEE), third], announced: [0, 2] }, 'fee'],
    ['where it is not announced', { fees: ALL, announced: [0, 1] }, 'payments'],
    ['where it is not paid', { fees: [payFee(0), second], announced: [0, 1, 2] }, 'payments'],
    [
      'by another contract',
      { fees: [sourceFeeCall({}, OTHER), second, third], announced: [0, 1, 2] },
      'contract',
    ],
    ['with another reference', { fees: [third, second, third], announced: [0, 1, 2] }, 'fee'],
  ])('is refused %s', (_what, { fees, announced }, reason) => {
    const calls = [approvalOf(SUM), ...ROUTES, ...fees];
    const body = bodyOf(calls, { feeBundle: bundled(announced) });
    expect(check(body, viewWithFees('payer'))).toEqual(refused(reason));
  });

  it('is refused with an approval of more, or before that of the bridge', () => {
    const feeBundle = bundled([0, 1, 2]);
    const view = viewWithFees('payer');
    for (const approvals of [
      [approvalOf(SUM), approvedFees(4n * FEE + 1n)],
      [approvedFees(4n * FEE), approvalOf(SUM)],
    ]) {
      const body = bodyOf([...approvals, ...ROUTES, ...ALL], { approvals: 2, feeBundle });
      expect(check(body, view)).toEqual(refused('approval'));
    }
  });
});

describe('the fee inside the payment of a child', () => {
  const route = routeOf(2, { embedded: { feeUnits: 150000n }, minAmount: 30_650000n });
  const calls = [approvalOf(SUM + 150000n), FIRST, route, FOURTH];
  const children = (fees: Readonly<Record<number, object>>) =>
    DUE.map((position) => ({
      position,
      paymentReference: referenceOf(position),
      ...(fees[position] && { platformFee: fees[position] }),
    }));
  const half = { percentage: '0.5', address: NOBODY };

  it('is the one that is announced for that child', () => {
    expect(check(bodyOf(calls, { children: children({ 2: half }) }))).toMatchObject({
      kind: 'ok',
      fees: [{ label: undefined, units: 150000n, percentage: '0.5', asset: { symbol: 'USDC' } }],
    });
  });

  it('is refused where it is announced for another child, for all, or as another share', () => {
    for (const body of [
      bodyOf(calls, { children: children({ 0: half }) }),
      bodyOf(calls, { metadata: { platformFee: half } }),
      bodyOf(calls, { children: children({ 2: { ...half, percentage: '0.4' } }) }),
      bodyOf(calls, { children: children({ 2: { ...half, address: OTHER } }) }),
    ])
      expect(check(body)).toEqual(refused('fee'));
  });
});

describe('the children of a bundle', () => {
  it('are those that are due, each on its own network', () => {
    const context = { currency: 'USDC-optimism', network: 'optimism' };
    const children = readBundleChildren(viewOf({ context })) ?? [];
    expect(children.map(({ position, link }) => [position, link.networkId])).toEqual([
      [0, 'base'],
      [2, 'optimism'],
      [3, 'base'],
    ]);
  });

  it('are none where one of them cannot be read', () => {
    expect(readBundleChildren(viewOf({ payee: 'nobody' }))).toBeUndefined();
    expect(readBundleChildren({ children: [] })).toBeUndefined();
  });
});
