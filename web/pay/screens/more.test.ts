import { h } from 'preact';
import { render } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { readLink } from '../link.ts';
import { CONVERSION_VIEW } from '../sample-forms.ts';
import { pageFrame } from '../sample-frame.ts';
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
