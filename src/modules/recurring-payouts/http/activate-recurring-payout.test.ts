import { describe, expect, it } from 'vitest';
import { DAY_MS, payoutBody, recurringWorld } from '../../../../tests/support/recurring-world.ts';
import { requestsHost } from '../../../../tests/support/requests-host.ts';
import { connected } from '../../../../tests/support/still-chain.ts';
import { PERMIT_SIGNED } from '../../../../tests/support/still-schedules.ts';

const world = recurringWorld();

describe('201', () => {
  it('begins by the payer’s signature', async () => {
    const id = await world.created();
    expect(await world.activate(id)).toEqual({
      status: 201,
      body: { message: 'Recurring payment activated successfully', id, status: 'active' },
    });
    expect((await world.view(id)).body['status']).toBe('active');
  });
});

describe('400', () => {
  it('refuses what is active, and begins once for two calls at a time', async () => {
    const id = await world.created();
    const both = await Promise.all([world.activate(id), world.activate(id)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400]);
    const { body } = await world.activate(id);
    expect(body['message']).toBe('Recurring payment is already active');
  });

  it('refuses the signature of others, and what is none, and keeps waiting', async () => {
    const id = await world.created();
    const { body } = await world.activate(id, `0x${'22'.repeat(65)}`);
    expect(body['code']).toBe('invalid_signature');
    expect((await world.activate(id, '0x1234')).status).toBe(400);
    expect((await world.view(id)).body['status']).toBe('pending');
  });

  it('refuses a payer that became a contract', async () => {
    const id = await world.created();
    world.sepolia.payer = { ...world.sepolia.payer, isContract: true };
    expect((await world.activate(id)).body['code']).toBe('payer_is_contract');
  });

  it('refuses what began so long ago that several payments would be taken at once', async () => {
    const id = await world.created();
    world.now = new Date(world.now.getTime() + 31 * DAY_MS);
    expect((await world.activate(id)).body['code']).toBe('recurring_payment_started');
  });
});

describe('401', () => {
  it('refuses a call without a credential', async () => {
    const id = await world.created();
    expect((await world.activate(id, PERMIT_SIGNED, {})).status).toBe(401);
  });
});

describe('403', () => {
  it('refuses in production a client ID that browsers carry, here and where they are created, changed and read', async () => {
    const settings = { ...world.host.ctx.settings, mode: 'production' as const };
    const chains = connected(world.sepolia.chain);
    await using live = await requestsHost({ chains, settings });
    const asker = await live.asker();
    const shop = await live.clientOf(asker, { allowedDomains: ['https://shop.example'] });
    const headers = { ...shop.headers, origin: 'https://shop.example' };
    const body = payoutBody();
    const made = await live.call('POST', '/v2/payouts', { headers: asker.key, body });
    expect(made.status).toBe(201);
    const path = `/v2/payouts/recurring/${String(made.body['id'])}`;
    const tried = [
      await live.call('POST', path, { headers, body: { permitSignature: PERMIT_SIGNED } }),
      await live.call('PATCH', path, { headers, body: { action: 'cancel' } }),
      await live.call('POST', '/v2/payouts', { headers, body }),
      await live.call('GET', path, { headers }),
    ];
    expect(tried.map(({ status }) => status)).toEqual([403, 403, 403, 404]);
  });
});

describe('404', () => {
  it('refuses those of others', async () => {
    const id = await world.created();
    const { key } = await world.host.asker();
    expect((await world.activate(id, PERMIT_SIGNED, key)).status).toBe(404);
  });
});
