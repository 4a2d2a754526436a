import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import vectors from '../../../../sdk/vectors.json' with { type: 'json' };
import { attemptHeaders } from './headers.ts';

/** Made by another program than ours, in another language; see `sdk/make-vectors.py`. */
const known = z
  .object({
    secret: z.string(),
    oldSecret: z.string(),
    deliveryId: z.string(),
    timestamp: z.number(),
    vectors: z.array(
      z.object({
        name: z.string(),
        body: z.string(),
        signature: z.string(),
        standardSignature: z.string(),
        standardSignatures: z.string(),
      }),
    ),
  })
  .parse(vectors);

const input = {
  deliveryId: known.deliveryId,
  retryCount: 2,
  at: new Date(known.timestamp * 1000 + 999),
  body: '{}',
  secret: known.secret,
  oldSecrets: [],
  isTest: false,
  replayOf: null,
} as const;
const rules = { secondFamily: undefined, standard: true } as const;

describe('the headers of an attempt', () => {
  it.each(known.vectors)('sign $name as others compute it', ({ body, ...signed }) => {
    expect(attemptHeaders({ ...input, body }, rules)).toEqual({
      'content-type': 'application/json',
      'user-agent': 'Florin-Webhooks/1',
      'x-service-signature': signed.signature,
      'x-service-delivery': known.deliveryId,
      'x-service-retry-count': '2',
      'webhook-id': known.deliveryId,
      'webhook-timestamp': `${known.timestamp}`,
      'webhook-signature': signed.standardSignature,
    });
  });

  it.each(known.vectors)(
    'sign $name with both secrets during a rotation',
    ({ body, ...signed }) => {
      const oldSecrets = [known.oldSecret];
      expect(attemptHeaders({ ...input, body, oldSecrets }, rules)).toMatchObject({
        'x-service-signature': signed.signature,
        'webhook-signature': signed.standardSignatures,
      });
    },
  );

  it('mark a test and a replay, in every family', () => {
    const asked = { secondFamily: 'x-other', standard: false };
    const headers = attemptHeaders({ ...input, isTest: true, replayOf: 'first' }, asked);
    for (const family of ['x-service', 'x-other']) {
      expect(headers).toMatchObject({
        [`${family}-signature`]: expect.any(String),
        [`${family}-test`]: 'true',
        [`${family}-replay-of`]: 'first',
      });
    }
  });

  it('omit the standard ones where an operator disables them', () => {
    const names = Object.keys(attemptHeaders(input, { ...rules, standard: false }));
    expect(names.filter((name) => name.startsWith('webhook-'))).toEqual([]);
    expect(names).not.toContain('x-service-test');
    expect(names).not.toContain('x-service-replay-of');
  });
});
