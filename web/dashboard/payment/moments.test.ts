import { describe, expect, it } from 'vitest';
import { momentsOf } from './moments.ts';

const nothing = { payments: [], pendingPayments: [] };
const at = (second: number) => `2026-01-02T03:04:0${second}.000Z`;
const link = { createdAt: at(1), expiresAt: at(9), status: 'pending' } as const;

describe('what happened to a payment', () => {
  it('is shown oldest first, with each attempt at a webhook', () => {
    const attempt = { durationMs: 12, failure: null };
    const moments = momentsOf(nothing, link, [
      {
        id: 'B',
        type: 'payment.confirmed',
        createdAt: at(3),
        payload: {},
        deliveries: [
          {
            id: 'D',
            webhookId: 'W',
            url: 'https://shop.example/hook',
            eventType: 'payment.confirmed',
            status: 'delivered',
            replayOf: null,
            createdAt: at(3),
            attempts: [
              { ...attempt, retryCount: 0, startedAt: at(4), responseStatus: 500 },
              { ...attempt, retryCount: 1, startedAt: at(5), responseStatus: 204 },
            ],
          },
        ],
      },
      {
        id: 'A',
        type: 'secure_payment.user_event',
        createdAt: at(2),
        payload: { userEvent: 'wallet_connected' },
        deliveries: [],
      },
    ]);
    expect(moments.map(({ key, kind }) => [key, kind])).toEqual([
      ['created', 'good'],
      ['A', 'plain'],
      ['D 0', 'stop'],
      ['D 1', 'plain'],
      ['expires', 'plain'],
    ]);
    expect(moments[1]?.what).toBe('The payer connected a wallet');
  });

  it('names an event that it has no words for', () => {
    const event = { id: 'X', type: 'some.thing', createdAt: at(2), payload: {}, deliveries: [] };
    expect(momentsOf(nothing, undefined, [event]).map(({ what }) => what)).toEqual(['some.thing']);
  });
});
