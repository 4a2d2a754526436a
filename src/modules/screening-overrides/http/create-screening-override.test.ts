import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OverrideHost, overrideHost } from '../../../../tests/support/override-host.ts';

let at: OverrideHost;
beforeAll(async () => {
  at = await overrideHost();
});
afterAll(() => at[Symbol.asyncDispose]());

const DAY_MS = 24 * 60 * 60 * 1_000;
const inDays = (days: number) => new Date(at.ctx.now().getTime() + days * DAY_MS).toISOString();
const WALLET = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const rejection = { walletAddress: WALLET, decision: 'rejected', reason: 'Not ours' };
const create = (body: object) => at.call('POST', { as: at.own, body });

const audit = () =>
  at.ctx.db
    .selectFrom('audit_entry')
    .select(['action', 'actor_kind', 'details'])
    .where('object_kind', '=', 'screening_override')
    .orderBy('id')
    .execute();

describe('201', () => {
  it('shows the wallet as its chain does, and the audit log has who and why', async () => {
    const body = { ...rejection, walletAddress: WALLET.toLowerCase() };
    expect(await create(body)).toEqual({
      status: 201,
      body: {
        ...rejection,
        id: expect.stringMatching(/^[0-9A-Z]{26}$/),
        setBy: 'account',
        createdAt: at.ctx.now().toISOString(),
        expiresAt: null,
      },
    });
    expect(await audit()).toMatchObject([
      {
        action: 'screening_override.created',
        actor_kind: 'api_key',
        details: expect.stringContaining('Not ours'),
      },
    ]);
  });

  it('replaces what was decided about the same wallet before, of one account alone', async () => {
    const approval = { decision: 'approved', reason: 'Checked', expiresAt: inDays(366) };
    await at.call('POST', { as: at.other, body: rejection });
    await create(rejection);
    await create({ ...approval, walletAddress: WALLET });
    const rows = await at.ctx.db
      .selectFrom('screening_override')
      .select(['account_id', 'decision'])
      .where('wallet_address', '=', WALLET)
      .execute();
    expect(new Map(rows.map((row) => [row.account_id, row.decision]))).toEqual(
      new Map([
        [at.own.accountId, 'approved'],
        [at.other.accountId, 'rejected'],
      ]),
    );
    expect(rows).toHaveLength(2);
  });
});

describe('400', () => {
  it.each([
    ['no wallet', { ...rejection, walletAddress: '0x12' }],
    ['a mistyped wallet', { ...rejection, walletAddress: WALLET.replace('fB', 'FB') }],
    ['a long wallet', { ...rejection, walletAddress: '0'.repeat(101) }],
    ['another decision', { ...rejection, decision: 'error' }],
    ['no reason', { ...rejection, reason: ' ' }],
    ['a long reason', { ...rejection, reason: 'x'.repeat(501) }],
    ['a reason with NUL', { ...rejection, reason: 'a\0b' }],
    ['no time', { ...rejection, expiresAt: 'tomorrow' }],
    ['an unknown field', { ...rejection, setBy: 'operator' }],
  ])('for %s, and nothing is stored', async (_what, body) => {
    const before = (await audit()).length;
    expect((await create(body)).status).toBe(400);
    expect(await audit()).toHaveLength(before);
  });

  it('for an approval without an end, one that is past, and one that is too far', async () => {
    const approval = { ...rejection, decision: 'approved' };
    for (const expiresAt of [null, undefined, inDays(0), inDays(-1), inDays(367)]) {
      const { status, body } = await create({ ...approval, expiresAt });
      expect({ status, errors: body['errors'] }).toMatchObject({
        status: 400,
        errors: [{ field: 'expiresAt' }],
      });
    }
  });
});

describe('401', () => {
  it('without a credential', async () => {
    expect((await at.call('POST', { body: rejection })).status).toBe(401);
  });
});
