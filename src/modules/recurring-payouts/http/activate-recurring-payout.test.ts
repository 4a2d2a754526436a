import { describe, expect, it } from 'vitest';
import {
  approvalsOf,
  DAY_MS,
  nextPayer,
  payoutBody,
  recurringWorld,
  toSign,
} from '../../../../tests/support/recurring-world.ts';
import { requestsHost } from '../../../../tests/support/requests-host.ts';
import { connected } from '../../../../tests/support/still-chain.ts';
import { PERMIT_SIGNED } from '../../../../tests/support/still-schedules.ts';

const world = recurringWorld();

describe('201', () => {
  it('begins by the payer’s signature', async () => {
    const id = await world.created();
    world.sepolia.payer = { ...world.sepolia.payer, allowanceUnits: 30_000_000n };
    expect(await world.activate(id)).toEqual({
      status: 201,
      body: {
        message: 'Recurring payment activated successfully',
        id,
        status: 'active',
        transactions: [],
        metadata: { totalNeededAllowance: '30000000', currentAllowance: '30000000' },
      },
    });
    expect((await world.view(id)).body['status']).toBe('active');
  });
});

describe('several that are created before any is signed', () => {
  const unsigned = (body: object) => toSign(body).metadata;

  it('each ask for what those before them need too, and say which part is not signed', async () => {
    const payer = nextPayer();
    await world.created({}, { payer });
    const { body } = await world.create({ amount: '1' }, { payer });
    expect(unsigned(body)).toMatchObject({
      totalNeededAllowance: '33000000',
      existingPaymentsAmount: '30000000',
      unsignedPaymentsAmount: '30000000',
    });
    expect(approvalsOf(body)).toEqual([expect.stringMatching(/ 33000000$/)]);
  });

  it('never count for another account, after a day, or once they cannot be signed', async () => {
    const payer = nextPayer();
    await world.created({}, { payer });
    const daily = { payer, frequency: 'DAILY', startDate: world.now.toISOString() };
    const other = await world.host.asker();
    const owner = world.owner;
    world.owner = other;
    const asked = await world.create({}, { payer });
    expect(unsigned(asked.body)).toMatchObject({
      totalNeededAllowance: '30000000',
      unsignedPaymentsAmount: '0',
    });
    world.owner = owner;
    await world.created({}, daily);
    world.now = new Date(world.now.getTime() + DAY_MS + 1);
    const startDate = world.now.toISOString();
    const { body } = await world.create({}, { payer, startDate });
    expect(unsigned(body)).toMatchObject({
      totalNeededAllowance: '30000000',
      unsignedPaymentsAmount: '0',
    });
  });

  it('end with enough in whatever order they are signed, as the answer names what is lacking', async () => {
    const payer = nextPayer();
    const first = await world.created({}, { payer });
    const second = await world.created({ amount: '1' }, { payer });
    world.sepolia.payer = { ...world.sepolia.payer, allowanceUnits: 33_000_000n };
    expect(approvalsOf((await world.activate(second)).body)).toEqual([]);
    // The approval that was prepared for the first alone replaces the other.
    world.sepolia.payer = { ...world.sepolia.payer, allowanceUnits: 30_000_000n };
    const { body } = await world.activate(first);
    expect(approvalsOf(body)).toEqual([expect.stringMatching(/ 33000000$/)]);
    expect(body['metadata']).toEqual({
      totalNeededAllowance: '33000000',
      currentAllowance: '30000000',
    });
  });

  it('leave nothing to what is not signed when one is stopped', async () => {
    const payer = nextPayer();
    const id = await world.created({}, { payer });
    await world.activate(id);
    await world.created({ amount: '1' }, { payer });
    world.sepolia.payer = { ...world.sepolia.payer, allowanceUnits: 33_000_000n };
    const { body } = await world.change(id, 'cancel');
    expect(approvalsOf(body)).toEqual([expect.stringMatching(/ 0$/)]);
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
