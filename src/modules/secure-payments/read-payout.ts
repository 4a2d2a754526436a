import { currencyById } from '#catalog/currencies.ts';
import { NETWORKS, type Network } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { refuseField } from '#kit/failure.ts';
import { findClientIdPlan, type LinkAccess, settleLinkAccess } from '#modules/compliance/index.ts';
import { checkPayee, readAddress } from '#modules/destinations/index.ts';
import { checkCreator, readTerms } from '#modules/requests/index.ts';
import { checkHasList } from '#modules/screening/index.ts';
import { checkPairs } from './model/creation-rules.ts';
import type { CreatePayoutLinkInput } from './model/payout-body.ts';

type RequestTerms = ReturnType<typeof readTerms>;

/** A payout as it was asked for, after every check that needs no list, vendor or node. */
interface ReadPayout {
  readonly terms: RequestTerms;
  readonly network: Network;
  readonly access: LinkAccess;
  /** In the form in which its chain shows addresses. */
  readonly creatorWalletAddress: string;
}

/** Reads the input of a payout link. Refuses (400, 403) as `createPayoutLink` does; writes nothing and screens nobody. */
export async function readPayout(ctx: Context, input: CreatePayoutLinkInput): Promise<ReadPayout> {
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
  return { terms, network, access, creatorWalletAddress };
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
