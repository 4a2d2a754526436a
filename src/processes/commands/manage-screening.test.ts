import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decidePayers } from '#modules/settlement/decide-payers.ts';
import { type HeldPaymentHost, heldPaymentHost } from '../../../tests/support/held-payment-host.ts';
import { runFlorinHere } from '../../../tests/support/run-florin.ts';
import { PAYER } from '../../../tests/support/settlement-world.ts';

let at: HeldPaymentHost;
let home: string;
beforeAll(async () => {
  at = await heldPaymentHost();
  home = await mkdtemp(join(tmpdir(), 'florin-screening-'));
});
afterAll(async () => {
  await rm(home, { recursive: true, force: true });
  await at[Symbol.asyncDispose]();
});

const florin = (words: readonly string[], settings: Readonly<Record<string, string>> = {}) =>
  runFlorinHere(['screening', ...words], {
    FLORIN_MODE: 'sandbox',
    FLORIN_HOME: home,
    DATABASE_URL: at.databaseUrl,
    ...settings,
  });

/** What a command that must go well prints for programs. */
async function json(...words: readonly string[]): Promise<unknown> {
  const { code, stdout, stderr } = await florin([...words, '--json']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

const auditOf = async (kind: string) => {
  const rows = await at.ctx.db
    .selectFrom('audit_entry')
    .select(['action', 'actor_kind', 'details'])
    .where('object_kind', '=', kind)
    .orderBy('id')
    .execute();
  return rows.map(({ details, ...row }) => ({ ...row, ...JSON.parse(details) }));
};

describe('held payments', () => {
  it('are listed by status and account, and shown with all who took part', async () => {
    const undecided = { id: at.id, accountId: at.accountId, status: 'undecided' };
    expect(await json('list')).toMatchObject({ heldPayments: [undecided] });
    await decidePayers(at.ctx, { isJudged: false, limit: 10 });
    const refused = {
      ...undecided,
      status: 'refused',
      reason: 'screening_rejected',
      wallet: PAYER,
    };
    expect(await json('list', '--status', 'refused')).toMatchObject({ heldPayments: [refused] });
    expect(await json('list', '--status', 'undecided')).toEqual({ heldPayments: [] });
    expect(await json('list', '--account', 'nobody')).toEqual({ heldPayments: [] });
    expect(await json('show', at.id)).toMatchObject({ ...refused, payer: PAYER, checks: 0 });
    const shown = await florin(['show', at.id]);
    expect(shown.stdout).toContain(PAYER);
  });

  it('are refused by one sentence where there is none', async () => {
    for (const words of [
      ['show', '01K8Z3N5T7V9X1B3D5F7H9J1M4'],
      ['release', 'held', '--reason', 'Ours'],
    ]) {
      const { code, stdout, stderr } = await florin(words);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr.trim().split('\n')).toHaveLength(1);
    }
  });

  it('are released with a reason, where lists are required only despite them, and once', async () => {
    const release = ['release', at.id, '--reason', 'Checked by hand'];
    const required = { SANCTIONS_ORACLE: 'required', RPC_URL_MAINNET: 'http://127.0.0.1:1' };
    const kept = await florin(release, required);
    expect({ code: kept.code, stdout: kept.stdout }).toEqual({ code: 1, stdout: '' });
    expect(await auditOf('held_payment')).toEqual([]);
    for (const _ of [1, 2]) {
      const { code, stdout } = await florin([...release, '--despite-lists', '--json'], required);
      expect({ code, answer: JSON.parse(stdout) }).toEqual({
        code: 0,
        answer: { id: at.id, status: 'released' },
      });
    }
    expect(await auditOf('held_payment')).toMatchObject([
      { action: 'held_payment.released', actor_kind: 'operator', reason: 'Checked by hand' },
    ]);
  });
});

describe('wallets', () => {
  it('that were rejected are listed page by page, and those without a decision apart', async () => {
    const rejected = { walletAddress: PAYER, status: 'rejected', provider: 'sanctions_oracle' };
    expect(await json('wallets')).toMatchObject({ screenings: [rejected], nextCursor: null });
    expect(await json('wallets', '--account', 'nobody')).toMatchObject({ screenings: [] });
    expect(await json('wallets', '--status', 'undecided')).toEqual({
      screenings: [],
      nextCursor: null,
    });
    const { token } = at.link;
    const wallets = [...Array(51).keys()].map((i) => `0x${`${1000 + i}`.padStart(40, '3')}`);
    await at.ctx.db
      .insertInto('wallet_screening')
      .values(
        wallets.map((wallet_address) => ({
          secure_payment_token: token,
          role: 'payer',
          wallet_address,
          account_id: at.accountId,
          network: 'sepolia',
          plan: '{}',
          subject: '{}',
          failed_at: at.ctx.now(),
          created_at: at.ctx.now(),
        })),
      )
      .execute();
    const first = Object(await json('wallets', '--status', 'undecided'));
    expect(first.screenings).toHaveLength(50);
    const undecided = ['wallets', '--status', 'undecided', '--account', at.accountId];
    const second = Object(await json(...undecided, '--after', first.nextCursor));
    expect(second).toMatchObject({ screenings: [{ status: 'failed' }], nextCursor: null });
    const seen = [...first.screenings, ...second.screenings];
    expect(new Set(seen.map(({ walletAddress }) => walletAddress))).toEqual(new Set(wallets));
    expect((await florin(undecided)).stdout).toContain('More: --after ');
    expect(await florin(['wallets', '--after', 'x'])).toMatchObject({ code: 1, stdout: '' });
  });

  it('are approved and rejected in advance, listed and withdrawn, each with an audit entry', async () => {
    const wallet = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
    const of = [wallet, '--account', at.accountId, '--reason', 'Checked'];
    for (const wrong of [
      ['approve', ...of],
      ['approve', ...of, '--until', 'soon'],
      ['approve', ...of, '--until', '2001-01-01'],
      ['reject', 'nothing', ...of.slice(1)],
      ['reject', wallet, '--account', 'nobody', '--reason', 'x'],
      ['reject', wallet, '--account', at.accountId, '--reason', ' '],
    ]) {
      expect(await florin(wrong)).toMatchObject({ code: 1, stdout: '' });
    }
    expect(await json('overrides')).toEqual({ overrides: [], nextCursor: null });
    const made = Object(await json('reject', ...of));
    expect(made).toMatchObject({ walletAddress: wallet, decision: 'rejected', setBy: 'operator' });
    expect(await json('overrides', '--account', at.accountId)).toMatchObject({
      overrides: [{ id: made.id, reason: 'Checked', expiresAt: null }],
    });
    await json('withdraw', made.id);
    expect(await json('overrides')).toMatchObject({ overrides: [] });
    expect(await florin(['withdraw', made.id])).toMatchObject({ code: 1, stdout: '' });
    expect(await auditOf('screening_override')).toMatchObject([
      { action: 'screening_override.created', actor_kind: 'operator', reason: 'Checked' },
      { action: 'screening_override.removed', actor_kind: 'operator' },
    ]);
  });
});
