import { afterEach, expect, it, vi } from 'vitest';
import type { Answer } from '../engine/request.ts';
import type { PageConfig } from './config.ts';
import { HASH, VIEW } from './sample-states.ts';
import { renderPage } from './server.tsx';

const AT = '2026-11-23T12:00:00.000Z';
const MONTH_MS = 31 * 86_400_000;
const held = {
  ...{ hasBeenPaid: false, txHash: null, safeTxHash: HASH, chainId: 8_453 },
  ...{ safePaymentDeadline: Date.parse(AT) / 1_000 + 3_600 },
};
const CONVERSION = {
  ...{ invoiceCurrency: 'EUR', invoiceAmount: '10', maxAmount: '12700000' },
  ...{ conversionRate: '0.9', rateTimestamp: AT },
};

const ANSWERS: readonly (readonly [string, Answer])[] = [
  ['a link', { status: 200, body: VIEW }],
  [
    'a link with its deadline',
    { status: 200, body: { ...VIEW, expiresAt: '2026-11-24T12:00:00.000Z' } },
  ],
  ['an invoice in another currency', { status: 200, body: { ...VIEW, conversion: CONVERSION } }],
  ['an expired link', { status: 403, body: { status: 'expired', expiresAt: AT } }],
  ['a link that waits for owners', { status: 423, body: { requestStatuses: [held] } }],
  ['a paid link', { status: 409, body: { status: 'completed', requestStatuses: [] } }],
];

afterEach(() => void vi.useRealTimers());

it.each(ANSWERS)('what the server renders says nothing by its own time: %s', (_, first) => {
  const config: PageConfig = {
    mode: 'sandbox',
    apiUrl: 'https://api.example',
    clientId: 'cli',
    token: 'a',
    networks: {},
  };
  const assets = { script: '/main.js', style: '/main.css', icon: '/icon.svg' };
  const renderAt = (ms: number) => {
    vi.useFakeTimers({ now: ms, toFake: ['Date'] });
    return renderPage({ config, first, assets, nowMs: Date.parse(AT) }).html;
  };
  const now = Date.parse(AT) + 60_000;
  expect(renderAt(now)).toBe(renderAt(now + MONTH_MS));
});
