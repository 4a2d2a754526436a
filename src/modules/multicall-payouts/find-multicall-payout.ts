import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { isUlid } from '#kit/ulid.ts';
import { findByTokens } from '#modules/secure-payments/index.ts';
import { childOf, type MulticallPayout } from './model/multicall-payout.ts';
import { findMulticall } from './store.ts';

/**
 * The bundle with this token and its children of any account: the token is the right to read
 * and pay it. Two round trips however many children it has; undefined where there is none.
 */
export async function findMulticallPayout(
  ctx: Context,
  token: string,
): Promise<MulticallPayout | undefined> {
  const found = isUlid(token) ? await findMulticall(ctx, token) : undefined;
  if (found === undefined) return undefined;
  const { childTokens, ...payout } = found;
  const links = await findByTokens(ctx, childTokens);
  const children = childTokens.map((childToken, position) => {
    const link = links.get(childToken);
    invariant(link !== undefined, `link ${childToken} exists`);
    return childOf(link, position);
  });
  return { ...payout, children };
}
