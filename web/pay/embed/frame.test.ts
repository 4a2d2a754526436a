import { h } from 'preact';
import { render } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { VIEW } from '../sample-states.ts';
import { Frame } from './frame.tsx';
import { firstFrame } from './frame-state.ts';

const config = {
  ...({ mode: 'production', apiUrl: '', clientId: '', token: 'a link', shopOrigins: [] } as const),
  lang: 'de',
};

it.each([
  ['the receipt once it is paid', 409, '/receipt/?token=a%20link&amp;lang=de#expect=1'],
  ['the page that pays before', 503, '/?token=a%20link&amp;lang=de#expect=1'],
])('leads to %s', (_, status, href) => {
  const state = firstFrame({ status, body: { status: 'completed', requestStatuses: [] } });
  const html = render(h(Frame, { state, config, fragment: '#expect=1', onOpen: () => undefined }));
  expect(html).toContain(`href="${href}"`);
});

it('shows the ENS name of the payee beneath its whole address', () => {
  const state = firstFrame({ status: 200, body: { ...VIEW, payeeEnsName: 'shop.eth' } });
  const html = render(h(Frame, { state, config, fragment: '', onOpen: () => undefined }));
  expect(html.replace(/<[^>]*>/g, '')).toContain(`${VIEW.payee}ENS nameshop.eth`);
  expect(html).toContain('Nobody has checked who that is.');
});
