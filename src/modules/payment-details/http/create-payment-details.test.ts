import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentDetailsHost, US_DETAILS } from '../../../../tests/support/payment-details-host.ts';

let host: Awaited<ReturnType<typeof paymentDetailsHost>>;
beforeAll(async () => {
  host = await paymentDetailsHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const rowsOf = (accountId: string) =>
  host.ctx.db
    .selectFrom('payment_detail')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();

const eventsOf = async (accountId: string) =>
  (
    await host.ctx.db
      .selectFrom('event')
      .select('payload')
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute()
  ).map(({ payload }): unknown => JSON.parse(payload));

describe('201', () => {
  it('stores the details sealed and pending, with an event and an audit entry without them', async () => {
    const caller = await host.caller('u-1');
    // A client sends a whole row of its own, with nulls and fields of its own.
    const row = { iban: null, swiftBic: '', internalId: 7, createdAt: 'now', rails: 'local' };
    const answer = await host.add(caller, 'u-1', row);
    expect(answer).toMatchObject({
      status: 201,
      body: {
        payment_detail: {
          id: expect.stringMatching(/^[0-9A-Z]{26}$/),
          clientUserId: 'u-1',
          bankName: 'First Bank',
          accountName: 'Ada Example',
          currency: 'usd',
          beneficiaryType: 'individual',
        },
      },
    });
    const { id } = answer.body.payment_detail;
    const [stored] = await rowsOf(caller.accountId);
    expect(stored).toMatchObject({ id, status: 'pending', currency: 'usd', rails: 'local' });
    expect(stored?.sealed?.includes('Ada')).toBe(false);
    expect(await eventsOf(caller.accountId)).toEqual([
      {
        event: 'payment_detail.updated',
        paymentDetailsId: id,
        clientUserId: 'u-1',
        status: 'pending',
        timestamp: host.ctx.now().toISOString(),
      },
    ]);
    const audit = await host.ctx.db
      .selectFrom('audit_entry')
      .select(['action', 'object_id', 'details'])
      .where('account_id', '=', caller.accountId)
      .where('object_kind', '=', 'payment_detail')
      .execute();
    expect(audit).toMatchObject([{ action: 'payment_detail.created', object_id: id }]);
    expect(JSON.stringify(audit)).not.toContain('Ada');
  });

  it('answers the account that is there for the same details, also when they come at once', async () => {
    const caller = await host.caller('u-1', 'u-2');
    const spaced = { accountNumber: '0001-2345 6789', addressLine2: ' ' };
    const answers = await Promise.all([
      host.add(caller, 'u-1'),
      host.add(caller, 'u-1', spaced),
      host.add(caller, 'u-1', { ...spaced, unknown: 'field' }),
    ]);
    expect(new Set(answers.map(({ body }) => body.payment_detail.id)).size).toBe(1);
    expect(await rowsOf(caller.accountId)).toHaveLength(1);
    expect(await eventsOf(caller.accountId)).toHaveLength(1);
    await host.add(caller, 'u-1', { accountNumber: '000123456780' });
    await host.add(caller, 'u-1', { rails: 'wire' });
    await host.add(caller, 'u-2');
    expect(await rowsOf(caller.accountId)).toHaveLength(4);
  });

  it('is another account where the same one failed before', async () => {
    const caller = await host.caller('u-1');
    const first = await host.add(caller, 'u-1');
    const { id } = first.body.payment_detail;
    await host.ctx.db
      .updateTable('payment_detail')
      .set({ status: 'failed', next_check_at: null })
      .where('id', '=', id)
      .execute();
    expect((await host.add(caller, 'u-1')).body.payment_detail.id).not.toBe(id);
  });
});

describe('400', () => {
  it.each<[string, Record<string, unknown>]>([
    ['bankName', { bankName: '' }],
    ['bankName', { bankName: ' \t' }],
    ['accountName', { accountName: 'A\0B' }],
    ['accountName', { accountName: 'x'.repeat(141) }],
    ['accountName', { accountName: undefined }],
    ['beneficiaryType', { beneficiaryType: 'CANARY' }],
    ['currency', { currency: 'US' }],
    ['currency', { currency: 'XTS' }],
    ['rails', { rails: 'CANARY' }],
    ['accountType', { accountType: 'CANARY' }],
    ['addressLine1', { addressLine1: 'x'.repeat(256) }],
    ['city', { city: 5 }],
    ['postalCode', { postalCode: 'x'.repeat(21) }],
    ['country', { country: 'USA' }],
    ['country', { country: 'XX' }],
    ['dateOfBirth', { dateOfBirth: '31.12.1990' }],
    ['dateOfBirth', { dateOfBirth: '2026-02-30' }],
    ['dateOfBirth', { dateOfBirth: '2026-01-03' }],
    ['dateOfBirth', { dateOfBirth: '2008-01-03' }],
    ['routingNumber', { routingNumber: '021000022' }],
    ['routingNumber', { routingNumber: null }],
    ['accountNumber', { accountNumber: 'x'.repeat(65) }],
    ['iban', { currency: 'EUR', iban: 'DE89370400440532013001' }],
    ['swiftBic', { rails: 'swift', swiftBic: 'CANARYXX' }],
    ['documentNumber', { documentNumber: 'CANARY\u0007' }],
  ])('names %s of %j and repeats no value; nothing is stored', async (field, change) => {
    const caller = await host.caller('u-1');
    const answer = await host.add(caller, 'u-1', change);
    expect(answer).toMatchObject({ status: 400, body: { error: 'Bad Request' } });
    const errors: { readonly field: string }[] = answer.body.errors;
    expect(errors.map((error) => error.field)).toContain(field);
    expect(answer.text).not.toContain('CANARY');
    expect(answer.text).not.toContain(US_DETAILS.accountNumber);
    expect(await rowsOf(caller.accountId)).toEqual([]);
  });

  it('says that this installation stores no personal data, where it has no key', async () => {
    await using bare = await paymentDetailsHost({ dataVault: undefined });
    const caller = await bare.caller('u-1');
    expect(await bare.add(caller, 'u-1')).toMatchObject({
      status: 400,
      body: { code: 'personal_data_not_configured' },
    });
    expect(await bare.list(caller, 'u-1')).toMatchObject({ status: 200 });
  });
});

describe('401', () => {
  it('without a key', async () => {
    expect(await host.add({ headers: {} }, 'u-1')).toMatchObject({ status: 401 });
  });
});

describe('404', () => {
  it('alike for an unknown payer and for one of another account', async () => {
    const [owner, other] = [await host.caller('u-404'), await host.caller()];
    for (const [caller, id] of [
      [other, 'u-404'],
      [owner, 'u-405'],
    ] as const) {
      expect(await host.add(caller, id)).toMatchObject({
        status: 404,
        body: { message: `Payer with client user ID ${id} not found`, error: 'Not Found' },
      });
    }
    expect(await rowsOf(owner.accountId)).toEqual([]);
  });
});

describe('409', () => {
  it('for more accounts than a payer has', async () => {
    const caller = await host.caller('u-1');
    const added = Array.from({ length: 21 }, (_, i) => `0001234567${10 + i}`);
    const answers = [];
    for (const accountNumber of added) {
      answers.push(await host.add(caller, 'u-1', { accountNumber }));
    }
    expect(answers.at(-2)?.status).toBe(201);
    expect(answers.at(-1)).toMatchObject({
      status: 409,
      body: { code: 'too_many_payment_details' },
    });
    expect(await rowsOf(caller.accountId)).toHaveLength(20);
    expect(await host.add(caller, 'u-1', { accountNumber: added[0] })).toMatchObject({
      status: 201,
    });
  });
});
