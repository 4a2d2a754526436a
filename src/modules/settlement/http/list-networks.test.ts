import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AdministrationHost,
  administrationHost,
  describeKeptOut,
  insertScanned,
} from '../../../../tests/support/administration-host.ts';

let host: AdministrationHost;
beforeAll(async () => {
  host = await administrationHost();
});
afterAll(() => host[Symbol.asyncDispose]());

describe('200', () => {
  it('lists what is scanned, and why one stands still', async () => {
    const at = host.ctx.now();
    await insertScanned(host, 'base', {
      halted_at: at,
      halted_reason: 'final blocks were replaced',
    });
    await insertScanned(host, 'sepolia');
    const { body } = await host.callAt('GET', '/v1/admin/networks', { token: host.administrator });
    const both = { cursor: 7, head: 9, movedAt: at.toISOString(), awaiting: 0, suspicious: 0 };
    expect(body).toEqual({
      networks: [
        {
          ...both,
          network: 'base',
          halt: { at: at.toISOString(), reason: 'final blocks were replaced' },
        },
        { ...both, network: 'sepolia', halt: null },
      ],
    });
  });
});

describe('401 and 404', () => {
  describeKeptOut(() => host, { method: 'GET', path: '/v1/admin/networks' });
});
