import { currencyById } from '#catalog/currencies.ts';
import { NETWORKS, type Network } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { refuseField } from '#kit/failure.ts';
import { findClientIdPlan, settleLinkAccess } from '#modules/compliance/index.ts';
import { checkPayee, readAddress } from '#modules/destinations/index.ts';
import { checkCreator, readTerms } from '#modules/requests/index.ts';
import { checkHasList } from '#modules/screening/index.ts';
import { createLink } from './create-link.ts';
import type { LinkCreated } from './draft-link.ts';
import { checkPairs } from './model/creation-rules.ts';
import type { CreatePayoutLinkInput } from './model/payout-body.ts';
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
  checkCreator(ctx, input);
  checkPairs(input);
  const network = NETWORKS[input.network];
  checkCurrency(input.currency, network);
  const creatorWalletAddress = readCreator(input.creatorWalletAddress, network);
  const { recipient: payee, currency, amount, feePercentage, feeAddress } = input;
  const terms = readTerms(
    ctx,
    {
      payee,
      amount,
      invoiceCurrency: currency,
      paymentCurrency: currency,
      feePercentage,
      feeAddress,
    },
    { currencyField: 'currency', payeeField: 'recipient' },
  );
  const { payeeAddress: walletAddress } = terms;
  await checkPayee(ctx, { walletAddress, currency: terms.currency, field: 'recipient' });
  const clientIdPlan = await findClientIdPlan(ctx);
  const sources = { inherited: [], clientIdPlan, network };
  const access = settleLinkAccess(ctx, input.accessPolicy, sources);
  checkHasList(ctx, { network, field: 'network' });
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

/** Refuses a known currency of another network; what is no currency is refused with the terms. */
function checkCurrency(text: string, network: Network): void {
  const currency = currencyById(text);
  if (currency === undefined || currency.network === network.id) return;
  const message = `currency ${currency.id} is not on the network ${network.id}`;
  throw refuseField('currency', message, 'unsupported_currency');
}

function readCreator(text: string, { family }: Network): string {
  const creator = readAddress(family, text);
  if (!('problem' in creator)) return creator.text;
  throw refuseField('creatorWalletAddress', `creatorWalletAddress ${creator.problem}`);
}
