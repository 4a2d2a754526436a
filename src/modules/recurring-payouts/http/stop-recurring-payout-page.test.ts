import { describe, expect, it } from 'vitest';
import {
  PAYER_KEY,
  recurringWorld,
  UNKNOWN_PAGE,
} from '../../../../tests/support/recurring-world.ts';
import { stopMessageOf } from '../model/stop-message.ts';

const world = recurringWorld();

const body = { action: 'cancel', signature: `0x${'22'.repeat(65)}` };

describe('200', () => {
  it('stops it by the payer’s signature of the message', async () => {
    const { path, id, headers } = await world.openPage();
    const signature = await PAYER_KEY.signMessage({ message: stopMessageOf({ id }) });
    const stopped = { action: 'cancel', signature };
    const answer = await world.host.call('PATCH', path, { headers, body: stopped });
    expect([answer.status, answer.body['status']]).toEqual([200, 'cancelled']);
  });
});

describe('400', () => {
  it('refuses the signature of others, and of another one’s message', async () => {
    const { path, id, headers } = await world.openPage();
    const signature = await PAYER_KEY.signMessage({ message: stopMessageOf({ id: 'another' }) });
    for (const wrong of [body, { action: 'cancel', signature }]) {
      expect((await world.host.call('PATCH', path, { headers, body: wrong })).status).toBe(400);
    }
    expect((await world.view(id)).body['status']).toBe('pending');
  });
});

describe('401', () => {
  it('refuses a call without a client ID', async () => {
    const { path } = await world.openPage();
    expect((await world.host.call('PATCH', path, { body: body })).status).toBe(401);
  });
});

describe('404', () => {
  it('refuses an unknown token', async () => {
    const { headers } = await world.openPage();
    expect((await world.host.call('PATCH', UNKNOWN_PAGE, { headers, body: body })).status).toBe(
      404,
    );
  });
});
