import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { recurringWorld } from '../../../../tests/support/recurring-world.ts';
import { PERMIT_SIGNED } from '../../../../tests/support/still-schedules.ts';

const PAYER_KEY = privateKeyToAccount(`0x${'07'.repeat(32)}`);

const world = recurringWorld();

/** A page of a new recurring payout, and a client ID that may open pages. */
async function opened() {
  const { body } = await world.create({}, { payer: PAYER_KEY.address });
  const { headers } = await world.host.clientOf(world.owner);
  const path = `/v2/recurring-payouts/${String(body['pageToken'])}`;
  return { path, id: String(body['id']), headers: { ...headers, origin: 'https://pay.example' } };
}

const body = { permitSignature: PERMIT_SIGNED };

describe('201', () => {
  it('begins by the payer’s signature', async () => {
    const { path, id, headers } = await opened();
    const answer = await world.host.call('POST', path, { headers, body });
    expect(answer).toEqual({ status: 201, body: { status: 'active' } });
    expect((await world.view(id)).body['status']).toBe('active');
  });
});

describe('400', () => {
  it('refuses the signature of others', async () => {
    const { path, id, headers } = await opened();
    const other = { permitSignature: `0x${'22'.repeat(65)}` };
    expect((await world.host.call('POST', path, { headers, body: other })).status).toBe(400);
    expect((await world.view(id)).body['status']).toBe('pending');
  });
});

describe('401', () => {
  it('refuses a call without a client ID', async () => {
    const { path } = await opened();
    expect((await world.host.call('POST', path, { body: body })).status).toBe(401);
  });
});

describe('404', () => {
  it('refuses an unknown token', async () => {
    const { headers } = await opened();
    const path = '/v2/recurring-payouts/01K8Z3N5T7V9X1B3D5F7H9J1M4';
    expect((await world.host.call('POST', path, { headers, body: body })).status).toBe(404);
  });
});
