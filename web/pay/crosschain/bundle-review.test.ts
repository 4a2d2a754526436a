import { h } from 'preact';
import { render } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { BUNDLES } from '../gallery/bundle-samples.tsx';
import { pageFrame } from '../sample-frame.ts';
import { PAYEE } from '../sample-states.ts';
import { More } from '../screens/more.tsx';

const frame = pageFrame(['base']);
const [, review] = BUNDLES;

it('lists the payments of a bundle once: above where the page shows them, and their sum in the bill', () => {
  const { link } = review.state;
  if (link === undefined) throw new Error('the sample has no link');
  const above = render(h(More, { link, frame }));
  const bill = render(h('div', null, review.screen?.(frame)));
  expect(above.split(PAYEE)).toHaveLength(3);
  expect(above).toContain('60.00 USDC');
  expect(bill).not.toContain('payee-amount');
  expect(bill).toContain('<dt>2 payments</dt><dd>100.00 USDC</dd>');
});
