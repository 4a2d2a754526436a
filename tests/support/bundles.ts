import type { CreateMulticallPayoutRequest } from '#modules/multicall-payouts/model/creation-body.ts';
import { insertMulticallPayout } from '#modules/multicall-payouts/store.ts';
import type { Context } from '../../src/context.ts';
import { insertAccount, insertLink, type PayableLink } from './payable-link.ts';

type LinkParts = NonNullable<Parameters<typeof insertLink>[1]>;

/** A bundle, and the links under it in their order. */
export interface Bundle {
  readonly token: string;
  readonly accountId: string;
  readonly links: readonly PayableLink[];
}

/** Payout links of one account, each as its parts say. */
export async function insertPayouts(
  { db }: Pick<Context, 'db'>,
  parts: readonly LinkParts[],
  accountId?: string,
): Promise<readonly PayableLink[]> {
  const owner = accountId ?? (await insertAccount(db));
  const links: PayableLink[] = [];
  for (const one of parts) {
    links.push(await insertLink(db, { accountId: owner, flow: 'outgoing', ...one }));
  }
  return links;
}

/**
 * A bundle over payout links, written as it is kept: also one that no call makes any more, over several
 * networks or to be paid from another chain, as earlier releases took them.
 */
export async function newBundle(
  ctx: Context,
  links: readonly PayableLink[],
  kind?: CreateMulticallPayoutRequest['requestedExecutionKind'],
): Promise<Bundle> {
  const accountId = links[0]?.accountId ?? '';
  const tokens = links.map((link) => link.token);
  const { expires_at: expiresAt } = await ctx.db
    .selectFrom('secure_payment')
    .select('expires_at')
    .where('token', 'in', tokens)
    .orderBy('expires_at')
    .limit(1)
    .executeTakeFirstOrThrow();
  const token = ctx.newId();
  await insertMulticallPayout(ctx, {
    payout: {
      token,
      account_id: accountId,
      client_id_id: null,
      orchestrator_id: null,
      origin: null,
      status: 'pending',
      requested_execution_kind: kind ?? null,
      created_at: ctx.now(),
      expires_at: expiresAt,
    },
    items: links.map(({ token, requestRowId }) => ({ token, requestRowId })),
  });
  return { token, accountId, links };
}

/** Where a bundle stands in its table. */
export async function bundleStatus({ db }: Pick<Context, 'db'>, token: string): Promise<string> {
  const row = await db
    .selectFrom('multicall_payout')
    .select('status')
    .where('token', '=', token)
    .executeTakeFirstOrThrow();
  return row.status;
}
