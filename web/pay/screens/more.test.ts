import { h } from 'preact';
import { render } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { readLink } from '../link.ts';
import { BATCH_VIEW, CONVERSION_VIEW } from '../sample-forms.ts';
import { pageFrame } from '../sample-frame.ts';
import { MASKED, VIEW } from '../sample-states.ts';
import { More } from './more.tsx';

it.each([false, true])('says that a rate is refreshed only where it is: too old %s', (stale) => {
  const conversion = { ...CONVERSION_VIEW.conversion, isStale: stale };
  const link = readLink({ ...CONVERSION_VIEW, conversion });
  if (typeof link === 'string') throw new Error(link);
  const html = render(h(More, { link, frame: { ...pageFrame([]), local: true } }));
  expect(html).toContain('Rate set');
  expect(html.includes('refreshed while you look')).toBe(!stale);
  expect(html.includes('too old to pay with')).toBe(stale);
});

it.each([
  ['a token', { ...VIEW, paidAmount: '5000000' }, ['17.50 USDC', '5.00 USDC', '12.50 USDC']],
  [
    'an invoice in another currency',
    {
      ...CONVERSION_VIEW,
      paidAmount: '250000000',
      conversion: { ...CONVERSION_VIEW.conversion, invoiceAmount: '7.5' },
    },
    ['10.00 EUR', '2.50 EUR', '7.50 EUR'],
  ],
])('says the whole, what was paid and the rest of %s', (_what, view, amounts) => {
  const link = readLink(view);
  if (typeof link === 'string') throw new Error(link);
  const html = render(h(More, { link, frame: pageFrame([]) }));
  const rows = [...html.matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)/g)].map(([, ...row]) => row);
  expect(rows.slice(0, 3)).toEqual([
    ['Whole amount', amounts[0]],
    ['Already paid', amounts[1]],
    ['Remaining amount', amounts[2]],
  ]);
});

function topOf(view: object): string {
  const link = readLink(view);
  if (typeof link === 'string') throw new Error(link);
  return render(h(More, { link, frame: pageFrame([]) }));
}

it('names a payee that has a name, and says that nobody has checked who it is', () => {
  const html = topOf({ ...VIEW, payeeEnsName: 'b\u202ecorner.shop.eth' });
  expect(html).toContain('<dt>ENS name</dt><dd><bdi class="foreign">b\ufffdcorner.shop.eth</bdi>');
  expect(html).toContain('Nobody has checked who that is.');
  expect(topOf(VIEW)).not.toContain('ENS');
});

it('names nobody whose address is hidden', () => {
  expect(topOf({ ...MASKED, payeeEnsName: 'shop.eth' })).not.toContain('ENS');
});

it('names the payees of a batch beneath their whole addresses', () => {
  const html = topOf({ ...BATCH_VIEW, payeeEnsNames: [null, 'shop.eth'] });
  const [, address = ''] = BATCH_VIEW.payees;
  const named = `<span class="address">${address}</span><span class="fine">ENS name <bdi`;
  expect(html).toContain(named);
  expect(html.match(/shop\.eth/g)).toHaveLength(1);
  expect(html.match(/Nobody has checked/g)).toHaveLength(1);
  expect(topOf(BATCH_VIEW)).not.toContain('ENS');
});

it('names the payees of a bundle in the same way', () => {
  const child = {
    payee: VIEW.payee,
    amount: '3',
    context: { network: 'base', currency: 'USDC-base' },
  };
  const children = [{ ...child, payeeEnsName: 'shop.eth' }, child];
  const html = topOf({ paymentType: 'multicall', children });
  expect(html).toContain(`<span class="address">${VIEW.payee}</span><span class="fine">ENS name`);
  expect(html.match(/shop\.eth/g)).toHaveLength(1);
});
