import { describe, expect, it } from 'vitest';
import { hasFailed, isLate, isOpen, readIntents } from './payment-intents.ts';

const HASH = `0x${'ab'.repeat(32)}`;
const shown = (changes: object = {}) => ({
  intentId: '01KC9V7D2M3N4P5Q6R7S8T9V0W',
  status: 'source_seen',
  network: 'arbitrum-one',
  txHash: HASH,
  recordedAt: '2026-11-23T03:00:00.000Z',
  statusSince: '2026-11-23T03:00:10.000Z',
  deadlineAt: null,
  fillTxHash: null,
  refundTxHash: null,
  ...changes,
});

describe('payments from other networks, as the API lists them', () => {
  it('are read with what is known of each', () => {
    const deadlineAt = '2026-11-23T04:00:00.000Z';
    expect(readIntents({ paymentIntents: [shown({ deadlineAt, fillTxHash: HASH })] })).toEqual([
      {
        id: '01KC9V7D2M3N4P5Q6R7S8T9V0W',
        status: 'source_seen',
        networkId: 'arbitrum-one',
        hash: HASH,
        recordedAt: Date.parse('2026-11-23T03:00:00.000Z'),
        deadlineAt: Date.parse(deadlineAt),
        fillHash: HASH,
        refundHash: undefined,
      },
    ]);
  });

  it('are left out where their status is none that the page knows, and hashes that are none', () => {
    const bodies = [shown({ status: 'paid' }), shown({ txHash: 'javascript:1' }), null, 'text'];
    expect(readIntents({ paymentIntents: bodies }).map(({ hash }) => hash)).toEqual([undefined]);
    expect(readIntents({ paymentIntents: 'none' })).toEqual([]);
  });

  it('may still arrive, or have ended without a payment, or count', () => {
    const statuses = [
      'recorded',
      'source_seen',
      'source_confirmed',
      'filled',
      'settled',
      'source_failed',
      'unfilled',
      'unpaid',
      'refunded',
    ];
    const intents = readIntents({ paymentIntents: statuses.map((status) => shown({ status })) });
    expect(intents.filter(isOpen).map(({ status }) => status)).toEqual(statuses.slice(0, 4));
    expect(intents.filter(hasFailed).map(({ status }) => status)).toEqual(statuses.slice(5));
  });

  it('are late from three times of what is usual on', () => {
    expect([180_000, 180_001].map((now) => isLate(0, now))).toEqual([false, true]);
    expect(isLate(0, 31_000, 10_000)).toBe(true);
  });
});
