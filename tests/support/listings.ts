import type { NetworkId } from '#catalog/networks.ts';
import type { Context } from '../../src/context.ts';

/** What the lists of these networks are to have answered about wallets just now. */
interface Listings {
  readonly networks: readonly NetworkId[];
  readonly wallets: readonly string[];
  readonly isListed: boolean;
}

/** Keeps answers of lists as if they had just been read, so that no node is asked. */
export async function keepListings(
  ctx: Pick<Context, 'db' | 'now'>,
  { networks, wallets, isListed }: Listings,
): Promise<void> {
  const rows = networks.flatMap((network) =>
    wallets.map((wallet) => ({
      provider: 'sanctions_oracle',
      policy_id: '',
      network,
      wallet_address: wallet,
      is_listed: isListed,
      answered_at: ctx.now(),
    })),
  );
  await ctx.db
    .insertInto('screening_answer')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'policy_id', 'network', 'wallet_address'])
        .doUpdateSet({ is_listed: isListed, answered_at: ctx.now() }),
    )
    .execute();
}
