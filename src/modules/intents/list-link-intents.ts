import { type NetworkId, writtenHash } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { isoTime, unixSeconds } from '#kit/clock.ts';
import type { PaymentIntentStatus } from './model/status.ts';
import {
  findIntentsOfLink,
  findIntentsOfLinks,
  type StoredLinkIntent,
} from './store/link-intents.ts';

/** Of each of several links, of which there may be hundreds. */
const SHOWN_OF_EACH_MAX = 3;

/** A payment from another network as pages of its link show it. */
export interface LinkIntent {
  readonly intentId: string;
  readonly status: PaymentIntentStatus;
  /** Where the payer's transaction is. */
  readonly network: NetworkId;
  /** As that network writes hashes; null of what owners of a Safe sign until it is executed. */
  readonly txHash: string | null;
  /** What owners of a Safe sign. */
  readonly safeTxHash?: string;
  /** Until when they may execute it, in Unix seconds. */
  readonly safePaymentDeadline?: number;
  readonly recordedAt: string;
  /** Since when it has this status. */
  readonly statusSince: string;
  /** Until when the bridge may deliver it; null until its deposit was seen. */
  readonly deadlineAt: string | null;
  /** The transaction that delivered it, as the link's network writes hashes. */
  readonly fillTxHash: string | null;
  /** The transaction that returned the money to the payer on `network`. */
  readonly refundTxHash: string | null;
}

/** A link, and the network that it is paid on. */
interface ShownLink {
  readonly token: string;
  readonly network: string;
}

/** The newest intents of a link, but for those that turned out to be none of it. */
export async function listLinkIntents(
  ctx: Context,
  link: ShownLink,
): Promise<readonly LinkIntent[]> {
  const intents = await findIntentsOfLink(ctx, link.token);
  return intents.map((one) => shownIntent(one, link));
}

/** The newest of each of several links, in their order; one query. */
export async function listIntentsOfLinks(
  ctx: Context,
  links: readonly ShownLink[],
): Promise<readonly (readonly LinkIntent[])[]> {
  const tokens = links.map(({ token }) => token);
  const intents = await findIntentsOfLinks(ctx, { tokens, limit: SHOWN_OF_EACH_MAX });
  const byLink = Map.groupBy(intents, ({ token }) => token);
  return links.map((link) => (byLink.get(link.token) ?? []).map((one) => shownIntent(one, link)));
}

function shownIntent(intent: StoredLinkIntent, link: ShownLink): LinkIntent {
  const { safeTransactionHash: safeTxHash, safeDeadline } = intent;
  return {
    intentId: intent.id,
    status: intent.status,
    network: intent.network,
    txHash: intent.transactionHash && writtenHash(intent.network, intent.transactionHash),
    ...(safeTxHash !== null && { safeTxHash }),
    ...(safeDeadline !== null && { safePaymentDeadline: unixSeconds(safeDeadline) }),
    recordedAt: isoTime(intent.createdAt),
    statusSince: isoTime(intent.statusSince),
    deadlineAt: intent.deadlineAt && isoTime(intent.deadlineAt),
    fillTxHash: intent.fillHash && writtenHash(link.network, intent.fillHash),
    refundTxHash: intent.refundHash && writtenHash(intent.network, intent.refundHash),
  };
}
