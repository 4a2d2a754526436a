import { accountOf, type Context } from '#context.ts';
import { listScreenedWalletsOfAll } from './list-screened-wallets-of-all.ts';

type Input = Omit<Parameters<typeof listScreenedWalletsOfAll>[1], 'accountId'>;

/** Wallets of the calling account that were rejected, or that nobody has decided about, the last first. Refuses (400) what is no cursor. */
export async function listScreenedWallets(ctx: Context, input: Input) {
  return await listScreenedWalletsOfAll(ctx, { ...input, accountId: accountOf(ctx) });
}
