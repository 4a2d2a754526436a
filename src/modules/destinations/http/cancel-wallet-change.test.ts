import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type DestinationHost,
  destinationHost,
} from '../../../../tests/support/destination-host.ts';

let host: DestinationHost;
beforeAll(async () => {
  host = await destinationHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const cancel = (session: Readonly<Record<string, string>>, body: object) =>
  host.call('PATCH /wallet-change/cancel', session, body);

describe('400', () => {
  it.each([{}, { changeRequestId: '' }, { changeRequestId: 'x'.repeat(101) }])(
    'for %o',
    async (body) => {
      expect(await cancel((await host.owner()).session, body)).toMatchObject({ status: 400 });
    },
  );
});

describe('401', () => {
  it('without a session', async () => {
    expect(await cancel({}, { changeRequestId: 'x' })).toMatchObject({ status: 401 });
  });
});

describe('403', () => {
  it('for the session of an email address', async () => {
    const session = await host.signIn(await host.owner());
    expect(await cancel(session, { changeRequestId: 'x' })).toMatchObject({ status: 403 });
  });
});

describe('404', () => {
  it('always: a change takes effect at once', async () => {
    expect(await cancel((await host.owner()).session, { changeRequestId: 'x' })).toMatchObject({
      status: 404,
      body: { code: 'wallet_change_not_found' },
    });
  });
});
