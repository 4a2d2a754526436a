import type { Context } from '#context.ts';
import { listScreeningsOfAll } from '#modules/screening/index.ts';
import { comparePlaces, type ListedWallet, readPlace, writePlace } from './model/listed-wallet.ts';
import { findRefusedWallets } from './store.ts';

/** Which wallets, and where the page begins. */
interface ListScreenedOfAllInput {
  readonly status: 'rejected' | 'undecided';
  /** Undefined for all accounts, which operators see. */
  readonly accountId: string | undefined;
  /** What a page before answered. */
  readonly cursor: string | undefined;
  readonly limit: number;
}

/**
 * Wallets of all accounts or one that were rejected, or that nobody has decided about, the last first: those of links, and those because of which a call without a link was
 * refused. Refuses (400) what is no cursor.
 */
export async function listScreenedWalletsOfAll(
  ctx: Context,
  { status, accountId, cursor, limit }: ListScreenedOfAllInput,
): Promise<{ readonly screenings: readonly ListedWallet[]; readonly nextCursor: string | null }> {
  const before = cursor === undefined ? undefined : readPlace(cursor);
  const page = { accountId, before, limit: limit + 1 };
  const code = status === 'rejected' ? 'screening_rejected' : 'provider_error';
  const [ofLinks, refused] = await Promise.all([
    listScreeningsOfAll(ctx, { status, ...page }),
    findRefusedWallets(ctx, { code, ...page }),
  ]);
  const found = [...ofLinks.map(listedFrom), ...refused].toSorted(comparePlaces);
  const screenings = found.slice(0, limit);
  const last = screenings.at(-1);
  return { screenings, nextCursor: found.length > limit && last ? writePlace(last) : null };
}

type OfLink = Awaited<ReturnType<typeof listScreeningsOfAll>>[number];

const listedFrom = ({ id, ...screening }: OfLink): ListedWallet => ({
  ...screening,
  id,
  securePaymentToken: id,
  network: null,
  operationId: null,
});
