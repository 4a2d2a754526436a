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

const list = (query = '') =>
  host.callAt('GET', `/v1/admin/suspicious-transfers${query}`, { token: host.administrator });

describe('200', () => {
  it('is empty where nothing was seen', async () => {
    expect((await list('?network=base')).body).toEqual({ transfers: [], nextCursor: null });
  });
});

describe('400', () => {
  it.each(['?network=nowhere', '?cursor=x', '?more=1'])(
    'names what is wrong with %s',
    async (query) => {
      expect((await list(query)).status).toBe(400);
    },
  );
});

describe('401 and 404', () => {
  describeKeptOut(() => host, { method: 'GET', path: '/v1/admin/suspicious-transfers' });
});
