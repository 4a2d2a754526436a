import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { migrate } from '#platform/db/migrate.ts';
import { MIGRATIONS_FOLDER } from '#platform/db/read-migrations.ts';
import type { KeyedAccount } from '../support/keyed-account.ts';
import { type ProductionWorld, productionWorld } from '../support/production-world.ts';
import { sendToHost } from '../support/send-to-host.ts';
import type { SpawnedServer } from '../support/spawn-server.ts';

let world: ProductionWorld;
let server: SpawnedServer;
let account: KeyedAccount;
let next: string;

beforeAll(async () => {
  world = await productionWorld();
  [server, account] = await Promise.all([world.startServer(), world.newAccount()]);
  next = await mkdtemp(join(tmpdir(), 'florin-next-release-'));
  await cp(MIGRATIONS_FOLDER, next, { recursive: true });
});
afterAll(async () => {
  await rm(next, { recursive: true, force: true });
  await world[Symbol.asyncDispose]();
});

const create = (name: string) =>
  sendToHost(`${server.apiUrl}/v2/secure-payments`, {
    headers: { 'x-api-key': account.apiKey, 'idempotency-key': name },
    body: { requests: [{ destinationId: SAMPLE.destinationId, amount: '1' }] },
  });

it('a server continues while its database moves to the schema of the next release, and loses no write (S6)', async () => {
  const alreadyApplied = await migrate(world.db);
  const number = String(alreadyApplied.alreadyApplied.length + 1).padStart(4, '0');
  // Widening, as every migration must be: a column, a table and an index on what is being written.
  await writeFile(
    join(next, `${number}_next_release.sql`),
    `alter table secure_payment add column next_release text;
     alter table request add column next_release integer not null default 0;
     create table next_release (id text primary key);
     create index secure_payment_next_release on secure_payment (next_release);`,
  );
  const names = Array.from({ length: 60 }, (_, i) => `upgrade-${i}`);
  const statuses: number[] = [];
  const writing = (async () => {
    for (const name of names) statuses.push((await create(name)).status);
  })();
  const report = await migrate(world.db, { folder: next });
  expect(report.applied).toEqual([`${number}_next_release`]);
  await writing;
  expect(statuses).toEqual(names.map(() => 201));
  const { length } = await world.db.selectFrom('secure_payment').select('token').execute();
  expect(length).toBe(names.length);
  // A process that starts now refuses the newer schema; a running one continues.
  await expect(world.startServer()).rejects.toThrow(/newer/);
  expect(await create('after-the-move')).toMatchObject({ status: 201 });
});
