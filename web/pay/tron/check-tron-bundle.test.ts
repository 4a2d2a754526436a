import { describe, expect, it } from 'vitest';
import {
  TRON,
  TRON_FEE_PLAN,
  TRON_FEE_REFERENCE,
  type TronItem,
  tronApproval,
  tronBatch,
  tronCalldata,
} from '../../../tests/support/tron-calldata.ts';
import '../../wallet/tron/tron-network.ts';
import { readLink } from '../link.ts';
import { openCheck } from './check-tron.ts';

const REFERENCES = ['0x0000000000000001', '0x0000000000000002', '0x0000000000000003'] as const;
const SECOND_PAYEE = TRON.feeReceiver;
const PAYEES = [TRON.payee, SECOND_PAYEE, TRON.payee];

const child = (position: number, changes: object = {}) => ({
  securePaymentToken: `01K${position}`,
  requestId: `01${position}`,
  position,
  executable: true,
  blockReason: null,
  feePlan: null,
  amount: '5',
  payee: PAYEES[position],
  reference: null,
  context: { network: 'tron', currency: 'USDT-tron', position, hasBeenPaid: false },
  ...changes,
});

/** A bundle of three over 5 USDT each, with changes of its children. */
const view = (changes: readonly object[] = []) => ({
  paymentType: 'multicall',
  status: 'pending',
  token: '01K',
  canExecute: true,
  redirectUrl: null,
  redirectLabel: null,
  branding: null,
  requestIds: ['010', '011', '012'],
  children: [0, 1, 2].map((position) => child(position, changes[position])),
});

const item = (position: number, changes: Partial<TronItem> = {}): TronItem => ({
  payee: PAYEES[position] ?? '',
  amount: 5_000_000n,
  reference: REFERENCES[position] ?? '0x',
  ...changes,
});
const approval = (units = 15_000_000n) => tronApproval({ spender: TRON.batch, units });

type Call = ReturnType<typeof tronBatch>;
type Paying = readonly (readonly [Call, readonly number[]])[];

interface Around {
  readonly approve?: Call;
  readonly fees?: readonly object[];
}

/** Calldata with an approval and then these calls, each with the children that it is said to pay. */
function calldata(paying: Paying, { approve = approval(), fees = [] }: Around = {}) {
  const batchPayments = paying.map(([, childPositions], at) => ({
    transactionIndex: at + 1,
    childPositions,
  }));
  const transactions = [
    { ...approve, childPositions: [] },
    ...paying.map(([call, childPositions]) => ({ ...call, childPositions })),
  ];
  const body = tronCalldata(
    transactions,
    { batchPayments, paymentTransactionIndex: 1 },
    {
      paymentType: 'multicall',
      executionKind: 'tron_batch',
      children: [0, 1, 2].map((position) => ({ position, paymentReference: REFERENCES[position] })),
      feeBundle: { fees },
    },
  );
  return { ...body, transactions };
}

const ALL: Paying = [
  [tronBatch([item(0), item(1)]), [0, 1]],
  [tronBatch([item(2)]), [2]],
];

async function check(body: Record<string, unknown>, shown: object = view()) {
  const link = readLink(shown);
  if (typeof link === 'string') throw new Error(link);
  const answer = { status: 200, body };
  const opened = await openCheck(TRON.payer, { link, answer });
  return opened(link, body, { atomic: true });
}

describe('a bundle on Tron', () => {
  it('is what the page shows, transaction by transaction', async () => {
    const body = calldata(ALL);
    const plan = await check(body);
    expect(plan).toMatchObject({
      totals: [{ asset: { address: TRON.usdt }, units: 15_000_000n }],
      fees: [],
      steps: [
        { kind: 'approve', spender: TRON.batch, units: 15_000_000n, call: { to: TRON.usdt } },
        { kind: 'pay', positions: [0, 1], totals: [{ units: 10_000_000n }] },
        { kind: 'pay', positions: [2], totals: [{ units: 5_000_000n }], call: { to: TRON.batch } },
      ],
    });
    const steps = typeof plan === 'object' ? plan.steps : [];
    const ids = steps.map(({ call }) => call.transaction?.txID);
    expect(ids).toEqual(body.transactions.map(({ txID }) => txID));
  });

  it('names planned fees with their receivers in Base58', async () => {
    const shown = view([{ feePlan: { netRecipientAmountUsd: '4.75', ...TRON_FEE_PLAN } }]);
    const fee = {
      feeType: 'orchestrator_fee',
      feeBearer: 'payee',
      amount: '0.25',
      recipient: TRON.feeReceiver,
      paymentReference: TRON_FEE_REFERENCE,
    };
    const leg = {
      payee: TRON.feeReceiver,
      amount: 250_000n,
      reference: TRON_FEE_REFERENCE,
    } as const;
    const items = [item(0, { amount: 4_750_000n }), leg, item(1), item(2)];
    const body = calldata([[tronBatch(items), [0, 1, 2]]], { fees: [fee] });
    expect(await check(body, shown)).toMatchObject({
      fees: [{ address: TRON.feeReceiver, units: 250_000n, bearer: 'payee' }],
      totals: [{ units: 15_000_000n }],
    });
    const elsewhere = { ...leg, payee: TRON.thief };
    const moved = [item(0, { amount: 4_750_000n }), elsewhere, item(1), item(2)];
    expect(await check(calldata([[tronBatch(moved), [0, 1, 2]]], { fees: [fee] }), shown)).toBe(
      'fee',
    );
  });

  const only = (items: readonly TronItem[], ...rest: unknown[]): Paying => [
    [Reflect.apply(tronBatch, undefined, [items, ...rest]), [0, 1, 2]],
  ];
  const rest = [item(1), item(2)];
  const tampered: [string, Paying, string][] = [
    ['another payee', only([item(0, { payee: TRON.thief }), ...rest]), 'payee'],
    ['a unit more', only([item(0, { amount: 5_000_001n }), ...rest]), 'amount'],
    [
      'another reference',
      only([item(0, { reference: '0x00000000000000ff' }), ...rest]),
      'reference',
    ],
    ['a child in another’s place', only([item(1), item(0), item(2)]), 'payee'],
    ['a child twice', only([item(0), item(0), ...rest]), 'payee'],
    ['a child left out', only([item(0), item(1)]), 'payments'],
    ['a payment beside', only([item(0), ...rest, item(0, { payee: TRON.thief })]), 'payments'],
    ['a fee that is larger than its payment', only([item(0, { fee: 5_000_001n }), ...rest]), 'fee'],
    ['another token', only([item(0), ...rest], { token: TRON.usdc }), 'token'],
    ['another contract', only([item(0), ...rest], {}, { contract: TRON.proxy }), 'contract'],
    ['another fee limit', only([item(0), ...rest], {}, { feeLimitSun: 300_000_001 }), 'feeLimit'],
    ['another signer', only([item(0), ...rest], {}, { owner: TRON.thief }), 'signer'],
    ['a long life', only([item(0), ...rest], {}, { validMs: 11 * 60_000 }), 'expiry'],
    ['a part that is not said to be paid', [[tronBatch([item(0), ...rest]), [0, 1]]], 'payments'],
  ];
  it.each(tampered)('is refused with %s', async (_, paying, mismatch) => {
    expect(await check(calldata(paying))).toBe(mismatch);
  });

  it('is refused with an approval of less or more, of another spender, and with another fee limit', async () => {
    for (const approve of [
      approval(14_999_999n),
      approval(15_000_001n),
      tronApproval({ spender: TRON.thief, units: 15_000_000n }),
      tronApproval({ spender: TRON.batch, units: 15_000_000n }, { feeLimitSun: 300_000_000 }),
    ]) {
      expect(await check(calldata(ALL, { approve }))).toBeTypeOf('string');
    }
  });
});
