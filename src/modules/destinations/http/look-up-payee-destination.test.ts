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

const lookUp = (session: Readonly<Record<string, string>>, id: string) =>
  host.call(`GET /lookup?destinationId=${encodeURIComponent(id)}`, session);

describe('200', () => {
  it('shows an own destination, in any spelling of its ID, also when it has ended', async () => {
    const { session } = await host.owner();
    const { body } = await host.call('POST', session, USDC_ON_BASE);
    const { destinationId } = body;
    expect(await lookUp(session, destinationId)).toEqual({ status: 200, body });
    const plain = destinationId.toLowerCase().replace(/#[0-9a-f]{8}/, '');
    expect(await lookUp(session, plain)).toEqual({ status: 200, body });
    await host.call('PATCH /deactivate', session, { destinationId });
    expect((await lookUp(session, destinationId)).body).toEqual({ ...body, active: false });
  });
});

describe('400', () => {
  it.each(['', 'nonsense', 'x'.repeat(201)])('for "%s"', async (id) => {
    const answer = await lookUp((await host.owner()).session, id);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'destinationId' }] } });
  });
});

describe('401', () => {
  it('without a session', async () => {
    expect(await lookUp({}, 'x')).toMatchObject({ status: 401 });
  });
});

describe('403', () => {
  it('for the session of an email address', async () => {
    expect(await lookUp(await host.signIn(await host.owner()), 'x')).toMatchObject({ status: 403 });
  });
});

describe('404', () => {
  it('with one body for another account’s and for one that does not exist', async () => {
    const [owner, other] = [await host.owner(), await host.owner()];
    const { body } = await host.call('POST', owner.session, USDC_ON_BASE);
    const unknown = `${freshWallet()}@eip155:8453:${USDC_ON_BASE.tokenAddress}`;
    const answers = [
      await lookUp(other.session, body.destinationId),
      await lookUp(other.session, unknown),
    ].map(({ status, body: { correlationId: _, ...rest } }) => ({ status, rest }));
    expect(answers[0]).toMatchObject({ status: 404, rest: { code: 'destination_not_found' } });
    expect(answers[1]).toEqual(answers[0]);
  });
});
