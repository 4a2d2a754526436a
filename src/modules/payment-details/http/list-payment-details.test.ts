import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentDetailsHost } from '../../../../tests/support/payment-details-host.ts';

let host: Awaited<ReturnType<typeof paymentDetailsHost>>;
beforeAll(async () => {
  host = await paymentDetailsHost();
});
afterAll(() => host[Symbol.asyncDispose]());

describe('200', () => {
  it('answers the accounts of the payer, the newest first, with their numbers masked', async () => {
    const caller = await host.caller('u-1', 'u-2');
    const first = await host.add(caller, 'u-1');
    const iban = { currency: 'EUR', iban: 'DE89370400440532013000', accountNumber: null };
    const second = await host.add(caller, 'u-1', { ...iban, routingNumber: null });
    await host.add(caller, 'u-2');
    const listed = await host.list(caller, 'u-1');
    const common = {
      userId: expect.any(String),
      bankName: 'First Bank',
      accountName: 'Ada Example',
      beneficiaryType: 'individual',
      status: 'pending',
      rails: 'local',
    };
    expect(listed).toMatchObject({ status: 200 });
    expect(listed.body).toEqual({
      paymentDetails: [
        {
          ...common,
          id: second.body.payment_detail.id,
          accountNumber: '******************3000',
          currency: 'EUR',
        },
        {
          ...common,
          id: first.body.payment_detail.id,
          accountNumber: '********6789',
          routingNumber: '021000021',
          currency: 'usd',
        },
      ],
    });
  });

  it('answers one account, and an empty list where there is none', async () => {
    const caller = await host.caller('u-1', 'u-2');
    const { id } = (await host.add(caller, 'u-1')).body.payment_detail;
    await host.add(caller, 'u-1', { rails: 'wire' });
    const one = await host.list(caller, 'u-1', `?paymentDetailsId=${id}`);
    expect(one.body.paymentDetails).toMatchObject([{ id }]);
    expect((await host.list(caller, 'u-2')).body).toEqual({ paymentDetails: [] });
  });
});

describe('400', () => {
  it('for an unknown query', async () => {
    const caller = await host.caller('u-1');
    expect(await host.list(caller, 'u-1', '?page=2')).toMatchObject({ status: 400 });
  });
});

describe('401', () => {
  it('without a key', async () => {
    expect(await host.list({ headers: {} }, 'u-1')).toMatchObject({ status: 401 });
  });
});

describe('404', () => {
  it('for payers and accounts of others as for unknown ones', async () => {
    const [owner, other] = [await host.caller('u-1', 'u-2'), await host.caller('u-1', 'u-9')];
    const { id } = (await host.add(owner, 'u-1')).body.payment_detail;
    for (const [caller, payer, detail] of [
      [other, 'u-1', id],
      [owner, 'u-2', id],
      [owner, 'u-1', 'unknown'],
    ] as const) {
      expect(await host.list(caller, payer, `?paymentDetailsId=${detail}`)).toMatchObject({
        status: 404,
        body: { code: 'payment_details_not_found' },
      });
    }
    expect(await host.list(owner, 'u-9')).toMatchObject({
      status: 404,
      body: { message: 'Payer with client user ID u-9 not found' },
    });
  });
});
