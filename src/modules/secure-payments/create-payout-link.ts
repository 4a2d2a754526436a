import type { Context } from '#context.ts';
import { createLink } from './create-link.ts';
import type { LinkCreated } from './draft-link.ts';
import type { CreatePayoutLinkInput } from './model/payout-body.ts';
import { readPayout } from './read-payout.ts';
import { screenRecipient } from './screen-recipient.ts';

/**
 * Creates an outgoing link, by which the integrator pays one recipient. It is `compliance_failed` from the beginning where
 * the recipient is on a list of sanctioned addresses, or rejected by the vendor of its policy.
 *
 * Refuses (400) what breaks a rule of the specification, what is not built yet, a currency of
 * another network, and networks that this installation is not connected to; (403) a client ID that
 * only its partner may use, and a payee, fee, access policy or page that a public one may not name.
 * Then nothing was written, nor where a list or the vendors give no answer, which throws `Outage`.
 */
export async function createPayoutLink(
  ctx: Context,
  input: CreatePayoutLinkInput,
): Promise<LinkCreated> {
  const { terms, network, access, creatorWalletAddress } = await readPayout(ctx, input);
  const { payeeAddress: walletAddress } = terms;
  const recipient = await screenRecipient(ctx, { network, walletAddress, plan: access.screening });
  return await createLink(ctx, {
    flow: 'outgoing',
    items: [{ terms, destinationId: null }],
    // Wire facts 4.3: the allowlist of a payout is not enforced.
    access: { ...access, restrictsPayers: false, allowedPayers: [] },
    creatorWalletAddress,
    recipient,
    texts: input,
  });
}
