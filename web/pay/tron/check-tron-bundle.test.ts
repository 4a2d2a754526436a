import { describe, expect, it } from 'vitest';
import {
  type BundlePaying,
  bundleApproval,
  bundleCalldata,
  bundleItem,
  bundleView,
} from '../../../tests/support/tron-bundle.ts';
import {
  TRON,
  TRON_FEE_PLAN,
  TRON_FEE_REFERENCE,
  type TronItem,
  tronApproval,
  tronBatch,
} from '../../../tests/support/tron-calldata.ts';
import '../../wallet/tron/tron-network.ts';
import { readLink } from '../link.ts';
import { openCheck } from './check-tron.ts';

const ALL: BundlePaying = [
  [tronBatch([bundleItem(0), bundleItem(1)]), [0, 1]],
  [tronBatch([bundleItem(2)]), [2]],
];

async function check(body: Record<string, unknown>, shown: object = bundleView()) {
  const link = readLink(shown);
  if (typeof link === 'string') throw new Error(link);
  const answer = { status: 200, body };
  const opened = await openCheck(TRON.payer, { link, answer });
  return opened(link, body, { atomic: true });
}

describe('a bundle on Tron', () => {
  it('is what the page shows, transaction by transaction', async () => {
    const body = bundleCalldata(ALL);
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
    const shown = bundleView([{ feePlan: { netRecipientAmountUsd: '4.75', ...TRON_FEE_PLAN } }]);
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
    const items = [bundleItem(0, { amount: 4_750_000n }), leg, bundleItem(1), bundleItem(2)];
    const body = bundleCalldata([[tronBatch(items), [0, 1, 2]]], { fees: [fee] });
    expect(await check(body, shown)).toMatchObject({
      fees: [{ address: TRON.feeReceiver, units: 250_000n, bearer: 'payee' }],
      totals: [{ units: 15_000_000n }],
    });
    const elsewhere = { ...leg, payee: TRON.thief };
    const moved = [bundleItem(0, { amount: 4_750_000n }), elsewhere, bundleItem(1), bundleItem(2)];
    expect(
      await check(bundleCalldata([[tronBatch(moved), [0, 1, 2]]], { fees: [fee] }), shown),
    ).toBe('fee');
  });

  it('is refused with a fee inside an item, or with who would receive one', async () => {
    const items = [bundleItem(0, { fee: 100_000n }), bundleItem(1), bundleItem(2)];
    const inside = tronBatch(items, { feeAddress: TRON.platform });
    const approve = bundleApproval(15_100_000n);
    expect(await check(bundleCalldata([[inside, [0, 1, 2]]], { approve }))).toBe('fee');
    const all = [bundleItem(0), bundleItem(1), bundleItem(2)];
    const named = tronBatch(all, { feeAddress: TRON.platform });
    expect(await check(bundleCalldata([[named, [0, 1, 2]]]))).toBe('fee');
  });

  const only = (items: readonly TronItem[], ...rest: unknown[]): BundlePaying => [
    [Reflect.apply(tronBatch, undefined, [items, ...rest]), [0, 1, 2]],
  ];
  const rest = [bundleItem(1), bundleItem(2)];
  const tampered: [string, BundlePaying, string][] = [
    ['another payee', only([bundleItem(0, { payee: TRON.thief }), ...rest]), 'payee'],
    ['a unit more', only([bundleItem(0, { amount: 5_000_001n }), ...rest]), 'amount'],
    [
      'another reference',
      only([bundleItem(0, { reference: '0x00000000000000ff' }), ...rest]),
      'reference',
    ],
    ['a child in another’s place', only([bundleItem(1), bundleItem(0), bundleItem(2)]), 'payee'],
    ['a child twice', only([bundleItem(0), bundleItem(0), ...rest]), 'payee'],
    ['a child left out', only([bundleItem(0), bundleItem(1)]), 'payments'],
    [
      'a payment beside',
      only([bundleItem(0), ...rest, bundleItem(0, { payee: TRON.thief })]),
      'payments',
    ],
    [
      'a fee that is larger than its payment',
      only([bundleItem(0, { fee: 5_000_001n }), ...rest]),
      'fee',
    ],
    ['another token', only([bundleItem(0), ...rest], { token: TRON.usdc }), 'token'],
    ['another contract', only([bundleItem(0), ...rest], {}, { contract: TRON.proxy }), 'contract'],
    [
      'another fee limit',
      only([bundleItem(0), ...rest], {}, { feeLimitSun: 300_000_001 }),
      'feeLimit',
    ],
    ['another signer', only([bundleItem(0), ...rest], {}, { owner: TRON.thief }), 'signer'],
    ['a long life', only([bundleItem(0), ...rest], {}, { validMs: 11 * 60_000 }), 'expiry'],
    [
      'a part that is not said to be paid',
      [[tronBatch([bundleItem(0), ...rest]), [0, 1]]],
      'payments',
    ],
  ];
  it.each(tampered)('is refused with %s', async (_, paying, mismatch) => {
    expect(await check(bundleCalldata(paying))).toBe(mismatch);
  });

  it('is refused with an approval of less or more, of another spender, and with another fee limit', async () => {
    for (const approve of [
      bundleApproval(14_999_999n),
      bundleApproval(15_000_001n),
      tronApproval({ spender: TRON.thief, units: 15_000_000n }),
      tronApproval({ spender: TRON.batch, units: 15_000_000n }, { feeLimitSun: 300_000_000 }),
    ]) {
      expect(await check(bundleCalldata(ALL, { approve }))).toBeTypeOf('string');
    }
  });
});
