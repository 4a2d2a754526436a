import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AdministrationHost,
  administrationHost,
  describeKeptOut,
} from '../../../../tests/support/administration-host.ts';

let host: AdministrationHost;
beforeAll(async () => {
  host = await administrationHost();
});
afterAll(() => host[Symbol.asyncDispose]());

describe('200', () => {
  it('names who is blocked in words that lift it, and no key', async () => {
    const ends = host.ctx.now().getTime();
    const clientId = 'cli_BQcHk1UxOEQOk7725zcEw5nA';
    await host.ctx.db
      .insertInto('rate_limit_block')
      .values(
        [
          [`client_id:${clientId}:203.0.113.7`, 3],
          ['session.management:c2VjcmV0:20010db800010002', 2],
          ['failed:203.0.113.8', 1],
          ['a:203.0.113.9', 0],
        ].map(([key, later]) => ({
          key: String(key),
          ends_at_ms: BigInt(ends + Number(later) * 1_000),
        })),
      )
      .execute();
    const answer = await host.callAt('GET', '/v1/admin/rate-limit-blocks', {
      token: host.administrator,
    });
    const until = (seconds: number) => new Date(ends + seconds * 1_000).toISOString();
    const address = '2001:0db8:0001:0002::';
    expect(answer.body).toEqual({
      blocks: [
        {
          kind: 'client_id',
          clientId,
          address: '203.0.113.7',
          name: clientId,
          endsAt: until(3),
        },
        { kind: 'session', clientId: null, address, name: address, endsAt: until(2) },
        {
          kind: 'failed_credentials',
          clientId: null,
          address: '203.0.113.8',
          name: '203.0.113.8',
          endsAt: until(1),
        },
      ],
    });
    const body = { name: address };
    expect(
      await host.callAt('POST', '/v1/admin/rate-limit-blocks/lift', {
        token: host.administrator,
        body,
      }),
    ).toMatchObject({ status: 200, body: { removed: 1 } });
  });
});

describe('401 and 404', () => {
  describeKeptOut(() => host, { method: 'GET', path: '/v1/admin/rate-limit-blocks' });
});
