import { describe, expect, it } from 'vitest';
import { dueOf, headlineOf, type Link, readLink } from './link.ts';
import { BATCH_VIEW, CONVERSION_VIEW, NATIVE_VIEW } from './sample-forms.ts';
import { HASH, PAYEE } from './sample-states.ts';
import { settledLink, transactionsOf } from './settled.ts';

const OTHER_HASH = `0x${'0f'.repeat(32)}`;

function read(view: object): Link {
  const link = readLink(view);
  if (typeof link === 'string') throw new Error(link);
  return link;
}

const child = (amount: string, more: object = {}) => ({
  payee: PAYEE,
  amount,
  context: { network: 'sepolia', currency: 'USDC-sepolia' },
  ...more,
});
const bundle = read({
  paymentType: 'multicall',
  children: [
    child('5', { blockReason: 'already_paid' }),
    child('3', { paidAmount: '1' }),
    child('2.5'),
  ],
});
const paid = (txHash: string) => ({ hasBeenPaid: true, txHash });

describe('a bundle that was paid in several transactions', () => {
  it('shows all that was paid, by any transaction', () => {
    const ended = settledLink(bundle, [paid(HASH), paid(OTHER_HASH), paid(HASH)]);
    expect(dueOf(bundle)).toMatchObject([{ units: 4_500_000n }]);
    expect(dueOf(ended)).toMatchObject([{ units: 10_500_000n }]);
    expect(transactionsOf(ended)).toEqual([HASH, OTHER_HASH]);
  });

  it('reports each child whether it was paid', () => {
    const open = { hasBeenPaid: false, txHash: null };
    const ended = settledLink(bundle, [paid(HASH), open, paid(OTHER_HASH)]);
    expect(ended.payments.map(({ outcome }) => outcome?.paid)).toEqual([true, false, true]);
    expect(dueOf(ended)).toMatchObject([{ units: 7_500_000n }]);
    expect(transactionsOf(ended)).toEqual([HASH, OTHER_HASH]);
  });

  it('was paid in full where the API has no amounts', () => {
    expect(dueOf(settledLink(bundle, undefined))).toMatchObject([{ units: 10_500_000n }]);
    expect(transactionsOf(settledLink(bundle, 'nonsense'))).toEqual([]);
  });
});

describe('a payment that was made in parts', () => {
  it('shows what was paid in total', () => {
    const coins = settledLink(read({ ...NATIVE_VIEW, paidAmount: '5' }), [paid(HASH)]);
    expect(headlineOf(coins)).toMatchObject([{ units: 25n * 10n ** 16n + 5n }]);
  });

  it('of an invoice shows it in the invoice’s currency', () => {
    const view = { ...CONVERSION_VIEW, paidAmount: '500000000' };
    expect(headlineOf(settledLink(read(view), [paid(HASH)]))).toMatchObject([
      { units: 1_500_000_000n, asset: { symbol: 'EUR' } },
    ]);
  });
});

describe('a batch', () => {
  it('shows what was due where earlier payments are unknown', () => {
    const batch = read(BATCH_VIEW);
    expect(dueOf(settledLink(batch, undefined))).toEqual(dueOf(batch));
  });

  it('of which a part was paid before shows what was paid in total, after any number of updates', () => {
    const [, ...others] = BATCH_VIEW.amounts;
    const paidAmounts = BATCH_VIEW.amounts.map((amount, at) => (at === 0 ? amount : null));
    const rest = read({ ...BATCH_VIEW, amounts: ['0', ...others], paidAmounts });
    const whole = dueOf(read(BATCH_VIEW));
    expect(dueOf(rest)).not.toEqual(whole);
    expect(dueOf(settledLink(rest, undefined))).toEqual(whole);
    expect(dueOf(settledLink(settledLink(rest, undefined), undefined))).toEqual(whole);
  });
});
