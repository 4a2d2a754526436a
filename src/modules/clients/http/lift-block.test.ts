import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AdministrationHost,
  administrationHost,
  administrationsOf,
  describeKeptOut,
} from '../../../../tests/support/administration-host.ts';

let host: AdministrationHost;
beforeAll(async () => {
  host = await administrationHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const lift = (name: unknown) =>
  host.callAt('POST', '/v1/admin/rate-limit-blocks/lift', {
    token: host.administrator,
    body: { name },
  });

describe('200', () => {
  it('removes the counts of an address, and the log has it without the address', async () => {
    const ends_at_ms = BigInt(host.ctx.now().getTime() + 60_000);
    await host.ctx.db
      .insertInto('rate_limit_block')
      .values({ key: 'a:203.0.113.9', ends_at_ms })
      .execute();
    expect(await lift('203.0.113.9')).toMatchObject({ status: 200, body: { removed: 1 } });
    const recorded = await administrationsOf(host, 'rate_limit.unblocked');
    expect(recorded).toMatchObject([{ object_id: 'address', details: { removed: 1 } }]);
  });
});

describe('400', () => {
  it.each(['', 'a shop', 7, 'x'.repeat(101)])('takes no %j for a caller', async (name) => {
    expect((await lift(name)).status).toBe(400);
  });
});

describe('401 and 404', () => {
  const body = { name: '192.0.2.1' };
  describeKeptOut(() => host, {
    method: 'POST',
    path: '/v1/admin/rate-limit-blocks/lift',
    body,
  });

  it('knows no other credential', async () => {
    expect((await lift('cli_BQcHk1UxOEQOk7725zcEw5nA')).status).toBe(404);
  });
});
