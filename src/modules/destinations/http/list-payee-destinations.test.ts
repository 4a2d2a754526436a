import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type DestinationHost,
  destinationHost,
  freshWallet,
  TOKENS,
  USDC_ON_BASE,
} from '../../../../tests/support/destination-host.ts';

let host: DestinationHost;
beforeAll(async () => {
  host = await destinationHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const Page = z.object({
  destinations: z.array(z.object({ destinationId: z.string(), active: z.boolean() })),
  nextCursor: z.string().nullable(),
});

async function list(session: Readonly<Record<string, string>>, query = '') {
  const { status, body } = await host.call(`GET s${query}`, session);
  expect(status).toBe(200);
  return Page.parse(body);
}

describe('200', () => {
  it('lists those of all wallets of the account, ended ones too, newest first', async () => {
    const [owner, other] = [await host.owner(), await host.owner()];
    await host.call('POST', other.session, USDC_ON_BASE);
    expect(await list(owner.session)).toEqual({ destinations: [], nextCursor: null });
    const first = await host.call('POST', owner.session, USDC_ON_BASE);
    const second = await host.call('POST', owner.session, {
      ...USDC_ON_BASE,
      tokenAddress: TOKENS.usdtBase,
    });
    const third = await host.call('POST', owner.session, {
      ...USDC_ON_BASE,
      walletAddress: freshWallet(),
    });
    expect(await list(owner.session)).toMatchObject({
      destinations: [
        { destinationId: third.body.destinationId, active: true },
        { destinationId: second.body.destinationId, active: true },
        { destinationId: first.body.destinationId, active: false },
      ],
      nextCursor: null,
    });
  });

  it('goes on at its cursor, which shows nothing of other accounts', async () => {
    const [owner, other] = [await host.owner(), await host.owner()];
    await host.call('POST', other.session, USDC_ON_BASE);
    const made = [
      await host.call('POST', owner.session, USDC_ON_BASE),
      await host.call('POST', owner.session, { ...USDC_ON_BASE, walletAddress: freshWallet() }),
    ];
    const first = await list(owner.session, '?limit=1');
    expect(first.nextCursor).not.toBeNull();
    const rest = await list(owner.session, `?limit=1&cursor=${first.nextCursor}`);
    expect(rest.nextCursor).toBeNull();
    const ids = [...first.destinations, ...rest.destinations].map((one) => one.destinationId);
    expect(ids).toEqual(made.map(({ body }) => body.destinationId).toReversed());
    const foreign = await list(other.session, `?cursor=${first.nextCursor}`);
    expect(foreign.destinations.map((one) => one.destinationId)).not.toContain(ids[1]);
  });
});

describe('400', () => {
  it.each(['limit=0', 'limit=101', 'limit=1.5', 'cursor=nonsense', 'active=true'])(
    'refuses ?%s',
    async (query) => {
      const { session } = await host.owner();
      const answer = await host.call(`GET s?${query}`, session);
      expect(answer).toMatchObject({
        status: 400,
        body: { errors: [{ field: query.split('=')[0] }] },
      });
    },
  );
});

describe('401', () => {
  it('without a session', async () => {
    expect(await host.call('GET s', {})).toMatchObject({ status: 401 });
  });
});

describe('403', () => {
  it('for the session of an email address', async () => {
    const session = await host.signIn(await host.owner());
    expect(await host.call('GET s', session)).toMatchObject({ status: 403 });
  });
});
