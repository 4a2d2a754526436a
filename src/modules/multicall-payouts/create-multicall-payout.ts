import { accountOf, type Context, isRestrictedCaller } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { isUlid } from '#kit/ulid.ts';
import { checkCreator } from '#modules/requests/index.ts';
import { findByTokens, type SecurePayment } from '#modules/secure-payments/index.ts';
import type { CreateMulticallPayoutRequest } from './model/creation-body.ts';
import { earliestDeadline, eligibleChildren } from './model/eligibility.ts';
import type { MulticallChild } from './model/multicall-payout.ts';
import { insertMulticallPayout, type NewMulticallPayout } from './store.ts';

/** What an integrator receives about a new bundle. */
interface MulticallCreated {
  readonly type: 'multicall';
  readonly token: string;
  readonly securePaymentUrl: string;
  readonly status: 'pending';
  readonly expiresAt: string;
  readonly createdAt: string;
  readonly items: {
    readonly securePaymentToken: string;
    readonly requestId: string;
    readonly position: number;
    readonly eligibility: 'eligible';
  }[];
}

/**
 * Puts payout links of the caller's account under one parent, which is paid as a bundle. The links
 * stay what they were.
 *
 * Refuses (400) with everything that stands against it at once, another account's links like those
 * that never were; (403) a client ID that only its partner may use. Then nothing was written.
 */
export async function createMulticallPayout(
  ctx: Context,
  { childTokens, requestedExecutionKind: kind }: CreateMulticallPayoutRequest,
): Promise<MulticallCreated> {
  // Its children were screened when they were created.
  checkCreator(ctx);
  const links = await findByTokens(ctx, childTokens.filter(isUlid));
  const asked = childTokens.map((token) => {
    const link = links.get(token);
    return { token, link: link && isCallers(ctx, link) ? link : undefined };
  });
  const now = ctx.now();
  const children = eligibleChildren(asked, {
    kind,
    childrenMax: ctx.settings.multicallChildrenMax,
    crossChainChildrenMax: ctx.settings.multicallCrossChainChildrenMax,
    hasRoutes: ctx.routes !== undefined,
    now,
    isConnected: (network) => ctx.chains.get(network) !== undefined,
  });
  const payout = payoutOf(ctx, { now, kind, expiresAt: earliestDeadline(children) });
  await insertMulticallPayout(ctx, { payout, items: children.map(itemOf) });
  return {
    type: 'multicall',
    token: payout.token,
    securePaymentUrl: `${ctx.settings.payUrl}/?token=${payout.token}`,
    status: 'pending',
    expiresAt: isoTime(payout.expires_at),
    createdAt: isoTime(now),
    items: children.map(({ link, request, position }) => ({
      securePaymentToken: link.token,
      requestId: request.requestId,
      position,
      eligibility: 'eligible',
    })),
  };
}

/** Whether a link is one that the caller may put into a bundle: to know its token is not enough. */
function isCallers(ctx: Context, { accountId, clientIdId }: SecurePayment): boolean {
  if (accountId !== accountOf(ctx)) return false;
  if (!isRestrictedCaller(ctx)) return true;
  return 'clientIdId' in ctx.actor && ctx.actor.clientIdId === clientIdId;
}

interface PayoutTerms {
  readonly now: Date;
  readonly expiresAt: Date;
  readonly kind: CreateMulticallPayoutRequest['requestedExecutionKind'];
}

function payoutOf(ctx: Context, { now, expiresAt, kind }: PayoutTerms) {
  const { actor } = ctx;
  return {
    token: ctx.newId(),
    account_id: accountOf(ctx),
    client_id_id: 'clientIdId' in actor ? actor.clientIdId : null,
    orchestrator_id: actor.kind === 'orchestrator_pair' ? actor.orchestratorId : null,
    origin: 'clientIdId' in actor ? (actor.origin ?? null) : null,
    status: 'pending',
    requested_execution_kind: kind ?? null,
    created_at: now,
    expires_at: expiresAt,
  } satisfies NewMulticallPayout['payout'];
}

function itemOf({ link, request }: MulticallChild): NewMulticallPayout['items'][number] {
  return { token: link.token, requestRowId: request.id };
}
