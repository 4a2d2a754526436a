import type { Context } from '#context.ts';
import { refuseField } from '#kit/failure.ts';
import { countBatches } from '#modules/calldata/index.ts';
import type { LinkAccess } from '#modules/compliance/index.ts';
import { createRequests, type readTerms } from '#modules/requests/index.ts';
import { draftLink, type LinkCreated, type LinkTexts, linkCreated } from './draft-link.ts';
import { insertScreened } from './insert-screened.ts';
import { planOfLink } from './model/link-plan.ts';
import type { ScreenedRecipient } from './screen-recipient.ts';
import { insertSecurePayment } from './store/new-links.ts';

type RequestTerms = ReturnType<typeof readTerms>;

/** One payment of a link. */
export interface LinkItem {
  readonly terms: RequestTerms;
  /** The ERC-7828 text of whom it pays; null for what no destination can name, as a native coin. */
  readonly destinationId: string | null;
}

/** The payments of a new link, and its payer. */
export interface CreateLinkInput {
  readonly flow: 'incoming' | 'outgoing';
  /** At least one, all on one network; several make a batch. */
  readonly items: readonly LinkItem[];
  readonly access: LinkAccess;
  /** In the form in which its chain shows addresses; only of payouts. */
  readonly creatorWalletAddress?: string;
  /** What is known of the recipient of a payout: one that is rejected makes a link that is never paid. */
  readonly recipient?: ScreenedRecipient | undefined;
  readonly texts: LinkTexts & {
    readonly payerIdentifier?: string | undefined;
    readonly recipientIdentifier?: string | undefined;
  };
}

/**
 * Creates a link with its requests: all of it in one statement, or nothing.
 *
 * Refuses (400) fees as `createRequests` does, and a batch that no one transaction can pay.
 */
export async function createLink(
  ctx: Context,
  { flow, items, access, creatorWalletAddress, recipient, texts }: CreateLinkInput,
): Promise<LinkCreated> {
  const destinationIds = items.map(({ destinationId }) => destinationId);
  const terms = items.map((item) => item.terms);
  return await createRequests(ctx, { flow, terms }, async (requests) => {
    checkSize(requests);
    const link = draftLink(ctx, {
      paymentType: items.length === 1 ? 'single' : 'batch',
      flow,
      destinationId: items.length === 1 ? destinationIds[0] : null,
      access,
      feePlans: requests.map(({ feePlan }) => feePlan),
      creatorWalletAddress,
      texts,
    });
    const { payerIdentifier, recipientIdentifier } = texts;
    const requestIds = requests.map(({ row }) => row.request_id);
    const feePlan = planOfLink(
      requests.map(({ terms, feePlan }) => ({ ...terms, currencyId: terms.currency.id, feePlan })),
    );
    const created = linkCreated(ctx, link.token, { requestIds, feePlan });
    const added = {
      link,
      requests,
      destinationIds,
      payerIdentifier,
      recipientIdentifier,
      allowedPayers: access.allowedPayers,
      answer: await ctx.keepAnswer?.(created),
    };
    await (recipient === undefined
      ? insertSecurePayment(ctx, added)
      : insertScreened(ctx, added, recipient));
    return created;
  });
}

/** Refuses a batch that no one transaction can pay with its fees: a batch is paid whole or not at all. */
function checkSize(
  requests: readonly { readonly order: Parameters<typeof countBatches>[0][number] }[],
): void {
  if (requests.length === 1 || countBatches(requests.map(({ order }) => order)) === 1) return;
  const message = `requests: one transaction cannot pay ${requests.length} payments of this kind; send fewer`;
  throw refuseField('requests', message, 'batch_too_large');
}
