import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type PartnerHost, partnerHost } from '../../../../tests/support/partner-host.ts';
import { connected, stillChain } from '../../../../tests/support/still-chain.ts';

type Headers = Readonly<Record<string, string>>;

const WALLET = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e';

let host: PartnerHost;
let session: Headers;
beforeAll(async () => {
  host = await partnerHost({ chains: connected(stillChain('base')) });
  ({ byEmail: session } = await host.newPeople());
  const { byEmail: other } = await host.newPeople();
  for (const [label, headers] of [
    ['A', session],
    ['B', session],
    ['C', session],
    ['of somebody else', other],
  ] as const) {
    const body = {
      label,
      recipient: WALLET,
      creatorWalletAddress: WALLET,
      network: 'base',
      currency: 'USDC-base',
      amount: '1000000.000001',
    };
    await host.done('createSavedPayout', headers, { body });
  }
});
afterAll(() => host[Symbol.asyncDispose]());

const Page = z.object({
  savedPayouts: z.array(z.looseObject({ id: z.string(), label: z.string() })),
  nextCursor: z.string().nullable(),
});
const list = async (query = '', headers: Headers = session) =>
  await host.call('listSavedPayouts', headers, { query });

describe('200', () => {
  it('lists those of the account alone, page by page', async () => {
    const found: string[] = [];
    let cursor: string | null = '';
    do {
      const { body } = await list(`limit=2${cursor}`);
      const page = Page.parse(body);
      found.push(...page.savedPayouts.map(({ label }) => label));
      cursor = page.nextCursor === null ? null : `&cursor=${page.nextCursor}`;
    } while (cursor !== null);
    expect([...found].sort()).toEqual(['A', 'B', 'C']);
    const all = Page.parse((await list()).body).savedPayouts;
    expect(all.map(({ label }) => label)).toEqual(found);
    expect(all[0]).toMatchObject({ amount: '1000000.000001', reference: null });
  });
});

describe('400', () => {
  it.each(['limit=0', 'limit=201', 'cursor=x', 'page=2'])('for %s', async (query) => {
    expect((await list(query)).status).toBe(400);
  });
});

describe('401', () => {
  it('without a session or a key', async () => {
    expect((await list('', {})).status).toBe(401);
  });
});
