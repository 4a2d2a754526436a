import { Webhook } from 'standardwebhooks';
import { describe, expect, expectTypeOf, it } from 'vitest';
import file from '../vectors.json' with { type: 'json' };
import * as node from './index.ts';
import * as web from './web.ts';

const { secret, oldSecret, deliveryId, timestamp, vectors } = file;
const [vector = fail()] = vectors;
const now = () => timestamp * 1000;

function fail(): never {
  throw new Error('vectors.json holds no vector');
}

/** The first family as a real delivery has it. */
const plain = (signature: string, more: Record<string, string> = {}) => ({
  'x-service-signature': signature,
  'x-service-delivery': deliveryId,
  'x-service-retry-count': '0',
  ...more,
});

/** Both families as a real delivery has them. */
const both = ({ signature, standardSignature }: { signature: string; standardSignature: string }) =>
  plain(signature, {
    'webhook-id': deliveryId,
    'webhook-timestamp': `${timestamp}`,
    'webhook-signature': standardSignature,
  });

const entries: readonly [string, (input: node.VerifyWebhookInput) => Promise<node.WebhookEvent>][] =
  [
    ['florin-sdk', async (input) => node.verifyWebhook(input)],
    ['florin-sdk/web', web.verifyWebhook],
  ];

describe.each(entries)('%s', (_name, verify) => {
  const refusal = (input: object) =>
    verify({ rawBody: vector.body, headers: both(vector), secret, now, ...input }).then(
      () => 'accepted',
      (failure: unknown) =>
        failure instanceof node.WebhookVerificationError ? failure.code : failure,
    );

  describe('accepts', () => {
    it.each(vectors)('$name, signed in the first family', async ({ body, signature }) => {
      const event = await verify({ rawBody: body, headers: plain(signature), secret });
      expect(event).toEqual({
        event: JSON.parse(body).event,
        deliveryId,
        retryCount: 0,
        test: false,
        replayOf: undefined,
        sentAt: undefined,
        payload: JSON.parse(body),
      });
    });

    it.each(vectors)('$name, signed as Standard Webhooks', async (each) => {
      const event = await verify({ rawBody: each.body, headers: both(each), secret, now });
      expect(event.payload).toEqual(JSON.parse(each.body));
      expect(event.sentAt).toEqual(new Date(timestamp * 1000));
    });

    it('the body as text, bytes, a part of a larger buffer, or an ArrayBuffer', async () => {
      const bytes = new TextEncoder().encode(vector.body);
      const large = Buffer.from(`<<${vector.body}>>`);
      const bodies = [vector.body, bytes, large.subarray(2, -2), bytes.buffer];
      for (const rawBody of bodies) expect(await refusal({ rawBody })).toBe('accepted');
    });

    it('headers of Fetch, of Node, and plain ones in any case', async () => {
      const { signature } = vector;
      const fetched = new Headers(both(vector));
      const shouted = Object.entries(both(vector)).map(([name, value]) => [
        name.toUpperCase(),
        value,
      ]);
      const listed = { ...plain(signature), 'x-service-signature': [signature], host: undefined };
      for (const headers of [fetched, Object.fromEntries(shouted), listed]) {
        expect(await refusal({ headers })).toBe('accepted');
      }
    });

    it('another prefix of the first family', async () => {
      const headers = { 'X-Other-Signature': vector.signature, 'X-Other-Delivery': deliveryId };
      expect(await refusal({ headers, headerPrefix: 'X-Other' })).toBe('accepted');
      expect(await refusal({ headers })).toBe('header_missing');
    });

    it('what the headers contain beside the body', async () => {
      const more = {
        'x-service-retry-count': '3',
        'x-service-test': 'true',
        'x-service-replay-of': '01KC9V3GJ0T5W8XQ2ZB7MH4RY0',
      };
      const headers = plain(vector.signature, more);
      expect(await verify({ rawBody: vector.body, headers, secret })).toMatchObject({
        retryCount: 3,
        test: true,
        replayOf: '01KC9V3GJ0T5W8XQ2ZB7MH4RY0',
      });
    });

    it('the id that was signed rather than one beside it', async () => {
      const headers = { ...both(vector), 'x-service-delivery': 'another' };
      const event = await verify({ rawBody: vector.body, headers, secret, now });
      expect(event.deliveryId).toBe(deliveryId);
    });
  });

  describe('while a secret is rotated', () => {
    const headers = both({ ...vector, standardSignature: vector.standardSignatures });

    it.each([
      ['only the new secret', { secret }],
      ['only the old secret', { secret: oldSecret }],
      ['both', { secrets: [oldSecret, secret] }],
    ])('accepts for a receiver that has %s', async (_which, given) => {
      expect(await refusal({ headers, secret: undefined, ...given })).toBe('accepted');
    });

    it('accepts in the first family for a receiver that has both', async () => {
      const given = { secret: undefined, secrets: [oldSecret, secret] };
      expect(await refusal({ headers: plain(vector.signature), ...given })).toBe('accepted');
    });

    it('skips signatures of other versions', async () => {
      const list = `v1a,abc= ${vector.standardSignature} v2,def=`;
      expect(await refusal({ headers: both({ ...vector, standardSignature: list }) })).toBe(
        'accepted',
      );
    });
  });

  describe('refuses', () => {
    it.each([
      ['another secret', { secret: oldSecret }, 'signature_mismatch'],
      ['a changed body', { rawBody: `${vector.body} ` }, 'signature_mismatch'],
      ['a body that was parsed', { rawBody: JSON.parse(vector.body) }, 'body_not_raw'],
      ['no body', { rawBody: undefined }, 'body_not_raw'],
      ['an empty secret', { secret: '' }, 'secret_missing'],
      ['no secret', { secret: undefined }, 'secret_missing'],
      ['an empty list of secrets', { secrets: [] }, 'secret_missing'],
      ['an empty secret among others', { secrets: [secret, ''] }, 'secret_missing'],
      ['a tolerance that is none', { toleranceSeconds: Number.NaN }, 'option_invalid'],
      ['no signature', { headers: {} }, 'header_missing'],
    ])('%s', async (_what, input, code) => {
      expect(await refusal(input)).toBe(code);
    });

    it.each([
      ['x-service-signature', 'sha', 'header_malformed'],
      ['x-service-signature', '0'.repeat(64), 'signature_mismatch'],
      ['x-service-delivery', '', 'header_missing'],
      ['x-service-delivery', 'a b', 'header_malformed'],
      ['x-service-retry-count', '-1', 'header_malformed'],
    ])('the first family with %s %j', async (name, value, code) => {
      expect(await refusal({ headers: plain(vector.signature, { [name]: value }) })).toBe(code);
    });

    it.each([
      ['webhook-signature', 'v1,short', 'header_malformed'],
      ['webhook-signature', `v1,${'A'.repeat(43)}=`, 'signature_mismatch'],
      ['webhook-id', '', 'header_missing'],
      ['webhook-id', '01.KC', 'header_malformed'],
      ['webhook-id', '01KC9V3GJ0T5W8XQ2ZB7MH4RYM', 'signature_mismatch'],
      ['webhook-timestamp', '', 'header_missing'],
      ['webhook-timestamp', '1e9', 'header_malformed'],
      ['webhook-timestamp', `${timestamp + 1}`, 'signature_mismatch'],
    ])('Standard Webhooks with %s %j, although the first family is right', async (...change) => {
      const [name, value, code] = change;
      expect(await refusal({ headers: { ...both(vector), [name]: value } })).toBe(code);
    });

    it('the same header twice, in any case', async () => {
      const twice = { ...plain(vector.signature), 'X-Service-Signature': vector.signature };
      const listed = plain(vector.signature);
      const again = { ...listed, 'x-service-signature': [vector.signature, vector.signature] };
      for (const headers of [twice, again]) {
        expect(await refusal({ headers })).toBe('header_malformed');
      }
    });

    it('what was sent too long ago, or comes from the future', async () => {
      const at = (seconds: number) => ({ now: () => (timestamp + seconds) * 1000 });
      expect(await refusal(at(300))).toBe('accepted');
      expect(await refusal(at(301))).toBe('timestamp_too_old');
      expect(await refusal(at(-300))).toBe('accepted');
      expect(await refusal(at(-301))).toBe('timestamp_in_future');
      expect(await refusal({ ...at(11), toleranceSeconds: 10 })).toBe('timestamp_too_old');
      expect(await refusal({ now: undefined })).toBe('timestamp_too_old');
    });

    it('a delivery stripped of its signed time, where that is required', async () => {
      const headers = plain(vector.signature);
      expect(await refusal({ headers })).toBe('accepted');
      expect(await refusal({ headers, standardHeaders: 'required' })).toBe('header_missing');
    });

    it.each([
      ['no JSON', 'paid!'],
      ['a list', '["payment.confirmed"]'],
      ['nothing', 'null'],
      ['an event without a name', '{"event":7}'],
      ['bytes that are no UTF-8', Buffer.from('7b226576656e74223a22ff227d', 'hex')],
    ])('a signed body that is %s', async (_what, rawBody) => {
      const { createHmac } = await import('node:crypto');
      const signature = createHmac('sha256', secret).update(rawBody).digest('hex');
      expect(await refusal({ rawBody, headers: plain(signature) })).toBe('payload_invalid');
    });
  });
});

describe('Standard Webhooks', () => {
  it.each(vectors)('$name is accepted by its own library with the same secret', (each) => {
    const library = new Webhook(secret, { format: 'raw' });
    expect(library.sign(deliveryId, new Date(timestamp * 1000), each.body)).toBe(
      each.standardSignature,
    );
    const prefixed = new Webhook(`whsec_${Buffer.from(secret).toString('base64')}`);
    expect(prefixed.sign(deliveryId, new Date(timestamp * 1000), each.body)).toBe(
      each.standardSignature,
    );
  });
});

describe('a refusal', () => {
  it('explains how to get the raw body', () => {
    const verify = () =>
      // @ts-expect-error: this is the mistake that the message is for.
      node.verifyWebhook({ rawBody: { event: 'payment.confirmed' }, headers: {}, secret });
    expect(verify).toThrow(/express\.raw\(\)/);
  });

  it('has the status to answer, and names neither secret nor signature', () => {
    try {
      node.verifyWebhook({ rawBody: '{}', headers: plain(vector.signature), secret });
      expect.unreachable();
    } catch (failure) {
      if (!(failure instanceof node.WebhookVerificationError)) throw failure;
      expect(failure).toMatchObject({ status: 401, code: 'signature_mismatch' });
      expect(failure.message).not.toMatch(/[0-9a-f]{16}/);
    }
  });
});

describe('the types', () => {
  it('narrow the payload by the event', () => {
    const read = (delivery: node.WebhookEvent) => {
      if (delivery.event === 'payment.confirmed') {
        expectTypeOf(delivery.payload.amount).toEqualTypeOf<string>();
        expectTypeOf(delivery.payload.event).toEqualTypeOf<'payment.confirmed'>();
      }
    };
    expect(read).toBeTypeOf('function');
  });
});
