import { NETWORKS } from '#catalog/networks.ts';
import { accountOf, type Context } from '#context.ts';
import { invariant, Refusal } from '#kit/failure.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { readAddress } from '#modules/destinations/index.ts';
import { type CreatePayoutLinkInput, previewPayoutLink } from '#modules/secure-payments/index.ts';
import { transact } from '#platform/db/transact.ts';
import type { SavedPayout } from './model/saved-payout.ts';
import { showSavedPayout } from './show-saved-payout.ts';
import { countSavedPayouts, insertSavedPayout, lockSavedPayouts } from './store.ts';

/** More than a form can offer to choose from; whoever pays more people uses a file. */
export const SAVED_PAYOUTS_MAX = 200;

/** A payout with the name that it gets. */
interface CreateSavedPayoutInput
  extends Pick<
    CreatePayoutLinkInput,
    'recipient' | 'network' | 'currency' | 'amount' | 'creatorWalletAddress' | 'reference'
  > {
  readonly label: string;
}

/**
 * Keeps a payout under a name, to be made again. Nothing is paid, and nobody is screened: that is done whenever it is made. Refuses (400) what could
 * not be paid as `createPayoutLink` does, and (409) a label that is taken and one payout too many.
 */
export async function createSavedPayout(
  ctx: Context,
  { label, ...input }: CreateSavedPayoutInput,
): Promise<ReturnType<typeof showSavedPayout>> {
  const accountId = accountOf(ctx);
  const { recipient, network, currencyId, amountUnits } = await previewPayoutLink(ctx, input);
  const creator = readAddress(NETWORKS[input.network].family, input.creatorWalletAddress);
  invariant(!('problem' in creator), 'a payout that can be made names the wallet that pays');
  const payout: SavedPayout = {
    id: ctx.newOrderedId(),
    label,
    recipient,
    network,
    currencyId,
    amountUnits,
    creatorWalletAddress: creator.text,
    reference: input.reference ?? null,
    createdAt: ctx.now(),
  };
  await transact(ctx, async (ctx) => {
    await lockSavedPayouts(ctx, accountId);
    const { count, isTaken } = await countSavedPayouts(ctx, { accountId, label });
    if (isTaken) throw savedPayoutExists();
    if (count >= SAVED_PAYOUTS_MAX) throw tooManySavedPayouts();
    await insertSavedPayout(ctx, { ...payout, accountId });
    const object = { kind: 'saved_payout', id: payout.id };
    await recordAudit(ctx, { accountId, action: 'saved_payout.created', object });
  });
  return showSavedPayout(payout);
}

/** 409: nobody could say which of two with one name is meant. */
export function savedPayoutExists(): Refusal {
  const message = 'A payout is saved under this label already: remove it, or use another label';
  return new Refusal('saved_payout_exists', 409, message);
}

/** 409: the account has saved as many as it may. */
export function tooManySavedPayouts(): Refusal {
  const message = `An account has at most ${SAVED_PAYOUTS_MAX} saved payouts: remove one first`;
  return new Refusal('too_many_saved_payouts', 409, message);
}
