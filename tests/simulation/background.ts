import { sql } from 'kysely';
import { NETWORKS } from '#catalog/networks.ts';
import { SINGLE_NODE_DOLLARS, type SimWorld } from './world.ts';

/** Parts of a dollar that the totals are kept in, and of which a unit of the dollars here is so many. */
const DOLLAR_UNITS = 10n ** 18n;
const PARTS_OF_A_UNIT = 10n ** 12n;

/** A difference is compared again after ten minutes, and a dead worker's slice is taken over after as long. */
const ROUNDS_TO_RECONCILE = 6;

/**
 * Whatever the background found different while nodes failed is compared again, until nothing is left, also
 * where no chain grows meanwhile and their final blocks become too old.
 */
export async function reconcileToTheEnd(
  world: SimWorld,
  runRounds: () => Promise<void>,
): Promise<void> {
  for (let round = 0; round < ROUNDS_TO_RECONCILE; round += 1) {
    const unfinished = await findUnfinished(world);
    if (unfinished.length === 0) return;
    // Blocks that were never compared are compared only while a final block is young.
    const differences = await findDifferences(world);
    if (round === 0 && differences.length === unfinished.length) {
      world.clock.advance(Math.max(...world.networks.map((id) => NETWORKS[id].tagAgeMaxMs)));
    }
    await runRounds();
  }
}

/**
 * Totals of what one node alone credited that are above the limit, or not the sum of what was credited: the
 * sum is taken of the payments themselves, so that a total that is kept wrongly shows.
 */
export async function findExcess({ db, background }: SimWorld): Promise<string[]> {
  if (!background) return [];
  const { rows } = await sql<{ problem: string }>`
    with credited as (
      select credit.account_id, credit.network, credit.credited_at, credit.rechecked_at,
        payment.amount_units * ${PARTS_OF_A_UNIT}::numeric as parts
      from single_node_credit credit
      join payment on payment.chain_transfer_id = credit.chain_transfer_id
    )
    select 'one node alone credited ' || sum(parts) || ' parts to ' || account_id as problem
    from credited where rechecked_at is null group by account_id, network
    having sum(parts) > ${SINGLE_NODE_DOLLARS * DOLLAR_UNITS}::numeric
    union all
    select 'one node alone credited ' || total.dollar_units || ' parts in all to ' || total.account_id
    from single_node_total total
    where total.dollar_units > ${SINGLE_NODE_DOLLARS * DOLLAR_UNITS}::numeric
    union all
    select 'the total of one node is ' || total.dollar_units || ', below what is not checked again, of '
      || total.account_id
    from single_node_total total
    where total.dollar_units < (select coalesce(sum(parts), 0) from credited
      where credited.account_id = total.account_id and credited.network = total.network
        and credited.rechecked_at is null)
    union all
    select 'a credit by one node is in no total: ' || credited.account_id
    from credited where rechecked_at is null and not exists (select from single_node_total total
      where total.account_id = credited.account_id and total.network = credited.network)`.execute(
    db,
  );
  return rows.map(({ problem }) => problem);
}

async function findDifferences({ db }: SimWorld): Promise<string[]> {
  const { rows } = await sql<{ row: string }>`
    select row_to_json(reconciliation_difference)::text as row from reconciliation_difference`.execute(
    db,
  );
  return rows.map(({ row }) => `the background still finds a difference: ${row}`);
}

/** What the background has not come to an end with: credits never checked again, differences, blocks. */
export async function findUnfinished(world: SimWorld): Promise<string[]> {
  const { db, background, networks, chains } = world;
  if (!background) return [];
  const credits = await db
    .selectFrom('single_node_credit')
    .select('chain_transfer_id')
    .where('rechecked_at', 'is', null)
    .execute();
  const compared = await db
    .selectFrom('reconciliation')
    .select(['network', 'next_block'])
    .execute();
  const began = new Map(compared.map((row) => [row.network, row.next_block]));
  return [
    ...credits.map((row) => `a credit by one node was not checked again: ${row.chain_transfer_id}`),
    ...(await findDifferences(world)),
    ...networks
      .filter(
        (network) =>
          chains[network].ledger.finalized().number > 0n && (began.get(network) ?? 0n) === 0n,
      )
      .map((network) => `no block of ${network} was compared in the background`),
  ];
}
