import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AdministrationHost,
  administrationHost,
  administrationsOf,
  describeKeptOut,
  insertScanned,
} from '../../../../tests/support/administration-host.ts';

let host: AdministrationHost;
beforeAll(async () => {
  host = await administrationHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const resume = (network: string) =>
  host.callAt('POST', `/v1/admin/networks/${network}/resume`, { token: host.administrator });

describe('200', () => {
  it('lets a halted network continue, once, which the log records', async () => {
    const halted_at = host.ctx.now();
    await insertScanned(host, 'base', { halted_at, halted_reason: 'final blocks were replaced' });
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
