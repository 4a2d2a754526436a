import { describe, expect, it } from 'vitest';
import { TestEventType, testPayload } from './test-payload.ts';
import { EVENT_RULES } from './vocabulary.ts';
import { WEBHOOK_EVENTS } from './webhook-events.ts';

const schemaOf = (event: string) => {
  const described = WEBHOOK_EVENTS.find(({ name }) => name === event);
  if (described === undefined) throw new Error(`${event} is not described`);
  return described.schema;
};

const issuesOf = (event: string, payload: unknown) =>
  schemaOf(event).safeParse(payload).error?.issues;

describe('the vocabulary', () => {
  it('lists every event that receivers may be sent, and each name once', () => {
    const names = WEBHOOK_EVENTS.map((event) => event.name);
    expect(new Set(names).size).toBe(names.length);
    for (const [type, rule] of Object.entries(EVENT_RULES)) {
      expect(names.includes(type)).toBe(rule.reach !== 'feed');
      expect(names.includes(`${type}.client_id`)).toBe(rule.variants);
      expect(names.includes(`${type}.checkout`)).toBe(rule.variants);
    }
  });

  it('has the names of the specification, and two that are ours', () => {
    expect(WEBHOOK_EVENTS.map(({ name }) => name).sort()).toEqual([
      'client_id.linked',
      'compliance.updated',
      'kyt.screening.completed',
      'payment.confirmed',
      'payment.confirmed.checkout',
      'payment.confirmed.client_id',
      'payment.failed',
      'payment.fees_outstanding',
      'payment.partial',
      'payment.partial.checkout',
      'payment.partial.client_id',
      'payment.processing',
      'payment.refunded',
      'payment.reverted',
      'payment_detail.updated',
      'request.recurring',
      'secure_payment.access_rejected',
      'secure_payment.user_event',
    ]);
  });

  it.each(WEBHOOK_EVENTS)('shows a $name that matches its schema', (event) => {
    expect(issuesOf(event.name, event.sample)).toBeUndefined();
    expect(event.sample['event']).toBe(event.name);
  });
});

const REQUEST = {
  requestId: '01abab',
  requestID: '01abab',
  paymentReference: '0x0011223344556677',
};
const AT = '2026-01-02T03:04:05.000Z';
const PAYER = '0x2222222222222222222222222222222222222222';

/** The smallest documented bodies of the public API. */
const SMALLEST: readonly Readonly<Record<string, unknown>>[] = [
  {
    event: 'payment.failed',
    ...REQUEST,
    subStatus: 'insufficient_funds',
    paymentProcessor: 'service-network',
    failureReason: 'balance too low',
    timestamp: AT,
  },
  {
    event: 'payment.refunded',
    ...REQUEST,
    refundedTo: PAYER,
    refundAmount: '12.5',
    currency: 'USDC',
    timestamp: AT,
    paymentProcessor: 'service-network',
  },
  {
    event: 'payment.processing',
    ...REQUEST,
    offrampId: 'off_1',
    timestamp: AT,
    subStatus: 'sending_fiat',
    paymentProcessor: 'service-tech',
    rawPayload: { status: 'sending_fiat', providerId: 'prov_1' },
  },
  {
    event: 'request.recurring',
    requestId: '01cdcd',
    paymentReference: '0x8899aabbccddeeff',
    originalRequestId: '01abab',
    originalRequestPaymentReference: '0x0011223344556677',
    timestamp: AT,
    paymentProcessor: 'service-network',
  },
  {
    event: 'payment_detail.updated',
    paymentDetailsId: 'pd_1',
    clientUserId: 'u-1',
    status: 'approved',
    timestamp: AT,
  },
  {
    event: 'compliance.updated',
    clientUserId: 'u-1',
    kycStatus: 'approved',
    agreementStatus: 'completed',
    isCompliant: true,
    timestamp: AT,
  },
  {
    event: 'secure_payment.user_event',
    userEvent: 'wallet_connected',
    securePaymentToken: '01K0000000000000000000TEST',
    requestId: '01abab',
    requestIds: ['01abab'],
    occurredAt: '2026-01-02T03:04:04.500Z',
    timestamp: AT,
    properties: { wallet_provider: 'demo' },
  },
  {
    event: 'secure_payment.access_rejected',
    requestId: '01abab',
    attemptedPayerWalletAddress: PAYER,
    timestamp: AT,
  },
  {
    event: 'kyt.screening.completed',
    paymentToken: '01K0000000000000000000TEST',
    clientId: 'cli_demo000000',
    walletAddress: PAYER,
    eoaAddress: PAYER,
    smartAccountAddress: null,
    status: 'approved',
    provider: 'hypernative',
    policyId: null,
    timestamp: AT,
  },
];

describe('the schemas', () => {
  it.each(SMALLEST)('accept the smallest documented $event', (body) => {
    expect(issuesOf(String(body['event']), body)).toBeUndefined();
  });

  it.each(SMALLEST)('refuse a $event with an undeclared member', (body) => {
    expect(issuesOf(String(body['event']), { ...body, extra: 1 })).toMatchObject([
      { code: 'unrecognized_keys', keys: ['extra'] },
    ]);
  });
});

describe('a test payload', () => {
  it.each(TestEventType.options)('of %s matches its schema', (eventType) => {
    const payload = testPayload(eventType);
    expect(issuesOf(eventType, payload)).toBeUndefined();
    expect(payload['event']).toBe(eventType);
  });

  it.each(TestEventType.options)('of %s names nothing that could exist', (eventType) => {
    const payload = testPayload(eventType);
    const ids = ['requestId', 'requestID', 'securePaymentToken', 'paymentToken', 'clientId'];
    for (const id of ids.filter((name) => name in payload)) {
      expect(payload[id]).toMatch(/test/i);
    }
  });
});
