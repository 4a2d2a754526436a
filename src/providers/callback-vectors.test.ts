import { describe, expect, it } from 'vitest';
import { manualClock } from '#kit/clock.ts';
import { Refusal } from '#kit/failure.ts';
import { parsePersonaCallback } from './persona/persona-callback.ts';
import { parseSumsubCallback } from './sumsub/sumsub-callback.ts';

/** Digests by `openssl dgst -hmac`, apart from this code; the providers publish none with its secret. */
const SECRET = 'vector-secret';
const now = manualClock(new Date('2026-01-02T03:04:05.000Z'));
const options = { secrets: [SECRET], now };

const SUMSUB = Buffer.from(
  '{"applicantId":"5b594ade0a975a36c9349e66","externalUserId":"u.1","type":"applicantReviewed","reviewStatus":"completed","reviewResult":{"reviewAnswer":"GREEN"},"createdAtMs":"2026-01-02 03:04:00.000"}',
);
const SHA256 = '411653ef897b715c788261d2d00bf431f747f330b98f3a95cf33be03d5e33f31';
const SHA512 =
  '206465ab08ec668febe3793ce08c667ea58d15a9fdbebce32912b7a8cb0ac8118973fc0f05a8395ffaffb55aee7223595bc016f5404f057de9cddbe0f11fe55b';
const SHA1 = '9f7e48ce1ba65127bf1c5bd6a9a7d453b1899b5f';

const refusalOf = (work: () => unknown) => {
  try {
    return work();
  } catch (error) {
    return error instanceof Refusal ? [error.status, error.code] : error;
  }
};

describe('a callback of Sumsub', () => {
  const parse = (headers: Record<string, string>) =>
    refusalOf(() => parseSumsubCallback({ rawBody: SUMSUB, headers }, options));

  it.each([
    ['SHA-256 where no algorithm is named', { 'x-payload-digest': SHA256 }],
    [
      'SHA-256',
      { 'x-payload-digest': SHA256.toUpperCase(), 'x-payload-digest-alg': 'HMAC_SHA256_HEX' },
    ],
    ['SHA-512', { 'x-payload-digest': SHA512, 'x-payload-digest-alg': 'HMAC_SHA512_HEX' }],
  ])('is taken with the digest of another implementation: %s', (_what, headers) => {
    expect(parse(headers)).toMatchObject({ userRef: 'u.1', status: 'approved' });
  });

  it.each([
    ['SHA-1', { 'x-payload-digest': SHA1, 'x-payload-digest-alg': 'HMAC_SHA1_HEX' }],
    ['an unknown algorithm', { 'x-payload-digest': SHA256, 'x-payload-digest-alg': 'NONE' }],
    [
      'another algorithm than it is by',
      { 'x-payload-digest': SHA256, 'x-payload-digest-alg': 'HMAC_SHA512_HEX' },
    ],
    ['half of the digest', { 'x-payload-digest': SHA256.slice(0, 32) }],
    ['more than the digest', { 'x-payload-digest': `${SHA256}zz` }],
    ['an empty digest', { 'x-payload-digest': '' }],
  ])('is refused with %s', (_what, headers) => {
    expect(parse(headers)).toEqual([401, 'callback_not_verified']);
  });
});

describe('a callback of Persona', () => {
  const rawBody = Buffer.from(
    '{"data":{"type":"event","id":"evt_1","attributes":{"name":"inquiry.approved","created-at":"2026-01-02T03:04:00.000Z","payload":{"data":{"type":"inquiry","id":"inq_1","attributes":{"status":"approved","reference-id":"u.1"}}}}}}',
  );
  const RIGHT = 't=1767323040,v1=a6987d974cc6b4bb9236dda21d11dd3d3a5fb08bd2f014d2d2055b5b5b87ae50';
  const WRONG = `t=1767323040,v1=${'0'.repeat(64)}`;
  const parse = (signature: string) =>
    refusalOf(() =>
      parsePersonaCallback({ rawBody, headers: { 'persona-signature': signature } }, options),
    );

  it.each([[RIGHT], [`${WRONG} ${RIGHT}`], [`${RIGHT} ${WRONG}`]])(
    'is taken with the digest of another implementation, in either pair: %s',
    (signature) => {
      expect(parse(signature)).toMatchObject({ eventId: 'evt_1', userRef: 'u.1' });
    },
  );

  it.each([
    [WRONG],
    [RIGHT.replace('t=1767323040', 't=1767323041')],
    [RIGHT.replace(',', ', ')],
    [`${WRONG} ${WRONG} ${RIGHT}`],
    ['t=1767323040'],
    [''],
  ])('is refused with %s', (signature) => {
    expect(parse(signature)).toEqual([401, 'callback_not_verified']);
  });
});
