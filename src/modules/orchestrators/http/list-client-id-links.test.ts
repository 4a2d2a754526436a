import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PartnerHost, partnerHost } from '../../../../tests/support/partner-host.ts';

let host: PartnerHost;
beforeAll(async () => {
  host = await partnerHost();
});
afterAll(() => host[Symbol.asyncDispose]());

async function partnerWithLinks(count: number) {
  const partner = await host.newPartner();
  const clientIds: string[] = [];
  for (let i = 0; i < count; i++) {
    const { clientId } = await host.newClientId(partner.accountId);
    await host.done('linkClientId', partner.key, { body: { clientId } });
    clientIds.push(clientId);
  }
  return { ...partner, clientIds };
}

const shown = (clientIds: readonly string[]) => clientIds.map((clientId) => ({ clientId }));

describe('200', () => {
  it('lists active links in pages, oldest first', async () => {
    const { key, clientIds } = await partnerWithLinks(5);
    const page = (query: string) => host.call('listClientIdLinks', key, { query });
    expect(await host.call('listClientIdLinks', key)).toMatchObject({
      status: 200,
      body: { links: shown(clientIds), total: 5, page: 1, limit: 50 },
    });
    expect(await page('limit=2')).toMatchObject({
      body: { links: shown(clientIds.slice(0, 2)), total: 5, page: 1, limit: 2 },
    });
    expect(await page('page=3&limit=2')).toMatchObject({
      body: { links: shown(clientIds.slice(4)), total: 5, page: 3, limit: 2 },
    });
    expect(await page('page=4&limit=2')).toMatchObject({
      status: 200,
      body: { links: [], total: 5 },
    });
  });

  it('leaves out links that were ended, and those of other partners', async () => {
    const { key, clientIds } = await partnerWithLinks(2);
    await partnerWithLinks(1);
    const [ended = '', left = ''] = clientIds;
    await host.done('unlinkClientId', key, { params: { clientId: ended } });
    const { body } = await host.call('listClientIdLinks', key);
    expect(body).toMatchObject({ links: [{ clientId: left }], total: 1 });
  });
});

describe('400', () => {
  it.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=99999999999',
    'limit=0',
    'limit=101',
    'limit=',
    'limit=x',
    'offset=1',
  ])('refuses %s', async (query) => {
    const { key } = await host.newPartner();
    expect(await host.call('listClientIdLinks', key, { query })).toMatchObject({ status: 400 });
  });
});

describe('401', () => {
  it('requires the key of a partner', async () => {
    for (const headers of [{}, { 'x-orchestrator-key': 'nothing' }]) {
      expect(await host.call('listClientIdLinks', headers)).toMatchObject({ status: 401 });
    }
  });
});
