import { expect, it } from 'vitest';
import type { Answer } from '../engine/request.ts';
import type { PageConfig } from './config.ts';
import { moneyMessages } from './messages/en/money.ts';
import { completed, HASH, HIDDEN, PAYEE, VIEW } from './sample-states.ts';
import { renderPage } from './server.tsx';

const CONFIG: PageConfig = {
  ...{ mode: 'production', apiUrl: 'https://api.example', clientId: 'cli', token: 'a' },
  networks: {},
};
const ASSETS = {
  ...{ script: '/main.js', style: '/main.css', icon: '/icon.svg' },
  moneyNotice: 'watch()',
};
const INTENT = { intentId: 'one', status: 'source_seen', network: 'arbitrum-one', txHash: HASH };

/** What the document has to say of money where a part of the page does not load. */
function namesOf(first: Answer): string[] {
  const { html } = renderPage({ config: CONFIG, first, assets: ASSETS, nowMs: 0 });
  const [script = ''] = html.match(/<script data-token[^>]*>watch/) ?? [];
  return [...script.matchAll(/data-(\w+)=/g)].map(([, name = '']) => name).slice(1);
}

const shown = (changes: object = {}): Answer => ({ status: 200, body: { ...VIEW, ...changes } });
const bundle = (...paidAmounts: string[]): Answer =>
  shown({
    paymentType: 'multicall',
    children: paidAmounts.map((paidAmount, position) => ({
      ...{ position, payee: PAYEE, amount: '12.5', paidAmount },
      context: { currency: 'USDC-sepolia', network: 'sepolia' },
    })),
  });

it('says that nothing was charged, or paid, of links alone of which the server knows no payment', () => {
  for (const first of [shown(), bundle('0', '0')])
    expect(namesOf(first)).toEqual(['sent', 'open', 'part', 'fees', 'none']);
  const statuses = [{ hasBeenPaid: false, txHash: HASH }];
  for (const first of [
    shown({ paidAmount: '1' }),
    shown({ requestStatuses: statuses }),
    bundle('0', '12.5'),
    { status: 200, body: HIDDEN },
    completed,
    { status: 503, body: null },
  ]) {
    expect(namesOf(first)).toEqual(['sent', 'open', 'part']);
  }
});

it('says no more than what this browser sent where a payment from another network is known', () => {
  expect(namesOf(shown({ paymentIntents: [INTENT] }))).toEqual(['sent', 'open']);
});

it('promises nothing of what was sent: it may have come back, or be one of several', () => {
  expect(moneyMessages.sent).toMatch(/^A payment was sent from this browser\./);
  expect(moneyMessages.sent).not.toMatch(/close this page|goes on|nothing/i);
});
