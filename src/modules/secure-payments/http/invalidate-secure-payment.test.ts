import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '#modules/clients/index.ts';
import { type PartnerHost, partnerHost, refused } from '../../../../tests/support/partner-host.ts';
import { insertLink } from '../../../../tests/support/payable-link.ts';
import { insertReceived } from '../../../../tests/support/received.ts';

type Headers = Readonly<Record<string, string>>;

let host: PartnerHost;
let accountId: string;
let session: Headers;
let key: Headers;
beforeAll(async () => {
  host = await partnerHost();
  ({ accountId, byEmail: session } = await host.newPeople());
  const { apiKey } = await createApiKey(host.ctx, { accountId, label: 'Till' });
  key = { 'x-api-key': apiKey };
});
afterAll(() => host[Symbol.asyncDispose]());

const invalidate = (token: string, headers: Headers = key, body: object = {}) =>
  host.call('invalidateSecurePayment', headers, { params: { token }, body });

const statusOf = async (token: string) => {
  const { status } = await host.ctx.db
    .selectFrom('secure_payment')
    .select('status')
    .where('token', '=', token)
    .executeTakeFirstOrThrow();
  return status;
};

const recorded = async (token: string) => {
  const events = await host.ctx.db
    .selectFrom('event')
    .select('payload')
    .where('secure_payment_token', '=', token)
    .execute();
  const entries = await host.ctx.db
    .selectFrom('audit_entry')
    .select(['action', 'details'])
    .where('object_id', '=', token)
    .execute();
  return { events: events.map(({ payload }) => JSON.parse(payload)), entries };
};

describe('200', () => {
  it('withdraws a pending link once, and says so in the feed and the audit log', async () => {
    const { token } = await insertLink(host.ctx.db, { accountId });
    const done = { status: 200, body: { token, status: 'invalidated' } };
    expect(await invalidate(token, session, { reason: 'The order was cancelled' })).toEqual(done);
    expect(await invalidate(token)).toEqual(done);
    expect(await statusOf(token)).toBe('invalidated');
    const { events, entries } = await recorded(token);
    expect(events).toMatchObject([{ event: 'link.invalidated', reason: 'withdrawn' }]);
    expect(entries).toEqual([
      {
        action: 'secure_payment.invalidated',
        details: JSON.stringify({ reason: 'The order was cancelled' }),
      },
    ]);
  });
});

describe('400', () => {
  it.each([{ reason: '' }, { reason: 'x'.repeat(501) }, { reason: 'a\0' }, { status: 'expired' }])(
    'refuses %j',
    async (body) => {
      const { token } = await insertLink(host.ctx.db, { accountId });
      expect(await invalidate(token, key, body)).toMatchObject({ status: 400 });
      expect(await statusOf(token)).toBe('pending');
    },
  );
});

describe('401', () => {
  it('refuses a caller without credentials', async () => {
    const { token } = await insertLink(host.ctx.db, { accountId });
    expect((await invalidate(token, {})).status).toBe(401);
    expect(await statusOf(token)).toBe('pending');
  });
});

describe('404', () => {
  it('answers the same for a link of another account as for none', async () => {
    const { token } = await insertLink(host.ctx.db);
    const none = refused(404, 'secure_payment_not_found');
    expect(await invalidate(token)).toMatchObject(none);
    expect(await invalidate('01K0000000000000000000TEST')).toMatchObject(none);
    expect(await invalidate('x')).toMatchObject(none);
    expect(await statusOf(token)).toBe('pending');
  });
});

describe('409', () => {
  it.each(['completed', 'expired', 'compliance_failed'])(
    'refuses a link that is %s',
    async (status) => {
      const { token } = await insertLink(host.ctx.db, { accountId, status });
      expect(await invalidate(token)).toMatchObject(refused(409, 'secure_payment_ended'));
      expect(await statusOf(token)).toBe(status);
    },
  );

  it('refuses one that somebody pays, or of which a part is paid', async () => {
    for (const seen of [true, false]) {
      const link = await insertLink(host.ctx.db, { accountId });
      await insertReceived(host.ctx.db, link, {
        units: 1n,
        transactionHash: randomBytes(32),
        seen,
      });
      expect(await invalidate(link.token)).toMatchObject(refused(409, 'secure_payment_being_paid'));
      expect(await statusOf(link.token)).toBe('pending');
      expect(await recorded(link.token)).toEqual({ events: [], entries: [] });
    }
  });

  it('withdraws one whose payment a reorg took back', async () => {
    const link = await insertLink(host.ctx.db, { accountId });
    const transactionHash = randomBytes(32);
    await insertReceived(host.ctx.db, link, { units: 1n, transactionHash, undone: true });
    expect(await invalidate(link.token)).toMatchObject({ status: 200 });
  });
});
