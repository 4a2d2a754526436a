import { once } from 'node:events';
import { sql } from 'kysely';
import { getAddress } from 'viem';
import { z } from 'zod';
import type { Chain, ChainUpdate } from '#chains/chain.ts';
import { createWebhook } from '#modules/webhooks/index.ts';
import { LARGE_ACCOUNT, manyLink, writeManyLinks } from '../../tests/support/many-links.ts';
import { hashOf, settlementWorld } from '../../tests/support/settlement-world.ts';
import { connected, stillChain } from '../../tests/support/still-chain.ts';
import { wireFlorin } from './wired-florin.ts';

// What `florin watch` and `florin work` do in one process, wired as production wires it, on a chain in memory:
// a block is there as soon as the benchmark orders it.
const [databaseUrl = '', receiverUrl = '', payments = '0', endpoints = '1'] = process.argv.slice(2);
/** Payments that were made before. */
const PAID_BEFORE = 10_000;
const florin = await wireFlorin(databaseUrl, []);
const world = await settlementWorld(florin.ctx);

/** Blocks that were ordered and not read yet. */
const ordered: ChainUpdate[] = [];
const chain: Chain = { ...stillChain('sepolia'), normalAddress: getAddress, follow: readBlocks };
const ctx = {
  ...florin.ctx,
  chains: connected(chain),
  settings: {
    ...florin.ctx.settings,
    confirmationsFor: () => ({ by: 'depth', blocks: 1 }) as const,
  },
};

async function* readBlocks(_from: unknown, signal: AbortSignal) {
  while (!signal.aborted) {
    const block = ordered.shift();
    if (block !== undefined) yield block;
    else await once(process, 'message', { signal }).catch(() => undefined);
  }
}

// All of one account, with webhooks for the whole of it: nothing is shared out among many.
const open = 2 * Number(payments);
await writeManyLinks(ctx.db, { from: 1, to: open }, 'pending');
// With none, PostgreSQL would plan the checks of foreign keys for empty tables (record 0049).
await writeManyLinks(ctx.db, { from: open + 1, to: open + PAID_BEFORE }, 'paid');
await sql`update secure_payment set expires_at = now() + interval '7 days'`.execute(ctx.db);
await sql`vacuum (analyze) secure_payment`.execute(ctx.db);
const actor = { kind: 'api_key', accountId: LARGE_ACCOUNT, apiKeyId: 'bench' } as const;
const secrets: string[] = [];
for (let endpoint = 1; endpoint <= Number(endpoints); endpoint += 1) {
  const created = await createWebhook({ ...ctx, actor }, { url: `${receiverUrl}/${endpoint}` });
  secrets.push(created.secret);
}

const Order = z.object({ from: z.number(), count: z.number() });
let height = 1_000n;
process.on('message', (message) => {
  const { from, count } = Order.parse(message);
  height += 1n;
  const block = world.block(height);
  const blockTime = ctx.now();
  const transfers = Array.from({ length: count }, (_, i) => {
    const transactionHash = hashOf(`payment ${from + i}`);
    const link = manyLink(2 * (from + i));
    return world.transferOf(link, block, { blockTime, transactionHash, logIndex: i });
  });
  ordered.push(world.blocks(block, transfers));
});

florin.run(ctx, chain);
process.send?.({ secrets });
