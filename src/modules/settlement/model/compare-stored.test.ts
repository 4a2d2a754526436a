import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Hex, hexOf } from '#kit/hex.ts';
import { type ComparedRange, compareStored } from './compare-stored.ts';
import type { Movement, StoredPayments, StoredTransfer } from './stored-payments.ts';

const hex = (size: number): fc.Arbitrary<Hex> =>
  fc.uint8Array({ minLength: size, maxLength: size }).map(hexOf);
const units = fc.bigInt({ min: 1n, max: 2n ** 128n });

const anyMovement: fc.Arbitrary<Movement> = fc.record({
  requestId: fc.constantFrom('one', 'two', 'three'),
  blockNumber: fc.bigInt({ min: 1n, max: 50n }),
  blockHash: hex(32),
  blockTime: fc.integer({ min: 0, max: 2 ** 31 }).map((seconds) => new Date(seconds * 1000)),
  transactionHash: hex(32),
  logIndex: fc.nat(500),
  payerAddress: hex(20),
  creditedUnits: units,
  feeUnits: units,
  feeAddress: fc.constantFrom('0xfee', '0xelse'),
  tokenUnits: units,
  tokenFeeUnits: units,
});

const anyMovements = fc.uniqueArray(anyMovement, {
  maxLength: 12,
  selector: ({ blockHash, logIndex }) => `${blockHash} ${logIndex}`,
});

/** In the middle of the times at which blocks are made here. */
const DEADLINE = new Date(2 ** 30 * 1000);

/** A bundle of requests that these movements paid. */
function bundleOf(
  requests: readonly {
    readonly id: string;
    readonly requestId: string;
    readonly expectedUnits: bigint;
  }[],
  { status, paid }: { readonly status: string; readonly paid: readonly Movement[] },
) {
  const children = requests.map(({ id, requestId, expectedUnits }) => ({
    requestId,
    expectedUnits,
    paidUnits: paid
      .filter((movement) => movement.requestId === id)
      .reduce((sum, { creditedUnits }) => sum + creditedUnits, 0n),
  }));
  return { token: 'bundle', status, expiresAt: DEADLINE, children };
}

/** A range whose ledger follows exactly from the chain. */
function cleanRange(seen: readonly Movement[], expectedUnits: bigint): ComparedRange {
  const transfers = seen.map((movement, i) => ({
    ...movement,
    id: `t${i}`,
    status: 'finalized',
    network: 'sepolia',
    confirmed: { blockNumber: movement.blockNumber + 1n, at: movement.blockTime },
    finalized: { blockNumber: movement.blockNumber + 2n, at: movement.blockTime },
  }));
  const requests = ['one', 'two', 'three'].map((id) => {
    const own = seen.filter(({ requestId }) => requestId === id);
    const paid = own.reduce((sum, { creditedUnits }) => sum + creditedUnits, 0n);
    const status = paid === 0n ? 'created' : paid < expectedUnits ? 'partially_paid' : 'paid';
    return {
      id,
      requestId: `public ${id}`,
      status,
      network: 'sepolia',
      currencyId: 'coin',
      expectedUnits,
      paidUnits: paid,
      paidLateUnits: own.reduce(
        (sum, { blockTime, creditedUnits }) => sum + (blockTime > DEADLINE ? creditedUnits : 0n),
        0n,
      ),
      feeAddress: '0xfee',
      isFee: false,
      deadlines: [DEADLINE],
    };
  });
  const isFull = requests.every(({ status }) => status === 'paid');
  return {
    from: 1n,
    to: 50n,
    finalUpTo: 50n,
    longFinalUpTo: 49n,
    now: DEADLINE,
    seen,
    stored: {
      requests,
      links: [
        {
          token: 'link',
          status: isFull ? 'completed' : 'pending',
          requestIds: requests.map(({ id }) => id),
        },
      ],
      bundles: [bundleOf(requests, { status: isFull ? 'completed' : 'pending', paid: seen })],
      transfers,
      payments: transfers.map((transfer) => ({
        ...transfer,
        id: `payment of ${transfer.id}`,
        transferId: transfer.id,
        currencyId: 'coin',
        receivedAt: transfer.blockTime,
        amountUnits: transfer.creditedUnits,
        feeUnits: transfer.feeAddress === '0xfee' ? transfer.feeUnits : 0n,
        late: transfer.blockTime > DEADLINE,
        undone: false,
      })),
      paymentEvents: transfers.flatMap(({ requestId, transactionHash, confirmed, finalized }) => {
        const reported = { requestId: `public ${requestId}`, transactionHash, confirmed, times: 1 };
        return [
          { ...reported, type: 'payment.confirmed', finalized: null },
          { ...reported, type: 'payment.finalized', finalized },
        ];
      }),
    },
  };
}

const anyRange = fc
  .tuple(anyMovements, units)
  .map(([seen, expected]) => cleanRange(seen, expected));
const anyPaidRange = anyRange.filter(({ seen }) => seen.length > 0);

const spoil = (
  range: ComparedRange,
  change: (stored: StoredPayments) => Partial<StoredPayments>,
): ComparedRange => ({
  ...range,
  stored: { ...range.stored, ...change(range.stored) },
});

const kindsOf = (range: ComparedRange) => new Set(compareStored(range).map(({ kind }) => kind));

/** Each changes one field of the first transfer to something else. */
const SPOILED: readonly (readonly [
  string,
  (transfer: StoredTransfer) => Partial<StoredTransfer>,
])[] = [
  ['wrong_amount', ({ creditedUnits }) => ({ creditedUnits: creditedUnits + 1n })],
  ['wrong_amount', ({ tokenUnits }) => ({ tokenUnits: tokenUnits + 1n })],
  ['wrong_fee', ({ feeUnits }) => ({ feeUnits: feeUnits + 1n })],
  ['wrong_fee', ({ feeAddress }) => ({ feeAddress: `${feeAddress} of another` })],
  ['wrong_payer', ({ payerAddress }) => ({ payerAddress: `${payerAddress}00` })],
  ['wrong_transaction', ({ transactionHash }) => ({ transactionHash: `${transactionHash}00` })],
  ['wrong_time', ({ blockTime }) => ({ blockTime: new Date(blockTime.getTime() + 1) })],
  ['transfer_in_another_block', ({ blockHash }) => ({ blockHash: `${blockHash}00` })],
  ['transfer_in_another_block', ({ logIndex }) => ({ logIndex: logIndex + 1_000 })],
  ['transfer_taken_back', () => ({ status: 'undone' })],
  ['transfer_not_settled', () => ({ status: 'seen' })],
  ['wrong_network', ({ network }) => ({ network: `${network} of another` })],
  ['wrong_mark', () => ({ status: 'confirmed' })],
  ['wrong_mark', () => ({ confirmed: null })],
  ['wrong_mark', ({ confirmed, finalized }) => ({ confirmed: finalized, finalized: confirmed })],
  ['event_too_many', () => ({ finalized: null })],
];

describe('ledger that follow from the chain', () => {
  it('have no differences, in any order of either side', () => {
    fc.assert(
      fc.property(anyRange, (range) => {
        expect(compareStored(range)).toEqual([]);
        const seen = range.seen.toReversed();
        const stored = { ...range.stored, transfers: range.stored.transfers.toReversed() };
        expect(compareStored({ ...range, seen, stored })).toEqual([]);
      }),
    );
  });
});

describe('any one field that is changed is found:', () => {
  it.each(SPOILED)('%s', (kind, change) => {
    fc.assert(
      fc.property(anyPaidRange, (range) => {
        const spoiled = spoil(range, ({ transfers: [first, ...others] }) => ({
          transfers: first === undefined ? [] : [{ ...first, ...change(first) }, ...others],
        }));
        expect(kindsOf(spoiled)).toContain(kind);
      }),
    );
  });

  it('and any row that is left out or added', () => {
    fc.assert(
      fc.property(anyPaidRange, (range) => {
        const without = (part: 'transfers' | 'payments' | 'paymentEvents') =>
          kindsOf(spoil(range, (stored) => ({ [part]: stored[part].slice(1) })));
        expect(without('transfers')).toContain('transfer_missing');
        expect(without('payments')).toContain('transfer_without_payment');
        expect(without('paymentEvents')).toContain('event_missing');
        expect(kindsOf({ ...range, seen: range.seen.slice(1) })).toContain('transfer_not_on_chain');
        const reported = spoil(range, ({ paymentEvents }) => ({
          paymentEvents: [...paymentEvents, ...paymentEvents],
        }));
        expect(kindsOf(reported)).toContain('event_too_many');
      }),
    );
  });
});

describe('what an earlier release confirmed and made final', () => {
  it('has no milestones, and events without them or none at all', () => {
    fc.assert(
      fc.property(anyRange, (range) => {
        const old = spoil(range, ({ transfers, paymentEvents }) => ({
          transfers: transfers.map((one) => ({ ...one, confirmed: null, finalized: null })),
          paymentEvents: paymentEvents
            .filter(({ type }) => type !== 'payment.finalized')
            .map((one) => ({ ...one, confirmed: null })),
        }));
        expect(compareStored(old)).toEqual([]);
      }),
    );
  });
});

describe('a fee that is a request of its own', () => {
  it('has no event, and an event of it is a difference', () => {
    fc.assert(
      fc.property(anyPaidRange, (range) => {
        const fees = spoil(range, ({ requests }) => ({
          requests: requests.map((request) => ({ ...request, isFee: true })),
        }));
        expect(kindsOf(fees)).toContain('event_too_many');
        expect(compareStored(spoil(fees, () => ({ paymentEvents: [] })))).toEqual([]);
      }),
    );
  });
});
