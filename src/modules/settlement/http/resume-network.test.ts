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

async function scanned(network: string, halted: object = {}): Promise<void> {
  const at = host.ctx.now();
  await host.ctx.db
    .insertInto('chain_cursor')
    .values({
      network,
      block_number: 7n,
      block_hash: Buffer.alloc(32, 1),
      head_number: 9n,
      updated_at: at,
      ...halted,
    })
    .execute();
}

const resume = (network: string) =>
  host.callAt('POST', `/v1/admin/networks/${network}/resume`, { token: host.administrator });

describe('200', () => {
  it('lets a halted network continue, once, which the log records', async () => {
    const halted_at = host.ctx.now();
    await scanned('base', { halted_at, halted_reason: 'final blocks were replaced' });
    expect(await resume('base')).toMatchObject({ status: 200, body: { success: true } });
    expect(await resume('base')).toMatchObject({ status: 409 });
    expect(await administrationsOf(host, 'network.resumed')).toMatchObject([{ object_id: 'base' }]);
  });
});

describe('401 and 404', () => {
  describeKeptOut(() => host, { method: 'POST', path: '/v1/admin/networks/base/resume' });
});

describe('409', () => {
  it.each(['sepolia', 'nowhere'])(
    'is answered for %s, which stands nowhere still',
    async (name) => {
      expect(await resume(name)).toMatchObject({
        status: 409,
        body: { code: 'network_not_halted' },
      });
    },
  );
});
