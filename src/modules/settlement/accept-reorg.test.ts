import { beforeEach, describe, expect, it } from 'vitest';
import { NETWORKS } from '#catalog/networks.ts';
import type { BlockPoint } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { Outage } from '#kit/failure.ts';
import { testContext, useTestDatabase } from '../../../tests/support/database.ts';
import { insertLink, type PayableLink } from '../../../tests/support/payable-link.ts';
import { type SettlementWorld, settlementWorld } from '../../../tests/support/settlement-world.ts';
import { finalizeTransfers } from './finalize-transfers.ts';
import { findFollowFrom } from './find-follow-from.ts';
import { haltNetwork } from './halt-network.ts';
import { acceptReorg, findDeepReorg } from './index.ts';
import { ingestChainUpdate } from './ingest-chain-update.ts';

const database = useTestDatabase();
let ctx: Context;
let world: SettlementWorld;
let link: PayableLink;

/** A link that is paid in block 10 and final; blocks 10 to 12 are remembered, and the network is halted. */
beforeEach(async () => {
  const base = testContext({ db: database.db });
  const confirmationsFor = () => ({ by: 'depth', blocks: 1 }) as const;
  ctx = { ...base, settings: { ...base.settings, mode: 'production', confirmationsFor } };
  world = await settlementWorld(ctx);
  link = await insertLink(ctx.db);
  const [ten, eleven, twelve] = [world.block(10n), world.block(11n), world.block(12n)];
  const final = { finalizedNumber: 11n, finalizedAt: ctx.now() };
  await world.happen(ctx, world.blocks(ten, [world.transferOf(link, ten)]), world.blocks(eleven), {
    ...world.blocks(twelve),
    ...final,
  });
  expect(await finalizeTransfers(ctx, 100)).toBe(1);
  await haltNetwork(ctx, 'sepolia', 'block 11 of Sepolia was final and is another one now');
});

/** A chain whose nodes have these forks from a block on; undefined is a node that does not answer. */
function chainOf(
  ...forks: readonly ({ readonly from: bigint; readonly fork: string } | undefined)[]
) {
  const nodes = forks.map((fork, i) => ({
    name: `${i + 1}`,
    scan: async function* ({ to: number }: { readonly to: bigint }) {
      if (fork === undefined || number > 20n) throw new Outage('it does not answer');
      const to: BlockPoint = world.block(number, number >= fork.from ? fork.fork : 'main');
      yield { transfers: [], to };
    },
  }));
  return { network: NETWORKS.sepolia, eachNode: () => nodes };
}

const refused = (chain: ReturnType<typeof chainOf>, from: bigint) =>
  findDeepReorg(ctx, chain, from).then(
    () => 'nothing',
    (error: unknown) => (error instanceof Error ? error.message : ''),
  );

const since = (from: bigint, fork = 'other') => ({ from, fork });

describe('a reorg of final blocks', () => {
  it('that was inspected is undone completely, with its events', async () => {
    const found = await findDeepReorg(ctx, chainOf(since(10n)), 10n).catch(() => undefined);
    // Nothing below block 10 is remembered: the block before it is read from the node.
    expect(found).toMatchObject({ ancestor: world.block(9n), count: 1, silentNodes: [] });
    expect(found?.transfers).toMatchObject([{ requestId: link.requestId, status: 'finalized' }]);
    expect(await world.transferStatuses(link)).toEqual(['finalized']);
    if (found === undefined) throw new Error('it was found');
    expect(await acceptReorg(ctx, 'sepolia', found)).toEqual({ transfers: 1, payments: 1 });
    expect(await world.transferStatuses(link)).toEqual(['undone']);
    expect((await world.linkRow(link)).status).toBe('pending');
    expect(await world.eventsOf(link)).toMatchObject([
      { event: 'payment.confirmed' },
      { event: 'payment.finalized' },
      { event: 'payment.reverted' },
    ]);
    const { at, halt, from } = await findFollowFrom(ctx, 'sepolia');
    expect({ at, halt, known: from.known }).toEqual({
      at: world.block(9n),
      halt: undefined,
      known: [world.block(9n)],
    });
    // The same payment in a block of the new chain counts like any other.
    const ten = world.block(10n, 'other');
    await world.happen(ctx, world.blocks(ten, [world.transferOf(link, ten)]));
    expect((await world.linkRow(link)).status).toBe('completed');
    await expect(acceptReorg(ctx, 'sepolia', found)).rejects.toThrow('sepolia is not halted');
  });

  it('keeps what is below it', async () => {
    const found = await findDeepReorg(ctx, chainOf(since(11n)), 11n);
    expect(found).toMatchObject({ ancestor: world.block(10n), count: 0, transfers: [] });
    await acceptReorg(ctx, 'sepolia', found);
    expect(await world.transferStatuses(link)).toEqual(['finalized']);
    expect((await findFollowFrom(ctx, 'sepolia')).at).toEqual(world.block(10n));
  });

  it('is not accepted where another block is named, or none was replaced', async () => {
    expect(await refused(chainOf(since(11n)), 12n)).toContain(
      'first block that sepolia replaced is 11',
    );
    expect(await refused(chainOf(since(11n)), 10n)).toContain(
      'first block that sepolia replaced is 11',
    );
    expect(await refused(chainOf(since(13n)), 11n)).toContain('has every block that is remembered');
    expect(await refused(chainOf(since(9n)), 11n)).toContain('name block 10 or, if an earlier one');
    expect((await findFollowFrom(ctx, 'sepolia')).halt).toBeDefined();
  });

  it('is not accepted while any node has another block, and names those that did not answer', async () => {
    expect(await refused(chainOf(since(11n), since(13n)), 11n)).toContain(
      'Node 2 has another block 11',
    );
    expect(await refused(chainOf(since(11n), since(11n, 'third')), 11n)).toContain(
      'Node 2 has another',
    );
    expect(await refused(chainOf(undefined, undefined), 11n)).toContain(
      'no node of sepolia returned',
    );
    const found = await findDeepReorg(ctx, chainOf(undefined, since(11n)), 11n);
    expect(found).toMatchObject({ ancestor: world.block(10n), silentNodes: ['1'] });
  });

  it('is not accepted above a payment that was replaced too', async () => {
    await ctx.db.deleteFrom('chain_block').where('number', '<', 12n).execute();
    expect(await refused(chainOf(since(10n)), 12n)).toContain('Block 10, which has a payment');
    const found = await findDeepReorg(ctx, chainOf(since(10n)), 10n);
    expect(found).toMatchObject({ ancestor: world.block(9n), count: 1 });
  });

  it('is not undone where the network continued after the inspection', async () => {
    const found = await findDeepReorg(ctx, chainOf(since(11n)), 11n);
    await ctx.db
      .updateTable('chain_cursor')
      .set({ halted_at: null, halted_reason: null })
      .execute();
    const update = world.blocks(world.block(13n));
    await ingestChainUpdate(ctx, world.chain, { at: world.block(12n), update });
    await haltNetwork(ctx, 'sepolia', 'again');
    await expect(acceptReorg(ctx, 'sepolia', found)).rejects.toThrow('moved by another watcher');
    expect((await findFollowFrom(ctx, 'sepolia')).halt?.reason).toBe('again');
  });
});
