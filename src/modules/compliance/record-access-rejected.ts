import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { payloadOf, recordEvent } from '#modules/events/index.ts';
import { transact } from '#platform/db/transact.ts';
import { takeRejection } from './store.ts';

/** The specification's silence after a wallet was reported on a link. */
const SILENCE_MS = 10 * 60 * 1000;

/** A holder of a token can name any wallet: as many as user events may have in a week. Ours. */
const REJECTIONS_OF_LINK_MAX = 200;

/** A wallet that may not pay a link and tried to. */
interface RefusedAttempt {
  readonly accountId: string;
  readonly securePaymentToken: string;
  /** The public id of what was to be paid. */
  readonly requestId: string;
  /** As its chain writes it. */
  readonly walletAddress: string;
  /** What the link was created with: the row and the public text. */
  readonly clientIdId: string | null;
  readonly clientId: string | null;
  readonly orchestratorId: string | null;
  readonly origin: string | null;
}

/**
 * Reports a refused wallet, once in 10 minutes for each wallet and link; sooner when every endpoint
 * failed to accept the last report. Returns whether it was reported now. Two simultaneous attempts report once.
 */
export async function recordAccessRejected(
  ctx: Context,
  attempt: RefusedAttempt,
): Promise<boolean> {
  const { securePaymentToken, walletAddress, requestId } = attempt;
  return await transact(ctx, async (ctx) => {
    const now = ctx.now();
    const eventId = ctx.newOrderedId();
    const taken = await takeRejection(ctx, {
      securePaymentToken,
      walletAddress,
      eventId,
      now,
      silentSince: new Date(now.getTime() - SILENCE_MS),
      timesMax: REJECTIONS_OF_LINK_MAX,
    });
    if (!taken) return false;
    await recordEvent(ctx, {
      id: eventId,
      accountId: attempt.accountId,
      securePaymentToken,
      clientIdId: attempt.clientIdId,
      orchestratorId: attempt.orchestratorId,
      origin: attempt.origin,
      payload: payloadOf({
        event: 'secure_payment.access_rejected',
        requestId,
        walletAddress,
        clientId: attempt.clientId,
        timestamp: isoTime(now),
      }),
    });
    return true;
  });
}
