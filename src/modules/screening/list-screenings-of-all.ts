import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import {
  findRejectedScreenings,
  findUndecidedScreenings,
  type ListedScreening,
  type ScreeningPlace,
} from './store/screening-lists.ts';

/** Which wallets, and where the page begins. */
interface ListScreeningsInput {
  readonly status: 'rejected' | 'undecided';
  /** Undefined for all accounts. */
  readonly accountId: string | undefined;
  /** What a page before answered. */
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** Wallets of links of all accounts or one that were rejected, or about which nothing is decided, the last first. Refuses (400) what is no cursor. */
export async function listScreeningsOfAll(
  ctx: Context,
  { status, accountId, cursor, limit }: ListScreeningsInput,
): Promise<{
  readonly screenings: readonly ListedScreening[];
  readonly nextCursor: string | null;
}> {
  const before = cursor === undefined ? undefined : readCursor(cursor);
  const query = { accountId, before, limit: limit + 1 };
  const found =
    status === 'rejected'
      ? await findRejectedScreenings(ctx, query)
      : await findUndecidedScreenings(ctx, query);
  const screenings = found.slice(0, limit);
  const last = screenings.at(-1);
  return { screenings, nextCursor: found.length > limit && last ? writeCursor(last) : null };
}

const writeCursor = ({ at, securePaymentToken, walletAddress }: ScreeningPlace) =>
  `${at.toISOString()}/${securePaymentToken}/${walletAddress}`;

function readCursor(text: string): ScreeningPlace {
  const [time = '', securePaymentToken = '', walletAddress = '', ...rest] = text.split('/');
  const at = new Date(time);
  if (Number.isNaN(at.getTime()) || walletAddress === '' || rest.length > 0) {
    throw new Refusal('invalid_request', 400, 'The cursor must be one that a page has printed');
  }
  return { at, securePaymentToken, walletAddress };
}
