import { sql } from 'kysely';
import type {
  Chain,
  ObservedTransfer,
  ScannedBlocks,
  ScanRange,
  SingleNode,
} from '#chains/chain.ts';
import type { Context } from '#context.ts';
import type { Tables } from '#platform/db/tables.generated.ts';
import { reconcileBlocks } from '../../src/modules/settlement/reconcile-blocks.ts';
import { insertLink, type PayableLink } from './payable-link.ts';
import { type SettlementWorld, settlementWorld } from './settlement-world.ts';
import { writeUnchecked } from './write-unchecked.ts';

/** A chain of a test and its ledger, which the test may set at odds. */
export interface ReconciliationWorld extends SettlementWorld {
  /** What the chain of the test holds, whatever the ledger says. */
  readonly onChain: ObservedTransfer[];
  /** The chain, by one node that has it in windows of four blocks and as many others as are named. */
  readonly scanned: (
    others?: readonly SingleNode[],
  ) => SettlementWorld['chain'] & Pick<Chain, 'scan' | 'eachNode'>;
  /** A link that was paid at a block, on the chain and in the ledger. */
  paidLink(number: bigint, parts?: Partial<ObservedTransfer>): Promise<PayableLink>;
  /** Everything that a comparison finds, from block 1 on. */
  differences(): ReturnType<typeof differencesOf>;
}

/** Payments, requests and links, and all that names one of them. */
const TABLES: readonly (keyof Tables)[] = [
  ...([
    'access_rejection',
    'chain_transfer',
    'stored_event',
    'event_person',
    'fee_component',
  ] as const),
  ...(['multicall_payout', 'multicall_payout_item', 'outbox', 'payment', 'payment_undo'] as const),
  ...(['request', 'request_person', 'secure_payment', 'secure_payment_payer'] as const),
  ...(['secure_payment_person', 'secure_payment_request', 'single_node_credit'] as const),
  ...(['source_fee'] as const),
  ...(['suspicious_overflow', 'suspicious_transfer', 'webhook_attempt'] as const),
  ...(['webhook_delivery', 'webhook_delivery_body', 'webhook_event_body'] as const),
];

/** Forgets what earlier tests of the file left, links included: their chain is gone. */
export async function reconciliationWorld(ctx: Context): Promise<ReconciliationWorld> {
  // To truncate them takes ten times as long as to delete what a test has written.
  const deletions = TABLES.map(
    (table) => sql`${sql.id(`no_${table}`)} as (delete from ${sql.table(table)})`,
  );
  await writeUnchecked(ctx.db, sql`with ${sql.join(deletions)} select 1`);
  const world = await settlementWorld(ctx);
  const onChain: ObservedTransfer[] = [];
  const scan = async function* ({
    from,
    to,
  }: ScanRange): AsyncGenerator<ScannedBlocks, void, void> {
    for (let next = from; next <= to; next += 4n) {
      const end = next + 3n < to ? next + 3n : to;
      const transfers = onChain.filter(({ block }) => block.number >= next && block.number <= end);
      yield { transfers, to: world.block(end) };
    }
  };
  const scanned: ReconciliationWorld['scanned'] = (others = []) => ({
    ...world.chain,
    scan,
    eachNode: () => [{ name: '1', scan }, ...others],
  });
  return {
    ...world,
    onChain,
    scanned,
    paidLink: async (number, parts) => {
      const link = await insertLink(ctx.db);
      const transfer = world.transferOf(link, world.block(number), parts);
      onChain.push(transfer);
      await world.happen(ctx, world.blocks(world.block(number), [transfer]));
      return link;
    },
    differences: () => differencesOf(ctx, scanned()),
  };
}

async function differencesOf(ctx: Context, chain: ReturnType<ReconciliationWorld['scanned']>) {
  const all = [];
  for await (const { differences } of reconcileBlocks(ctx, chain, { from: 1n })) {
    all.push(...differences);
  }
  // Each once, as the command prints them: several ranges may lead to the same bundle.
  return [...new Map(all.map((one) => [Object.values(one).join(' '), one])).values()];
}
