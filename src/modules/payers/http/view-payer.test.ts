import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PayersHost, payersHost } from '../../../../tests/support/payers-host.ts';

let host: PayersHost;
beforeAll(async () => {
  host = await payersHost();
  await host.create({ clientUserId: 'user/1 ä' });
});
afterAll(() => host[Symbol.asyncDispose]());

describe('200', () => {
  it('shows where a payer stands, and nothing of who it is', async () => {
    expect(await host.view('user/1 ä')).toEqual({
      status: 200,
      body: {
        kycStatus: 'pending',
        agreementStatus: 'not_started',
        isCompliant: false,
        userId: expect.any(String),
        agreementUrl: expect.any(String),
        kycUrl: expect.any(String),
      },
    });
  });
});

describe('401', () => {
  it('without a key', async () => {
    expect(await host.view('user/1 ä', {})).toMatchObject({ status: 401 });
  });
});

describe('404', () => {
  it('for a payer that nobody or only another account has named', async () => {
    const message = 'Payer with client user ID user/1 ä not found';
    expect(await host.view('user/1 ä', host.otherKey)).toMatchObject({
      status: 404,
      body: { message, error: 'Not Found' },
    });
    expect(await host.view('user-2')).toMatchObject({ status: 404 });
  });
});
