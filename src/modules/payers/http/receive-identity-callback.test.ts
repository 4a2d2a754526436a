import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PayersHost, payersHost } from '../../../../tests/support/payers-host.ts';
import { pruneIdentityCallbacks } from '../prune-identity-callbacks.ts';
import { runIdentityChecks } from '../run-identity-checks.ts';

let host: PayersHost;
beforeAll(async () => {
  host = await payersHost();
});
afterAll(() => host[Symbol.asyncDispose]());
beforeEach(() => {
  host.identity.calls.length = 0;
});

const kycOf = async (clientUserId: string) => (await host.view(clientUserId)).body['kycStatus'];
const run = () => runIdentityChecks(host.ctx, 100);

describe('200', () => {
  it('has the provider asked, whose answer alone counts', async () => {
    await host.create({ clientUserId: 'user-1' });
    const ref = await host.decide('user-1', 'pending');
    // The callback itself says approved.
    expect(await host.report('event-1', ref)).toEqual({ status: 200, body: { received: true } });
    await run();
    expect(await kycOf('user-1')).toBe('pending');
    await host.decide('user-1', 'approved');
    await host.report('event-2', ref);
    await run();
    expect(await kycOf('user-1')).toBe('approved');
  });

  it('counts once, however often and together it comes', async () => {
    await host.create({ clientUserId: 'user-2' });
    const ref = await host.decide('user-2', 'approved');
    await Promise.all([1, 2, 3].map(() => host.report('event-3', ref)));
    await run();
    const reads = host.identity.calls.length;
    for (const _ of [1, 2]) expect((await host.report('event-3', ref)).status).toBe(200);
    await run();
    expect(host.identity.calls).toHaveLength(reads);
    expect(await host.events('user-2')).toHaveLength(2);
  });

  it('ignores what is about no check of ours, and keeps nothing of it', async () => {
    const before = await host.ctx.db.selectFrom('payer_callback').select('event_id').execute();
    const nobody = '6b1e5b34-8d0c-4c0e-9f53-0f6f4c1d2a11';
    for (const ref of ['somebody', `${nobody}.1`, `${nobody}`, `${nobody}.0`]) {
      expect((await host.report(`about ${ref}`, ref)).status).toBe(200);
    }
    const after = await host.ctx.db.selectFrom('payer_callback').select('event_id').execute();
    expect(after).toEqual(before);
    await run();
    expect(host.identity.calls).toEqual([]);
  });

  it('is forgotten once it can no longer be sent again', async () => {
    expect(await pruneIdentityCallbacks(host.ctx, 100)).toBe(0);
    host.now.advance(8 * 86_400_000);
    expect(await pruneIdentityCallbacks(host.ctx, 100)).toBeGreaterThan(0);
  });
});

describe('401', () => {
  it('without the signature of the provider, and has nobody asked', async () => {
    await host.create({ clientUserId: 'user-5' });
    const ref = await host.decide('user-5', 'approved');
    host.identity.calls.length = 0;
    const body = { id: 'forged', userRef: ref };
    const sent = { headers: { 'x-signature': 'forged' }, body };
    expect(await host.call('POST', '/v2/callbacks/identity/scripted', sent)).toMatchObject({
      status: 401,
      body: { code: 'callback_not_verified' },
    });
    await run();
    expect(host.identity.calls).toEqual([]);
    expect(await kycOf('user-5')).toBe('pending');
  });
});

describe('404', () => {
  it('for a provider that is not configured', async () => {
    const sent = { headers: {}, body: {} };
    expect(await host.call('POST', '/v2/callbacks/identity/other', sent)).toMatchObject({
      status: 404,
      body: { code: 'identity_provider_not_found' },
    });
  });
});
