import { describe, expect, it } from 'vitest';
import { recurringWorld, UNKNOWN_PAGE } from '../../../../tests/support/recurring-world.ts';
import { PERMIT_SIGNED } from '../../../../tests/support/still-schedules.ts';

const world = recurringWorld();

const body = { permitSignature: PERMIT_SIGNED };

describe('201', () => {
  it('begins by the payer’s signature', async () => {
    const { path, id, headers } = await world.openPage();
    const answer = await world.host.call('POST', path, { headers, body });
    expect(answer).toEqual({ status: 201, body: { status: 'active' } });
    expect((await world.view(id)).body['status']).toBe('active');
  });
});

describe('400', () => {
  it('refuses the signature of others', async () => {
    const { path, id, headers } = await world.openPage();
    const other = { permitSignature: `0x${'22'.repeat(65)}` };
    expect((await world.host.call('POST', path, { headers, body: other })).status).toBe(400);
    expect((await world.view(id)).body['status']).toBe('pending');
  });
});

describe('401', () => {
  it('refuses a call without a client ID', async () => {
    const { path } = await world.openPage();
    expect((await world.host.call('POST', path, { body: body })).status).toBe(401);
  });
});

describe('404', () => {
  it('refuses an unknown token', async () => {
    const { headers } = await world.openPage();
    expect((await world.host.call('POST', UNKNOWN_PAGE, { headers, body: body })).status).toBe(404);
  });
});
