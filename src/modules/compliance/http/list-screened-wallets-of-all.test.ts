import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AdministrationHost,
  administrationHost,
  describeKeptOut,
} from '../../../../tests/support/administration-host.ts';
import { insertAccount } from '../../../../tests/support/payable-link.ts';
import { recordRefusedWallets } from '../record-refused-wallets.ts';

const WALLET = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e';

let host: AdministrationHost;
let accounts: readonly [string, string];
beforeAll(async () => {
  host = await administrationHost();
  const { db } = host.ctx;
  accounts = [await insertAccount(db), await insertAccount(db)];
  for (const accountId of accounts) {
    await recordRefusedWallets(host.ctx, {
      operationId: 'createPayout',
      wallets: [
        {
          accountId,
          walletAddress: WALLET,
          role: 'recipient',
          network: 'base',
          code: 'screening_rejected',
          provider: 'hypernative',
        },
      ],
    });
  }
});
afterAll(() => host[Symbol.asyncDispose]());

const path = '/v1/admin/screened-wallets';
const list = (query = '') => host.callAt('GET', `${path}${query}`, { token: host.administrator });

describe('200', () => {
  it('lists wallets of all accounts page by page, and of one', async () => {
    const first = await list('?limit=1');
    const wallet = { walletAddress: WALLET, operationId: 'createPayout', provider: 'hypernative' };
    expect(first.body).toMatchObject({ screenedWallets: [wallet] });
    const cursor = encodeURIComponent(String(Object(first.body).nextCursor));
    const second = await list(`?limit=1&cursor=${cursor}`);
    expect(second.body).toMatchObject({ screenedWallets: [wallet], nextCursor: null });
    const seen = [first, second].map(({ body }) => Object(body).screenedWallets[0].accountId);
    expect(seen.sort()).toEqual([...accounts].sort());
    const [one] = accounts;
    expect((await list(`?accountId=${one}`)).body).toMatchObject({
      screenedWallets: [{ ...wallet, accountId: one }],
      nextCursor: null,
    });
    expect((await list('?status=undecided')).body).toEqual({
      screenedWallets: [],
      nextCursor: null,
    });
  });
});

describe('400', () => {
  it.each(['?status=all', '?cursor=x', '?accountId=%00', '?limit=101', '?more=1'])(
    'names what is wrong with %s',
    async (query) => {
      expect((await list(query)).status).toBe(400);
    },
  );
});

describe('401 and 404', () => {
  describeKeptOut(() => host, { method: 'GET', path });
});
