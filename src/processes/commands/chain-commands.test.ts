import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#kit/clock.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { insertLink } from '../../../tests/support/payable-link.ts';
import { runFlorin, runFlorinHere } from '../../../tests/support/run-florin.ts';
import {
  type SettlementWorld,
  settlementWorld,
  UNRELATED,
} from '../../../tests/support/settlement-world.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let home: string;
let world: SettlementWorld;
beforeAll(async () => {
  database = await testDatabase();
  home = await mkdtemp(join(tmpdir(), 'florin-chains-'));
  world = await settlementWorld(testContext({ db: database.db }));
});
afterAll(async () => {
  await rm(home, { recursive: true, force: true });
  await database[Symbol.asyncDispose]();
});

/** Runs `florin` with these words on the test's database, with nodes that do not exist. */
const florin = (...text: readonly string[]) => runFlorinHere(text, settings());

const settings = () => ({
  FLORIN_MODE: 'sandbox',
  FLORIN_HOME: home,
  DATABASE_URL: database.url,
  RPC_URL_SEPOLIA: 'http://127.0.0.1:9',
});

const blocks = (...text: string[]) => florin('reconcile', '--network', 'sepolia', ...text);

describe('an operator', () => {
  it('lists suspicious transfers, and lets a halted network continue, which is audited', async () => {
    const now = systemClock;
    const ctx = testContext({ db: database.db, now });
    const link = await insertLink(database.db);
    const copied = world.transferOf(link, world.block(10n), { tokenAddress: UNRELATED });
    await world.happen(ctx, world.blocks(world.block(10n), [copied]));
    const listed = await florin('suspicious', '--network', 'sepolia', '--json');
    expect(listed).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(listed.stdout)).toMatchObject({
      transfers: [{ reason: 'foreign_token', requestId: link.requestId, block: 10 }],
      next: null,
    });

    const halt = { halted_at: now(), halted_reason: 'final blocks were replaced' };
    await database.db.updateTable('chain_cursor').set(halt).execute();
    // In a process of its own, which must end although nodes do not answer.
    const status = await runFlorin(['status'], settings());
    expect(status.code).toBe(1);
    expect(status.stdout).toContain(`✗ sepolia stands still since ${halt.halted_at.toISOString()}`);
    expect(status.stdout).toContain('✗ No node of sepolia answers');
    expect((await florin('resume', '--network', 'sepolia')).stdout).toContain('sepolia continues');
    expect((await florin('resume', '--network', 'sepolia')).stdout).toContain('was not halted');
    const records = await database.db
      .selectFrom('audit_entry')
      .select(['action', 'actor_kind', 'object_id'])
      .where('action', '=', 'network.resumed')
      .execute();
    expect(records).toEqual([
      { action: 'network.resumed', actor_kind: 'operator', object_id: 'sepolia' },
    ]);
  });

  it('reads that a network without nodes is not followed, which is no error', async () => {
    const network = 'arbitrum-one';
    const at = { block_number: 7n, block_hash: Buffer.alloc(32), head_number: 7n };
    const row = { ...at, network, updated_at: new Date(0) };
    await database.db.insertInto('chain_cursor').values(row).execute();
    const { stdout } = await florin('status');
    expect(stdout).toContain(
      'arbitrum-one is not followed: RPC_URL_ARBITRUM_ONE names no node here. It was scanned up to block 7.',
    );
    expect(stdout).not.toMatch(/^[✗!].*arbitrum-one/m);
    await database.db.deleteFrom('chain_cursor').where('network', '=', network).execute();
  });

  it.each([
    [['--from', 'latest'], '--from must be the number of a block'],
    [['--from', '0', '--to', '-1'], '--to must be the number of a block'],
    [['--from', '0', '--to', '11'], '--to must not be above it'],
    [['--from', '11'], '--from 11 is above --to 10'],
  ])('reads what is wrong with %j', async (text, message) => {
    expect(await blocks(...text)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(message),
    });
  });

  it('reads why a reorg cannot be accepted, and nothing changes', async () => {
    const accept = (block: string) =>
      florin('resume', '--network', 'sepolia', '--accept-reorg-from', block, '--yes');
    expect((await accept('ten')).stderr).toBe(
      '--accept-reorg-from must be the number of a block\n',
    );
    expect(await accept('10')).toEqual({ code: 1, stdout: '', stderr: 'sepolia is not halted\n' });
    const halt = { halted_at: systemClock(), halted_reason: 'final blocks were replaced' };
    await database.db.updateTable('chain_cursor').set(halt).execute();
    expect((await accept('10')).stderr).toContain('no node of sepolia returned block 10');
    expect((await florin('resume', '--network', 'sepolia')).stdout).toContain('sepolia continues');
  });

  it('is reported networks that do not exist or have no node', async () => {
    const of = (network: string) => florin('rescan', '--network', network, '--from', '0');
    expect((await of('bsae')).stderr).toBe('There is no network "bsae"\n');
    expect((await of('base')).stderr).toContain('No node of base is configured');
  });

  it('reads that no node answers, and that nothing was compared', async () => {
    const ended = await blocks('--from', '0');
    // 1 would say that the ledger differs.
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).not.toBe('');
  });

  it('reads so as well where the comparison itself fails', async () => {
    await sql`alter table chain_cursor rename to chain_cursor_away`.execute(database.db);
    const ended = await blocks('--from', '0');
    await sql`alter table chain_cursor_away rename to chain_cursor`.execute(database.db);
    expect(ended).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('relation "chain_cursor" does not exist'),
    });
  });

  it('reads where the next page of suspicious transfers begins', async () => {
    expect(await florin('suspicious', '--before', 'zzz')).toEqual({
      code: 1,
      stdout: '',
      stderr: '--before must be what an earlier page ended with, not "zzz"\n',
    });
  });
});
