import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PartnerHost, partnerHost, textAt } from '../../../../tests/support/partner-host.ts';
import { connected, stillChain } from '../../../../tests/support/still-chain.ts';

type Headers = Readonly<Record<string, string>>;

const WALLET = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e';
const BODY = {
  label: 'Office',
  recipient: WALLET,
  creatorWalletAddress: WALLET,
  network: 'base',
  currency: 'USDC-base',
  amount: '1',
};

let host: PartnerHost;
let session: Headers;
let id: string;
beforeAll(async () => {
  host = await partnerHost({ chains: connected(stillChain('base')) });
});
afterAll(() => host[Symbol.asyncDispose]());
beforeEach(async () => {
  ({ byEmail: session } = await host.newPeople());
  id = textAt(await host.done('createSavedPayout', session, { body: BODY }), 'id');
});

const remove = (headers: Headers = session) =>
  host.call('removeSavedPayout', headers, { params: { id } });
const listed = async () => await host.done('listSavedPayouts', session, {});

describe('200', () => {
  it('removes it for good, after which its label is free', async () => {
    expect(await remove()).toMatchObject({ status: 200, body: { removed: true } });
    expect(await listed()).toMatchObject({ savedPayouts: [] });
    expect((await host.call('createSavedPayout', session, { body: BODY })).status).toBe(201);
    const entries = await host.ctx.db
      .selectFrom('audit_entry')
      .select('action')
      .where('object_id', '=', id)
      .orderBy('id')
      .execute();
    expect(entries.map(({ action }) => action).sort()).toEqual([
      'saved_payout.created',
      'saved_payout.removed',
    ]);
  });
});

describe('401', () => {
  it('without a session or a key, and removes nothing', async () => {
    expect(await remove({})).toMatchObject({ status: 401 });
    expect(await listed()).toMatchObject({ savedPayouts: [{ id }] });
  });
});

describe('404', () => {
  it('for one of another account and one that is gone', async () => {
    const { byEmail: other } = await host.newPeople();
    const answer = { status: 404, body: { code: 'saved_payout_not_found' } };
    expect(await remove(other)).toMatchObject(answer);
    expect(await listed()).toMatchObject({ savedPayouts: [{ id }] });
    await remove();
    expect(await remove()).toMatchObject(answer);
  });
});
