import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PayersHost, payersHost } from '../../../../tests/support/payers-host.ts';
import { runIdentityChecks } from '../run-identity-checks.ts';

let host: PayersHost;
beforeAll(async () => {
  host = await payersHost();
});
afterAll(() => host[Symbol.asyncDispose]());
beforeEach(() => {
  host.identity.isDown = false;
  host.identity.calls.length = 0;
});

let count = 0;
const newId = () => {
  count += 1;
  return `user-${count}`;
};

const approve = async (clientUserId: string) => {
  const ref = await host.decide(clientUserId, 'approved');
  await host.report(`approve ${ref}`, ref);
  await runIdentityChecks(host.ctx, 100);
  expect((await host.view(clientUserId)).body).toMatchObject({ kycStatus: 'approved' });
};

describe('200', () => {
  it('answers both pages and the id of the payer, whose check has begun', async () => {
    const clientUserId = newId();
    const { status, body } = await host.create({ clientUserId });
    expect(status).toBe(200);
    expect(body).toEqual({
      agreementUrl: 'http://localhost:8082/sandbox/agreement',
      kycUrl: expect.stringMatching(/^https:\/\/identity\.example\//),
      status: { agreementStatus: 'not_started', kycStatus: 'not_started' },
      userId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-/),
    });
    expect((await host.view(clientUserId)).body).toMatchObject({ kycStatus: 'pending' });
    expect(await host.events(clientUserId)).toMatchObject([{ kycStatus: 'pending' }]);
  });

  it('ignores members that it does not know, and takes empty and null for left out', async () => {
    const row = { id: 7, isCompliant: true, companyName: null, addressLine2: '', kyc: { a: 1 } };
    expect((await host.create({ clientUserId: newId(), ...row })).status).toBe(200);
  });

  it('sends the provider nothing of the person, and stores and records nothing of it in clear', async () => {
    const clientUserId = newId();
    const person = { firstName: 'Canary1', lastName: 'Canary2', ssn: 'CANARY3', city: 'Canary4' };
    await host.create({ clientUserId, ...person });
    expect(JSON.stringify(host.identity.calls)).not.toMatch(/canary/i);
    for (const table of ['payer', 'payer_secret', 'audit_entry', 'event'] as const) {
      const rows = await host.ctx.db.selectFrom(table).selectAll().execute();
      expect(rows.length).toBeGreaterThan(0);
      const text = rows.map((row) =>
        Object.values(row).map((value) =>
          Buffer.isBuffer(value) ? value.toString('latin1') : value,
        ),
      );
      expect(JSON.stringify(text)).not.toMatch(/canary/i);
    }
  });

  it('answers the same payer and page again, and begins no other check', async () => {
    const clientUserId = newId();
    const first = await host.create({ clientUserId });
    expect(await host.create({ clientUserId })).toEqual(first);
    expect(host.identity.calls.filter((call) => call.startsWith('start'))).toHaveLength(1);
  });

  it('makes one payer of calls that come together', async () => {
    const clientUserId = newId();
    const made = await Promise.all([1, 2, 3].map(() => host.create({ clientUserId })));
    expect(new Set(made.map(({ body }) => body['userId'])).size).toBe(1);
    expect(await host.events(clientUserId)).toHaveLength(1);
  });

  it('gives the page a new address once the old one has ended, for the same check', async () => {
    const clientUserId = newId();
    await host.create({ clientUserId });
    host.now.advance(25 * 3_600_000);
    expect((await host.view(clientUserId)).body).not.toHaveProperty('kycUrl');
    const { body } = await host.create({ clientUserId });
    expect(body['kycUrl']).toBeDefined();
    const started = host.identity.calls.filter((call) => call.startsWith('start'));
    expect(new Set(started).size).toBe(1);
  });

  it('keeps accounts apart that use the same id', async () => {
    const clientUserId = newId();
    const own = await host.create({ clientUserId });
    const other = await host.create({ clientUserId }, host.otherKey);
    expect(other.body['userId']).not.toBe(own.body['userId']);
  });

  it.each([
    ['firstName', 'Eva'],
    ['dateOfBirth', '1991-01-01'],
    ['nationality', 'FR'],
    ['ssn', '1'],
    ['beneficiaryType', 'business'],
  ])(
    'has an approved payer with another %s checked anew, by another check',
    async (field, value) => {
      const clientUserId = newId();
      await host.create({ clientUserId });
      await approve(clientUserId);
      host.identity.calls.length = 0;
      const { body } = await host.create({ clientUserId, companyName: 'A Ltd', [field]: value });
      expect(body).toMatchObject({ status: { kycStatus: 'not_started' } });
      expect(host.identity.calls).toEqual([`start ${String(body['userId'])}.2`]);
      expect((await host.view(clientUserId)).body).toMatchObject({
        kycStatus: 'pending',
        isCompliant: false,
      });
      // What the provider says of the check before is not taken.
      await host.report(`late ${clientUserId}`, `${String(body['userId'])}.1`);
      await runIdentityChecks(host.ctx, 100);
      expect((await host.view(clientUserId)).body).toMatchObject({ kycStatus: 'pending' });
    },
  );

  it.each([
    ['email', 'eva@shop.example'],
    ['phone', '+12025550199'],
  ])('keeps the approval of a payer with another %s', async (field, value) => {
    const clientUserId = newId();
    await host.create({ clientUserId });
    await approve(clientUserId);
    const { body } = await host.create({ clientUserId, [field]: value });
    expect(body).toMatchObject({ status: { kycStatus: 'completed' } });
    expect(body).not.toHaveProperty('kycUrl');
  });

  it('begins another check for somebody who has to try again', async () => {
    const clientUserId = newId();
    await host.create({ clientUserId });
    const ref = await host.decide(clientUserId, 'retry_required');
    await host.report('retry', ref);
    await runIdentityChecks(host.ctx, 100);
    const { body } = await host.create({ clientUserId });
    expect(body['kycUrl']).toContain('.2');
    const statuses = (await host.events(clientUserId)).map(({ kycStatus }) => kycStatus);
    expect(statuses).toEqual(['pending', 'retry_required', 'not_started', 'pending']);
  });

  it('keeps a payer whose provider is down, and starts the check later', async () => {
    const clientUserId = newId();
    host.identity.isDown = true;
    const { status, body } = await host.create({ clientUserId });
    expect([status, body['kycUrl']]).toEqual([200, undefined]);
    expect((await host.view(clientUserId)).body).toMatchObject({ kycStatus: 'not_started' });
    host.identity.isDown = false;
    host.now.advance(120_000);
    await runIdentityChecks(host.ctx, 100);
    expect((await host.view(clientUserId)).body).toMatchObject({
      kycStatus: 'pending',
      kycUrl: expect.any(String),
    });
  });
});

describe('400', () => {
  it.each<[string, object]>([
    ['clientUserId', { clientUserId: '' }],
    ['clientUserId', { clientUserId: 'x'.repeat(201) }],
    ['clientUserId', { clientUserId: 'a\nb' }],
    ['email', { email: 'ada' }],
    ['email', { email: `${'a'.repeat(250)}@shop.example` }],
    ['firstName', { firstName: ' ' }],
    ['firstName', { firstName: 'secret'.repeat(20) }],
    ['lastName', { lastName: 7 }],
    ['lastName', { lastName: 'secret\u0000' }],
    ['beneficiaryType', { beneficiaryType: 'robot' }],
    ['companyName', { beneficiaryType: 'business' }],
    ['dateOfBirth', { dateOfBirth: '1990-02-30' }],
    ['dateOfBirth', { dateOfBirth: '01.02.1990' }],
    ['dateOfBirth', { dateOfBirth: '2030-01-01' }],
    ['dateOfBirth', { dateOfBirth: '2008-02-03' }],
    ['dateOfBirth', { dateOfBirth: '1850-01-01' }],
    ['addressLine1', { addressLine1: '' }],
    ['city', { city: undefined }],
    ['state', { state: '' }],
    ['postcode', { postcode: 'secret'.repeat(4) }],
    ['country', { country: 'USA' }],
    ['country', { country: 'ZZ' }],
    ['nationality', { nationality: 'XX' }],
    ['phone', { phone: '0202555' }],
    ['phone', { phone: '+1 202 555' }],
    ['ssn', { ssn: '' }],
    ['ssn', { ssn: 'secret'.repeat(20) }],
  ])('names %s for %j, repeats no value, and stores nothing', async (field, more) => {
    const before = await host.ctx.db.selectFrom('payer').select('id').execute();
    const { status, body } = await host.create({ clientUserId: newId(), ...more });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(field);
    expect(JSON.stringify(body)).not.toContain('secret');
    expect(await host.ctx.db.selectFrom('payer').select('id').execute()).toEqual(before);
  });

  it('takes somebody on their eighteenth birthday', async () => {
    const adult = { clientUserId: newId(), dateOfBirth: '2008-01-02' };
    expect((await host.create(adult)).status).toBe(200);
  });

  it('refuses a rejected payer who is described as another person, and keeps the rejection', async () => {
    const clientUserId = newId();
    await host.create({ clientUserId });
    const ref = await host.decide(clientUserId, 'rejected');
    await host.report('reject', ref);
    await runIdentityChecks(host.ctx, 100);
    expect(await host.create({ clientUserId, firstName: 'Eva' })).toMatchObject({
      status: 400,
      body: { code: 'payer_rejected' },
    });
    const again = await host.create({ clientUserId });
    expect(again.status).toBe(200);
    expect(again.body).not.toHaveProperty('kycUrl');
    expect((await host.view(clientUserId)).body).toMatchObject({ kycStatus: 'rejected' });
  });

  it.each([
    ['identity_provider_not_configured', { identityProviders: undefined }],
    ['personal_data_not_configured', { dataVault: undefined }],
  ])('says %s where that is so, and stores nothing', async (code, parts) => {
    await using bare = await payersHost(parts);
    expect(await bare.create({ clientUserId: 'user-1' })).toMatchObject({
      status: 400,
      body: { code },
    });
    expect(await bare.ctx.db.selectFrom('payer').select('id').execute()).toEqual([]);
  });
});

describe('401', () => {
  it('without a key', async () => {
    expect(await host.create({ clientUserId: newId() }, {})).toMatchObject({ status: 401 });
  });
});
