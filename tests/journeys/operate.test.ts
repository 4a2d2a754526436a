import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runFlorin } from '../support/run-florin.ts';
import { startWorld, type World } from '../support/world.ts';

let world: World;
let monitoring: string;

beforeAll(async () => {
  world = await startWorld({ METRICS_PORT: '0' });
  monitoring = /^Metrics: (.+)\/metrics$/m.exec(world.output())?.[1] ?? '';
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

/** Runs `florin` beside the world, as an operator on its machine. */
const florin = (...args: string[]) =>
  runFlorin(args, { FLORIN_HOME: world.home, ...world.settings });

const Reconciled = z.object({
  count: z.number(),
  differences: z.array(z.object({ kind: z.string(), requestId: z.string() })),
});

async function reconcile(): Promise<z.infer<typeof Reconciled> & { readonly code: number | null }> {
  const { code, stdout } = await florin(
    'reconcile',
    '--network',
    'sepolia',
    '--from',
    '0',
    '--json',
  );
  return { code, ...Reconciled.parse(JSON.parse(stdout)) };
}

/** Changes the ledger past everything that protects them. */
async function tamper(statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: world.databaseUrl });
  await client.connect();
  await client.query(`begin; set local session_replication_role = replica; ${statements}; commit`);
  await client.end();
}

describe('an operator', () => {
  it('finds nothing where nothing is wrong', async () => {
    const link = await world.createLink('3');
    await world.pay(link.token);
    await world.awaitStatus(link.token, 409);
    expect(await reconcile()).toEqual({ code: 0, count: 0, differences: [] });
    const status = await florin('status');
    expect(status).toMatchObject({ code: 0 });
    expect(status.stdout).toContain('✓ Nothing needs a person.');
  });

  it('finds a payment that was lost, and brings it back beside the running watcher', async () => {
    const link = await world.createLink('4');
    await world.pay(link.token);
    await world.awaitStatus(link.token, 409);
    const [requestId] = link.requestIds;
    const row = `(select id from request where request_id = '${requestId}')`;
    await tamper(`
      delete from payment where request_id = ${row};
      delete from stored_event where secure_payment_token = '${link.token}'
        and type in ('payment.confirmed', 'payment.finalized');
      delete from outbox where event_id not in (select id from event);
      delete from chain_transfer where request_id = ${row};
      update secure_payment set status = 'pending', completed_at = null
        where token = '${link.token}';
      update request set status = 'created', paid_units = 0 where id = ${row}`);
    expect((await world.read(link.token)).status).toBe(200);
    expect(await reconcile()).toEqual({
      code: 1,
      count: 1,
      differences: [expect.objectContaining({ kind: 'transfer_missing', requestId })],
    });
    const rescan = await florin('rescan', '--network', 'sepolia', '--from', '0', '--json');
    expect(rescan.code).toBe(0);
    expect(JSON.parse(rescan.stdout)).toMatchObject({ found: [{ creditedUnits: '4000000' }] });
    await world.awaitStatus(link.token, 409);
    expect(await reconcile()).toEqual({ code: 0, count: 0, differences: [] });
  });

  it('reads how everything stands and is counted, on a port that is not public', async () => {
    const status = await fetch(`${monitoring}/status`);
    expect(status.status).toBe(200);
    expect(await status.json()).toMatchObject({
      release: expect.any(String),
      schema: expect.stringMatching(/^\d{4}_/),
      networks: [
        { network: 'base' },
        { network: 'sepolia', halted: null, nodes: [{ state: 'healthy' }] },
      ],
    });
    const metrics = await (await fetch(`${monitoring}/metrics`)).text();
    expect(metrics).toContain('chain_halted{network="sepolia"} 0');
    expect(metrics).toMatch(
      /payment_settlement_seconds_count\{network="sepolia",since="block"\} [1-9]/,
    );
    expect(metrics).toContain('route="/v2/secure-payments/:token"');
    expect(metrics).not.toContain(world.sandbox.payer.address);
    for (const url of [world.apiUrl, world.authUrl, world.payUrl]) {
      expect((await fetch(`${url}/metrics`)).status).toBe(404);
      expect((await fetch(`${url}/status`)).status).toBe(404);
    }
  });
});
