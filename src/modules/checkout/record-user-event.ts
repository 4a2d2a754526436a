import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { invariant, Refusal } from '#kit/failure.ts';
import { isUlid } from '#kit/ulid.ts';
import { recordEvent, type UserEvent } from '#modules/events/index.ts';
import { findMulticallPayout } from '#modules/multicall-payouts/index.ts';
import {
  findByToken,
  findLinkOfRequest,
  type SettlingLink,
} from '#modules/secure-payments/index.ts';
import { transact } from '#platform/db/transact.ts';
import type { ThrottleRule } from '#platform/throttle.ts';
import { linkNotFound } from './model/link-state.ts';
import { type UserEventProperties, withoutAddresses } from './model/user-event-properties.ts';

const WEEK_SECONDS = 7 * 24 * 60 * 60;

/** One page view makes three; a holder of a token must not fill the table, nor the webhooks. */
const EVENTS_OF_LINK: ThrottleRule = {
  name: 'user_event',
  attempts: 200,
  windowSeconds: WEEK_SECONDS,
};

/** How far a payer says to have come. */
interface UserStep {
  readonly token: string;
  readonly userEvent: UserEvent;
  readonly occurredAt: string | undefined;
  readonly properties: UserEventProperties | undefined;
}

/**
 * Records how far a payer came, also on a link that was paid or has expired meanwhile. What the
 * browser says is kept as such, without the addresses in it.
 *
 * Refuses (404) an unknown token, and (429) more events of a link than its payers can make.
 */
export async function recordUserEvent(ctx: Context, step: UserStep): Promise<{ received: true }> {
  const found = await findLink(ctx, step.token);
  if (found === undefined) throw linkNotFound();
  const { maker, requestIds } = found;
  const waitSeconds = await ctx.throttle.take(EVENTS_OF_LINK, step.token);
  if (waitSeconds > 0) throw tooManyUserEvents(waitSeconds);
  const [requestId] = requestIds;
  await transact(ctx, (ctx) =>
    recordEvent(ctx, {
      accountId: found.accountId,
      securePaymentToken: found.linkToken,
      clientIdId: maker.clientIdId,
      orchestratorId: maker.orchestratorId,
      origin: maker.origin,
      payload: {
        event: 'secure_payment.user_event',
        userEvent: step.userEvent,
        securePaymentToken: step.token,
        ...(requestIds.length === 1 && { requestId }),
        requestIds,
        ...(step.occurredAt !== undefined && { occurredAt: step.occurredAt }),
        timestamp: isoTime(ctx.now()),
        ...(step.properties && { properties: withoutAddresses(step.properties) }),
        ...(maker.clientId !== null && { clientId: maker.clientId }),
        ...(maker.orchestratorId !== null && { orchestratorId: maker.orchestratorId }),
      },
    }),
  );
  return { received: true };
}

/** What a payer opens: a link, or a bundle of them. */
interface FoundLink {
  readonly accountId: string;
  /** Null for a bundle: no link has its token. */
  readonly linkToken: string | null;
  readonly requestIds: string[];
  readonly maker: Pick<SettlingLink, 'clientIdId' | 'clientId' | 'orchestratorId' | 'origin'>;
}

async function findLink(ctx: Context, token: string): Promise<FoundLink | undefined> {
  const link = isUlid(token) ? await findByToken(ctx, token) : undefined;
  if (link === undefined) return await findBundle(ctx, token);
  const [first] = link.requests;
  const maker = first && (await findLinkOfRequest(ctx, first.id));
  invariant(maker !== undefined, 'a link has requests');
  const requestIds = link.requests.map(({ requestId }) => requestId);
  return { accountId: link.accountId, linkToken: token, requestIds, maker };
}

async function findBundle(ctx: Context, token: string): Promise<FoundLink | undefined> {
  const maker = await findMulticallPayout(ctx, token);
  if (maker === undefined) return undefined;
  const requestIds = maker.children.map(({ request }) => request.requestId);
  return { accountId: maker.accountId, linkToken: null, requestIds, maker };
}

/** 429: more events than the payers of a link make. */
export function tooManyUserEvents(retryAfterSeconds: number): Refusal {
  const message = 'This link has had more events than payers make';
  return new Refusal('too_many_user_events', 429, { message, retryAfterSeconds });
}
