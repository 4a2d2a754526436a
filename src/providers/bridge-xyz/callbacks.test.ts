import { createHash, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openOutbound } from '#platform/outbound/outbound.ts';
import { openBridgeProvider } from './bridge-provider.ts';
import { isSignedCallback } from './verify-callback.ts';

/** The key, the header and the body of the example in the provider's guide to its signatures. */
const PUBLISHED = {
  key: `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAtqsEE4eI7EmzhcquGJXt
LX9PMK0UH6Kl1WIR21sv8HtueG8BuvvpP3MiN7ltzmIhS8KaynCjN4l+620PnXeu
xWG+CSnEdkinL9hCqbEid5vv9zl0j9LWiJx3FkKHqADU7cgm46aa8dKUdIQYF2X+
O7WmyLkC4wUM/mWhBPMsIQBznashRMZxx7XJjsVp27ACUE4eNIjEXbVYN6U8jSbU
hG++CfL8xXu+GHDqKmFE6Po6HnuURvLFVnCtE3mXXBcVFlPy+octfx8nOMLT3X8O
9UehIigJ34o2yMm/Fq3HUJzg2BsiAiGgtr0vmeoV9Q7upSNj9TuOumAzZFi4pYA+
qwIDAQAB
-----END PUBLIC KEY-----`,
  header:
    't=1705854411204,v0=jz/0dmHJ63FAzacGutrDTEoq+iSz/PHm/ugdooXDQu5NwuVIT2LmZGjsnCsBHgR9Py6OBP9zurzW4dHgygU4EDqmMPTUOvhvndYb4lWt+TY66LihaFI2whL6DAf/jb1QjYjNU0A6x9SLzC45dgE6X7zTDUM+2Z+scG/WEQf6SxQMt4E2sEipl5PqMK5lYUe3otdJV+X2c9D64bGwCEE7QSia+Vhozg8QNOQEk/rdz2IEONIg6oC43CeiN4E2kF9XLAGuy9uAHx9O9OJH5ZPLJZjyo4VcXYeWQgxaQ1gZ1Qu6hEEzgiPSff/1nou58dm4bIIazgCWli/mO0NyGcpfFw==',
  body: '{"message":"Hello World!"}',
  sentMs: 1_705_854_411_204,
};

const NOW = new Date('2026-11-24T12:00:00.000Z');
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ownKey = keys.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const event = (parts: object = {}) =>
  JSON.stringify({
    api_version: 'v0',
    event_id: 'wh_1',
    event_category: 'transfer',
    event_type: 'transfer.updated.status_transitioned',
    event_object_id: 'transfer_123',
    event_object_status: 'payment_processed',
    event_object: { id: 'transfer_123', state: 'payment_processed' },
    ...parts,
  });

function providerWith(callbackKey: string | undefined) {
  return openBridgeProvider({
    outbound: openOutbound({ privateAddresses: 'allow' }),
    baseUrl: 'http://localhost:1/v0',
    apiKey: 'key',
    customerId: 'cust',
    callbackKey,
  });
}

/** A header as the provider makes it, or with the body hashed once alone. */
function signed(body: string, sentMs: number, hashes = 2): string {
  const text = Buffer.from(`${sentMs}.${body}`);
  const digest = hashes === 2 ? createHash('sha256').update(text).digest() : text;
  return `t=${sentMs},v0=${sign('RSA-SHA256', digest, keys.privateKey).toString('base64')}`;
}

const parse = (body: string, header: string | undefined, now = NOW) =>
  providerWith(ownKey).parseCallback(
    { rawBody: Buffer.from(body), headers: { 'x-webhook-signature': header } },
    now,
  );

describe('a callback', () => {
  it('of the published example was signed by the published key, within ten minutes', () => {
    const isSigned = (ageMs: number, body = PUBLISHED.body) =>
      isSignedCallback({
        rawBody: Buffer.from(body),
        signature: PUBLISHED.header,
        publicKey: createPublicKey(PUBLISHED.key),
        now: new Date(PUBLISHED.sentMs + ageMs),
      });
    expect(isSigned(600_000)).toBe(true);
    expect(isSigned(600_001)).toBe(false);
    expect(isSigned(1_000, '{"message":"Hello World?"}')).toBe(false);
  });

  it('names its order', () => {
    const body = event();
    expect(parse(body, signed(body, NOW.getTime() - 1_000))).toEqual({
      eventId: 'wh_1',
      orderId: 'transfer_123',
    });
  });

  it('about something else names none', () => {
    const body = event({ event_category: 'customer' });
    expect(parse(body, signed(body, NOW.getTime()))).toEqual({
      eventId: 'wh_1',
      orderId: undefined,
    });
  });

  it.each<[string, (body: string) => string | undefined]>([
    ['without a signature', () => undefined],
    ['signed as a plain text', (body) => signed(body, NOW.getTime(), 1)],
    ['of ten minutes ago', (body) => signed(body, NOW.getTime() - 600_001)],
    ['of tomorrow', (body) => signed(body, NOW.getTime() + 86_400_000)],
    ['with the signature of another body', () => signed(event({ event_id: 'x' }), NOW.getTime())],
    [
      'with another time than was signed',
      (body) => signed(body, NOW.getTime() - 1).replace(/^t=\d+/, `t=${NOW.getTime()}`),
    ],
    ['with a signature of another form', () => 't=now,v0=???'],
  ])('%s is refused', (_what, headerOf) => {
    const body = event();
    expect(parse(body, headerOf(body))).toBeUndefined();
  });

  it('is refused where no key is configured', () => {
    const body = event();
    const headers = { 'x-webhook-signature': signed(body, NOW.getTime()) };
    expect(
      providerWith(undefined).parseCallback({ rawBody: Buffer.from(body), headers }, NOW),
    ).toBeUndefined();
  });

  it('of another shape is refused', () => {
    for (const body of ['{', '{}', event({ event_object_id: '../x' })]) {
      expect(parse(body, signed(body, NOW.getTime()))).toBeUndefined();
    }
  });
});
