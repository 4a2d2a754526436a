import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestClient, http } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '../support/database.ts';
import { linkOnChain } from '../support/link-on-chain.ts';
import { TEST_PAYEE } from '../support/payable-link.ts';
import { runFlorin } from '../support/run-florin.ts';
import { type SpawnedServer, spawnServer } from '../support/spawn-server.ts';
import { execute, openTestNode, type TestNode } from '../support/test-node.ts';

/** The local node calls final what is two blocks deep, so this replaces final blocks. */
const DEPTH = 6;
/** A reorg that seems deep is polled three times, with pauses of seconds. */
const HALT_WITHIN_MS = 120_000;

let sepolia: TestNode;
let database: Awaited<ReturnType<typeof testDatabase>>;
let server: SpawnedServer;
let settings: Record<string, string>;
let home: string;

const anvil = () => createTestClient({ mode: 'anvil', transport: http(sepolia.node.rpcUrl) });

beforeAll(async () => {
  [sepolia, database, home] = await Promise.all([
    openTestNode('sepolia'),
    testDatabase(),
    mkdtemp(join(tmpdir(), 'florin-reorg-')),
  ]);
  await anvil().setAutomine(true);
  settings = {
    FLORIN_MODE: 'production',
    DATABASE_URL: database.url,
    RPC_URL_SEPOLIA: sepolia.node.rpcUrl,
    CONFIRMATIONS_SEPOLIA: '1',
    SECRET_KEY: randomBytes(32).toString('hex'),
    API_URL: 'http://localhost:8480',
    AUTH_URL: 'http://localhost:8481',
    PAY_URL: 'http://localhost:8482',
  };
  server = await spawnServer(settings, 'all');
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await sepolia[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
  await rm(home, { recursive: true, force: true });
});

const florin = (...args: string[]) => runFlorin(args, { FLORIN_HOME: home, ...settings });
const resume = (...args: string[]) => florin('resume', '--network', 'sepolia', ...args);

const cursor = () =>
  database.db
    .selectFrom('chain_cursor')
    .select(['block_number', 'halted_reason'])
    .executeTakeFirst();

type Link = Awaited<ReturnType<typeof linkOnChain>>;

/** Pays a link in full; answers the block that holds it. */
async function pay({ reference, tokenAddress, expectedUnits }: Link): Promise<bigint> {
  const calls = [
    sepolia.chain.encodeApproval(tokenAddress, expectedUnits, 'fee_proxy'),
    sepolia.chain.encodePayment({
      kind: 'token',
      tokenAddress,
      payeeAddress: TEST_PAYEE,
      amountUnits: expectedUnits,
      paymentReference: reference,
      feeUnits: 0n,
      feeAddress: TEST_PAYEE,
    }),
  ];
  const sent = calls.map(({ to, data }) => ({ to, data, value: '0x0' }) as const);
  const executed = await execute(sepolia, sent);
  return executed[1]?.receipt.blockNumber ?? 0n;
}

/** What the ledger says of a link. */
async function storedPaymentsOf({ accountId, requestRowId, token }: Link) {
  const { db } = database;
  const events = await db
    .selectFrom('event')
    .select('type')
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  const transfers = await db
    .selectFrom('chain_transfer')
    .select('status')
    .where('request_id', '=', requestRowId)
    .orderBy('id')
    .execute();
  const { status } = await db
    .selectFrom('secure_payment')
    .select('status')
    .where('token', '=', token)
    .executeTakeFirstOrThrow();
  return {
    events: events.map(({ type }) => type),
    transfers: transfers.map((row) => row.status),
    status,
  };
}

const awaitHalt = () =>
  expect
    .poll(async () => (await cursor())?.halted_reason ?? '', { timeout: HALT_WITHIN_MS })
    .toContain('was final');

const FINAL = ['payment.confirmed', 'payment.finalized'];

it('an operator who inspected a reorg of final blocks lets Florin follow the new chain', async () => {
  // A production begins at its newest block.
  await expect.poll(cursor, { timeout: HALT_WITHIN_MS }).toBeDefined();
  const [moved, lost] = [await linkOnChain(database.db), await linkOnChain(database.db)];
  await anvil().mine({ blocks: 2 });
  const first = await pay(moved);
  await pay(lost);
  await anvil().mine({ blocks: 2 });
  for (const link of [moved, lost]) {
    await expect
      .poll(() => storedPaymentsOf(link), { timeout: HALT_WITHIN_MS })
      .toMatchObject({ events: FINAL });
  }
  const head = await sepolia.chain.readHead();
  const depth = Number(head - first) + 1;
  expect(depth).toBe(DEPTH - 1);
  await anvil().request<{ Method: 'anvil_reorg'; Parameters: [number, []]; ReturnType: null }>({
    method: 'anvil_reorg',
    params: [depth, []],
  });
  await pay(moved);
  await anvil().mine({ blocks: DEPTH });
  await awaitHalt();
  const [, named = ''] = /replaced block (\d+),/.exec((await cursor())?.halted_reason ?? '') ?? [];

  // Without a word on the reorg it halts again.
  expect((await resume()).stdout).toContain('sepolia continues');
  await awaitHalt();
  const other = await resume('--accept-reorg-from', `${BigInt(named) + 1n}`, '--yes');
  expect(other).toMatchObject({ code: 1, stdout: '' });
  expect(other.stderr).toContain(`The first block that sepolia replaced is ${named}`);

  const shown = await resume('--accept-reorg-from', named);
  expect(shown).toMatchObject({ code: 0, stderr: '' });
  expect(shown.stdout).toContain(
    'Nothing was changed. With --yes what is recorded above it is undone, 2 in all',
  );
  for (const { requestId } of [moved, lost]) expect(shown.stdout).toContain(requestId);
  expect(await storedPaymentsOf(moved)).toMatchObject({
    transfers: ['finalized'],
    status: 'completed',
  });
  await awaitHalt();

  const done = await resume('--accept-reorg-from', named, '--yes', '--json');
  expect(JSON.parse(done.stdout)).toMatchObject({
    replaced: { number: Number(named) },
    takenBack: { transfers: 2, payments: 2 },
  });
  const timeout = { timeout: HALT_WITHIN_MS };
  await expect
    .poll(() => storedPaymentsOf(moved), timeout)
    .toEqual({
      events: [...FINAL, 'payment.reverted', ...FINAL],
      transfers: ['undone', 'finalized'],
      status: 'completed',
    });
  expect(await storedPaymentsOf(lost)).toEqual({
    events: [...FINAL, 'payment.reverted'],
    transfers: ['undone'],
    status: 'pending',
  });
  expect((await cursor())?.halted_reason).toBeNull();
  const compared = await florin('reconcile', '--network', 'sepolia', '--from', '0', '--json');
  expect(JSON.parse(compared.stdout)).toMatchObject({ count: 0 });
  expect((await resume('--accept-reorg-from', named)).stderr).toBe('sepolia is not halted\n');
  const record = await database.db
    .selectFrom('audit_entry')
    .select(['actor_kind', 'object_id'])
    .where('action', '=', 'network.reorg_accepted')
    .execute();
  expect(record).toEqual([{ actor_kind: 'operator', object_id: 'sepolia' }]);
});
