import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type PayersHost, payersHost } from '../../../../tests/support/payers-host.ts';
import { erasePayer } from '../erase-payer.ts';
import { runIdentityChecks } from '../run-identity-checks.ts';

let host: PayersHost;
beforeAll(async () => {
  host = await payersHost();
  for (const clientUserId of ['shop-1', 'shop-2', 'Shop-3', 'a_b', 'a%b']) {
    host.now.advance(1_000);
    await host.create({ clientUserId });
  }
  await host.create({ clientUserId: 'shop-of-somebody' }, host.otherKey);
});
afterAll(() => host[Symbol.asyncDispose]());

const list = (query = '', headers: PayersHost['key'] = host.key) =>
  host.call('GET', `/v2/payer${query}`, { headers });
const Listed = z.array(z.looseObject({ clientUserId: z.string() }));
const payersOf = ({ body }: Awaited<ReturnType<typeof list>>) => Listed.parse(body['payers']);
const namesOf = (answer: Awaited<ReturnType<typeof list>>) =>
  payersOf(answer).map(({ clientUserId }) => clientUserId);

describe('200', () => {
  it('lists the payers of the account alone, the newest first, and nothing of who they are', async () => {
    const answer = await list();
    expect(namesOf(answer)).toEqual(['a%b', 'a_b', 'Shop-3', 'shop-2', 'shop-1']);
    expect(answer.body).toMatchObject({ nextCursor: null });
    expect(payersOf(answer)[0]).toEqual({
      clientUserId: 'a%b',
      userId: expect.any(String),
      beneficiaryType: 'individual',
      kycStatus: 'pending',
      agreementStatus: 'not_started',
      isCompliant: false,
      createdAt: '2026-01-02T03:04:10.000Z',
    });
  });

  it('goes on where a page ended, also of payers that were named in the same moment', async () => {
    await host.create({ clientUserId: 'same-1' });
    await host.create({ clientUserId: 'same-2' });
    const found: string[] = [];
    let cursor = '';
    do {
      const answer = await list(`?limit=2${cursor}`);
      found.push(...namesOf(answer));
      cursor = answer.body['nextCursor'] === null ? '' : `&cursor=${answer.body['nextCursor']}`;
    } while (cursor !== '');
    expect(found).toEqual(namesOf(await list()));
    expect(found).toHaveLength(7);
  });

  it('finds payers by how their id begins, whatever is in it', async () => {
    expect(namesOf(await list('?clientUserId=shop-'))).toEqual(['shop-2', 'shop-1']);
    expect(namesOf(await list('?clientUserId=a_'))).toEqual(['a_b']);
    expect(namesOf(await list('?clientUserId=a%25'))).toEqual(['a%b']);
    expect(namesOf(await list('?clientUserId=hop'))).toEqual([]);
  });

  it('finds payers by the state of their check', async () => {
    const ref = await host.decide('shop-1', 'approved');
    await host.report('approve shop-1', ref);
    await runIdentityChecks(host.ctx, 100);
    expect(namesOf(await list('?kycStatus=approved'))).toEqual(['shop-1']);
    expect(namesOf(await list('?kycStatus=pending&clientUserId=shop-'))).toEqual(['shop-2']);
  });

  it('leaves out who was erased, and answers nothing from the cursor of another account', async () => {
    const rows = await host.ctx.db.selectFrom('payer').selectAll().execute();
    const [erased, foreign] = ['shop-2', 'shop-of-somebody'].map((name) =>
      rows.find((row) => row.client_user_id === name),
    );
    if (erased === undefined || foreign === undefined) throw new Error('both were named');
    const { id, account_id: accountId } = erased;
    await erasePayer(host.ctx, { id, accountId }, 'request');
    expect(namesOf(await list('?clientUserId=shop-'))).toEqual(['shop-1']);
    expect(namesOf(await list(`?cursor=${foreign.id}`))).toEqual([]);
  });
});

describe('400', () => {
  it.each(['?kycStatus=done', '?limit=0', '?limit=101', '?cursor=1', '?clientUserId=', '?page=2'])(
    'for %s',
    async (query) => {
      expect(await list(query)).toMatchObject({ status: 400 });
    },
  );
});

describe('401', () => {
  it('without a key', async () => {
    expect(await list('', {})).toMatchObject({ status: 401 });
  });
});
