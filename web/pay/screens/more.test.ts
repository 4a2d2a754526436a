import { h } from 'preact';
import { render } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { readLink } from '../link.ts';
import { CONVERSION_VIEW } from '../sample-forms.ts';
import { pageFrame } from '../sample-frame.ts';
import { VIEW } from '../sample-states.ts';
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
