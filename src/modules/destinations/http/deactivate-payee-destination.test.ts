import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type DestinationHost,
  destinationHost,
  freshWallet,
  USDC_ON_BASE,
} from '../../../../tests/support/destination-host.ts';

let host: DestinationHost;
beforeAll(async () => {
  host = await destinationHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const deactivate = (session: Readonly<Record<string, string>>, body: object) =>
  host.call('PATCH /deactivate', session, body);

describe('200', () => {
  it('ends it once, however often it is called, and says so', async () => {
    const owner = await host.owner();
    const { body } = await host.call('POST', owner.session, USDC_ON_BASE);
    const asked = Array.from({ length: 5 }, () =>
      deactivate(owner.session, { destinationId: body.destinationId }),
    );
    for (const answer of await Promise.all(asked)) {
      expect(answer).toEqual({
        status: 200,
        body: { success: true, message: 'Payee destination deactivated successfully' },
      });
    }
    expect((await host.call('GET', owner.session)).body).toBeNull();
    expect(await host.audit(owner)).toEqual([
      'payee_destination.registered',
      'payee_destination.deactivated',
    ]);
  });
});

describe('400', () => {
  it.each([{}, { destinationId: 'x' }, { destinationId: 7 }, { destinationId: 'x', more: 1 }])(
    'for %o',
    async (body) => {
      expect(await deactivate((await host.owner()).session, body)).toMatchObject({ status: 400 });
    },
  );
});

describe('401', () => {
  it('without a session', async () => {
    expect(await deactivate({}, { destinationId: 'x' })).toMatchObject({ status: 401 });
  });
});

describe('403', () => {
  it('for the session of an email address', async () => {
    const session = await host.signIn(await host.owner());
    expect(await deactivate(session, { destinationId: 'x' })).toMatchObject({ status: 403 });
  });
});

describe('404', () => {
  it('with one body for another account’s, which stays, and for one that does not exist', async () => {
    const [owner, other] = [await host.owner(), await host.owner()];
    const { body } = await host.call('POST', owner.session, USDC_ON_BASE);
    const unknown = `${freshWallet()}@eip155:8453:${USDC_ON_BASE.tokenAddress}`;
    const answers = [
      await deactivate(other.session, { destinationId: body.destinationId }),
      await deactivate(other.session, { destinationId: unknown }),
    ].map(({ status, body: { correlationId: _, ...rest } }) => ({ status, rest }));
    expect(answers[0]).toMatchObject({ status: 404, rest: { code: 'destination_not_found' } });
    expect(answers[1]).toEqual(answers[0]);
    expect((await host.call('GET', owner.session)).body).toMatchObject({ active: true });
  });
});
