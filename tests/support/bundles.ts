import { createMulticallPayout } from '#modules/multicall-payouts/create-multicall-payout.ts';
import type { MulticallWish } from '#modules/multicall-payouts/model/creation-body.ts';
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

/** A bundle over payout links, made as by a session of their account. */
export async function newBundle(
  ctx: Context,
  links: readonly PayableLink[],
  kind?: MulticallWish['requestedExecutionKind'],
): Promise<Bundle> {
  const accountId = links[0]?.accountId ?? '';
  const wallet = undefined;
  const actor = { kind: 'session', sessionId: 's', loginId: 'l', accountId, wallet } as const;
  const { token } = await createMulticallPayout(
    { ...ctx, actor },
    {
      childTokens: links.map((link) => link.token),
      ...(kind && { requestedExecutionKind: kind }),
    },
  );
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
