import { sql } from 'kysely';
import { createSecurePayment } from '#modules/secure-payments/index.ts';
import { type Fate, Killed, type Reach } from '../support/faulty-database.ts';
import { WALLETS } from './networks.ts';
import { exact, findRequests } from './payers.ts';
import { NO_PLANT } from './plants.ts';
import { type SteppedWatcher, steppedWatcher } from './watcher.ts';
import { steppedWorker } from './workers.ts';
import { openWorld, type SimWorld, type WorldPool } from './world.ts';

/** What is done for a payment, by those who do it unattended. */
const SWEEPS = [
  'settle transfers',
  'finalize transfers',
  'fan events out to webhooks',
  'deliver webhooks',
] as const;
/** Somebody who is well needs two turns to have nothing left to do; after a death as many again. */
const ROUNDS = 2;
/** A second later than any wait and lease of the webhooks, all at once. */
const LONG_MS = 60_000;

/** Where somebody dies, counted over all points at which anybody reaches outside. */
export interface Death {
  readonly at: number;
  readonly fate: Fate;
}

/** How a story ended. */
export interface Ending {
  /** What the ledger says, without ids and times, which a repeated attempt may well draw anew. */
  readonly stored: unknown;
  /** What was reached at each point, in their order. */
  readonly points: readonly Reach[];
  /** What was reached at the point of the death. */
  readonly diedOver: string | undefined;
}

/**
 * A payment is seen, confirmed and reported; then its block vanishes, and the payment comes again in
 * another. A process that is killed starts again from nothing but the database.
 */
export async function runScenario(pool: WorldPool, death?: Death): Promise<Ending> {
  const world = await openWorld({ pool, seed: 'a story', paysSelves: false, plant: NO_PLANT });
  const watch: Watch = { points: [], diedOver: undefined, death };
  const watcher = immortal(world, watch, (process) => steppedWatcher(world, process, 'sepolia'));
  const worker = immortal(world, watch, (process) => steppedWorker(world, process));
  const everybodyActs = async () => {
    const { diedOver } = watch;
    const roundsLeft = (round: number) =>
      round < (watch.diedOver === diedOver ? ROUNDS : ROUNDS * 2);
    for (let round = 0; roundsLeft(round); round += 1) {
      for (let i = 0; i < 3; i += 1) await watcher((role: SteppedWatcher) => role.step());
      for (const name of SWEEPS) await worker(async (role) => void (await role.round(name)));
      world.clock.advance(LONG_MS);
    }
  };
  const chain = world.chains.sepolia;
  const [accountId = ''] = world.accounts;
  const { ctx } = world.start('shop');
  await createSecurePayment(
    { ...ctx, actor: { kind: 'api_key', accountId, apiKeyId: 'key' } },
    {
      requests: [
        {
          payee: WALLETS.payee,
          amount: '0.005',
          invoiceCurrency: 'USDC-sepolia',
          paymentCurrency: 'USDC-sepolia',
        },
      ],
    },
  );
  const [request] = await findRequests(world);
  if (request === undefined) throw new Error('the link has a payment');
  chain.mine();
  const payment = chain.transaction(WALLETS.payers[0], chain.encodePayment(exact(request)), 1);
  const { number: paidAt } = chain.mine([payment]);
  chain.mine();
  await everybodyActs();
  chain.ledger.cut(paidAt);
  chain.mine();
  chain.mine([payment]);
  chain.mine();
  await everybodyActs();
  return { stored: await storedPaymentsOf(world), points: watch.points, diedOver: watch.diedOver };
}

interface Watch {
  readonly points: Reach[];
  diedOver: string | undefined;
  readonly death: Death | undefined;
}

type Process = ReturnType<SimWorld['start']>;

/** Somebody who may die once and is started again; what it did when it died is done by the next turn. */
function immortal<Role>(world: SimWorld, watch: Watch, open: (process: Process) => Role) {
  const begin = () => {
    const process = world.start('somebody');
    process.mortal.fateOf = async (reach) => {
      watch.points.push(reach);
      if (watch.points.length !== watch.death?.at) return 'well';
      watch.diedOver = reach.what;
      return watch.death.fate;
    };
    return { process, role: open(process) };
  };
  let alive = begin();
  return async (work: (role: Role) => Promise<void>) => {
    try {
      await work(alive.role);
    } catch (error) {
      // Whatever a dying process throws is of no interest to anybody.
      if (
        !(error instanceof Killed) &&
        !alive.process.mortal.isDead &&
        watch.diedOver === undefined
      ) {
        throw error;
      }
      alive = begin();
    }
    if (alive.process.mortal.isDead) alive = begin();
  };
}

async function storedPaymentsOf({ db }: SimWorld): Promise<unknown> {
  const { rows } = await sql<{ line: string }>`
    select 'transfer ' || status || ' ' || encode(block_hash, 'hex') || ' ' || credited_units as line
    from chain_transfer
    union all
    select 'payment ' || amount_units || ' ' || encode(transaction_hash, 'hex') || ' ' || late || ' '
      || (undone_at is not null) from payment left join payment_undo on payment_id = id
    union all select 'request ' || status from request
    union all select 'link ' || status || ' ' || settled_late from secure_payment
    union all
    select 'event ' || type || ' ' || coalesce(payload ->> 'amount', '') || ' '
      || coalesce(payload ->> 'totalAmountPaid', '') from event
    union all
    select 'delivery ' || event_type || ' ' || d.status || ' ' || w.url
    from webhook_delivery d join webhook_endpoint w on w.id = d.webhook_endpoint_id
    union all select 'waiting ' || count(*) from outbox
    union all select 'cursor ' || block_number || ' ' || encode(block_hash, 'hex') from chain_cursor
    union all select 'point ' || number || ' ' || encode(hash, 'hex') from chain_block
    order by 1`.execute(db);
  return rows.map(({ line }) => line);
}
