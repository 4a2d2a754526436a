import { accountOf, type Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { countChildren, findMulticallPage } from './store.ts';

/** A page of the bundles of the caller's account, newest first, with how many of their children are paid. */
export async function listMulticallPayouts(
  ctx: Context,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
) {
  const found = await findMulticallPage(ctx, {
    accountId: accountOf(ctx),
    limit: limit + 1,
    cursor,
  });
  const shown = found.slice(0, limit);
  const tokens = shown.map(({ token }) => token);
  const counts = await countChildren(ctx, tokens, ctx.now());
  return {
    bundles: shown.map(({ token, status, createdAt, expiresAt }) => {
      const { children, paid, open } = counts.get(token) ?? { children: 0, paid: 0, open: 0 };
      return {
        token,
        securePaymentUrl: `${ctx.settings.payUrl}/?token=${token}`,
        status,
        childCount: children,
        paidCount: paid,
        openCount: open,
        createdAt: isoTime(createdAt),
        expiresAt: isoTime(expiresAt),
      };
    }),
    nextCursor: found.length > limit ? (tokens.at(-1) ?? null) : null,
  };
}
