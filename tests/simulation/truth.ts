import { sql } from 'kysely';
import { CONTRACTS } from '#catalog/contracts.ts';
import { hexOf } from '#kit/hex.ts';
import { AGREEING, CONFIRMATIONS, type Simulated, SOLIDIFYING } from './networks.ts';
import { findRequests, type KnownRequest } from './payers.ts';
import { whoMayCount } from './screening/truth.ts';
import type { SimWorld } from './world.ts';

/** What the ledger must say once everything has come to rest, worked out from the chains alone. */
export async function findFalsehoods(world: SimWorld): Promise<string[]> {
  const requests = await findRequests(world);
  const due = new Map<string, bigint>();
  const credits = new Map<string, number>();
  const mayCount = await whoMayCount(world);
  for (const network of world.networks) {
    const byTopic = new Map(
      requests.map((request) => [world.chains[network].referenceKey(request.reference), request]),
    );
    const newest = newestThatCounts(world, network);
    for (const transfer of world.chains[network].unreverted()) {
      const request = byTopic.get(transfer.referenceKey);
      const deepEnough = transfer.block.number <= newest;
      if (
        request === undefined ||
        !deepEnough ||
        !pays(transfer, { ...request, onNetwork: network }) ||
        !mayCount(request, transfer)
      )
        continue;
      due.set(request.id, (due.get(request.id) ?? 0n) + transfer.creditedUnits);
      const name = `${request.id} ${transfer.transactionHash}`;
      credits.set(name, (credits.get(name) ?? 0) + 1);
    }
  }
  return [
    ...(await behind(world)),
    ...(await differences(world, requests, due)),
    ...(await creditProblems(world, credits)),
    ...(await findUndelivered(world)),
    ...(await overdue(world)),
    ...(await accepted(world)),
  ];
}

/** The newest block of which payments count. */
function newestThatCounts({ chains }: SimWorld, network: Simulated): bigint {
  const { ledger } = chains[network];
  if (network === SOLIDIFYING) return ledger.finalized().number;
  return ledger.head().number - BigInt(CONFIRMATIONS[network]) + 1n;
}

/** The followers have reached the newest block of each chain. */
async function behind({ db, networks, chains }: SimWorld): Promise<string[]> {
  const rows = await db.selectFrom('chain_cursor').selectAll().orderBy('network').execute();
  return networks.flatMap((network) => {
    const cursor = rows.find((row) => row.network === network);
    const { number, hash } = chains[network].ledger.head();
    const stands = cursor && `0x${cursor.block_hash.toString('hex')}`;
    if (stands === hash) return [];
    return [
      `the cursor of ${network} stands at ${cursor?.block_number} ${stands}, not at ${number} ${hash}`,
    ];
  });
}

type FakeTransfer = ReturnType<SimWorld['chains']['base']['unreverted']>[number];

/** The rule once more, in its shortest form, so that the product's own is held against another. */
function pays(
  transfer: FakeTransfer,
  request: KnownRequest & { readonly onNetwork: KnownRequest['network'] },
): boolean {
  const { erc20FeeProxy, ethereumFeeProxy } = CONTRACTS[request.network];
  const proxy = request.kind === 'native' ? ethereumFeeProxy : erc20FeeProxy;
  return (
    request.onNetwork === request.network &&
    transfer.kind === request.kind &&
    transfer.proxyAddress.toLowerCase() === proxy?.toLowerCase() &&
    (request.kind === 'native' || transfer.tokenAddress === request.tokenAddress) &&
    transfer.payeeAddress === request.payeeAddress &&
    // Who pays itself pays nothing but a fee.
    (request.isFee || transfer.payerAddress !== transfer.payeeAddress) &&
    transfer.creditedUnits > 0n
  );
}

async function differences(
  { db }: SimWorld,
  requests: readonly KnownRequest[],
  due: ReadonlyMap<string, bigint>,
): Promise<string[]> {
  const { rows } = await sql<{ request_id: string; paid: bigint }>`
    select request_id, sum(amount_units)::numeric(78, 0) as paid from payment p
    where not exists (select from payment_undo u where u.payment_id = p.id) group by 1`.execute(db);
  const paid = new Map(rows.map((row) => [row.request_id, row.paid]));
  return requests
    .filter(({ id }) => (paid.get(id) ?? 0n) !== (due.get(id) ?? 0n))
    .map(
      ({ id, network }) =>
        `the ledger has ${paid.get(id) ?? 0n} of request ${id}, and ${network} has ${due.get(id) ?? 0n}`,
    );
}

/** Each credit of the chain stands once, by its transaction. */
async function creditProblems(
  { db }: SimWorld,
  credits: ReadonlyMap<string, number>,
): Promise<string[]> {
  const { rows } = await sql<{ name: string; times: bigint }>`
    select request_id || ' 0x' || encode(transaction_hash, 'hex') as name, count(*) as times
    from payment p where not exists (select from payment_undo u where u.payment_id = p.id)
    group by 1`.execute(db);
  const active = new Map(rows.map(({ name, times }) => [name, Number(times)]));
  return [...new Set([...active.keys(), ...credits.keys()])]
    .filter((name) => (active.get(name) ?? 0) !== (credits.get(name) ?? 0))
    .map((name) => `${name} counts ${active.get(name) ?? 0} times, not ${credits.get(name) ?? 0}`);
}

/** Nothing waits any more, and what counts as delivered was accepted. */
export async function findUndelivered({ db, receivers }: SimWorld): Promise<string[]> {
  const rows = await db
    .selectFrom('webhook_delivery')
    .select(['id', 'status', 'attempts'])
    .orderBy('id')
    .execute();
  const left = await db.selectFrom('outbox').select('event_id').execute();
  return [
    ...left.map(({ event_id }) => `event ${event_id} is still in the outbox`),
    ...rows
      .filter(({ status }) => status === 'pending')
      .map(({ id }) => `delivery ${id} still waits`),
    ...rows
      .filter(
        ({ id, status }) => status === 'delivered' && (receivers.got.get(id)?.accepted ?? 0) === 0,
      )
      .map(({ id }) => `delivery ${id} counts as delivered and nobody accepted it`),
    ...rows
      .filter(
        ({ id, status, attempts }) => status === 'failed' && attempts < 4 && receivers.got.has(id),
      )
      .map(({ id, attempts }) => `delivery ${id} failed after ${attempts} attempts`),
  ];
}

/** Where nodes must agree, nothing was credited that only one node's fork had, but for what one node may. */
async function accepted({ db, everMined }: SimWorld): Promise<string[]> {
  const rows = await db
    .selectFrom('payment')
    .innerJoin('chain_transfer', 'chain_transfer.id', 'payment.chain_transfer_id')
    .select(['payment.id', 'chain_transfer.block_hash'])
    .where('payment.network', 'in', AGREEING)
    .where('payment.currency_id', 'like', 'USD%')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('single_node_credit as credit')
            .select('credit.account_id')
            .whereRef('credit.chain_transfer_id', '=', 'chain_transfer.id'),
        ),
      ),
    )
    .execute();
  return rows
    .filter(({ block_hash }) => !everMined.has(hexOf(block_hash)))
    .map(({ id }) => `payment ${id} was credited by the word of one node`);
}

/** Deadlines that have passed were noticed, of links and of bundles. */
async function overdue({ db, clock }: SimWorld): Promise<string[]> {
  const links = await db
    .selectFrom('secure_payment')
    .select('token')
    .where('status', '=', 'pending')
    .where('expires_at', '<', clock())
    .execute();
  const bundles = await db
    .selectFrom('multicall_payout')
    .select('token')
    .where('status', '=', 'pending')
    .where('expires_at', '<', clock())
    .execute();
  return [...links, ...bundles].map(({ token }) => `${token} should have expired`);
}
