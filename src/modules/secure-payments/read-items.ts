import { currencyById } from '#catalog/currencies.ts';
import { NETWORKS, type Network } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import {
  type DestinationAccessPolicy,
  destinationMismatch,
  isDestinationCurrency,
  payeeNotAllowed,
  paysOwnOnly,
  resolveDestination,
} from '#modules/destinations/index.ts';
import { readTerms } from '#modules/requests/index.ts';
import type { LinkItem } from './create-link.ts';
import type { CreateSecurePaymentInput, SecurePaymentItem } from './model/creation-body.ts';
import { checkNetworks, type OlderItem, readOlderForm } from './model/creation-rules.ts';

/** One payment of a new link. */
export interface ReadItem extends LinkItem {
  /** The access policy of the destination, and the field where the caller named it. */
  readonly inherited: {
    readonly policy: DestinationAccessPolicy | null;
    readonly field: string;
  };
}

/** An item whose payee and currencies are known. */
interface NamedItem extends Omit<ReadItem, 'terms'>, OlderItem {
  readonly amount: string;
  /** The field of the payment currency. */
  readonly currencyField: string;
  readonly network: Network;
}

/**
 * The payments of a new link, in their order, all on one network.
 *
 * Refuses as `resolveDestination`, `checkNetworks` and `readTerms` do. Reads own destinations, and
 * writes nothing.
 */
export async function readItems(
  ctx: Context,
  input: CreateSecurePaymentInput,
): Promise<ReadItem[]> {
  const named = await Promise.all(
    input.requests.map((item, i) => nameItem(ctx, item, `requests[${i}]`)),
  );
  checkNetworks(named.map(({ network }) => network));
  const { feePercentage, feeAddress } = input;
  return named.map((item, i) => {
    const { payee, amount, invoiceCurrency, paymentCurrency, currencyField } = item;
    const fee = { feePercentage, feeAddress };
    const terms = { payee, amount, invoiceCurrency, paymentCurrency, ...fee };
    return {
      terms: readTerms(ctx, terms, { fieldPrefix: `requests[${i}]`, currencyField }),
      destinationId: item.destinationId,
      inherited: item.inherited,
    };
  });
}

async function nameItem(ctx: Context, item: SecurePaymentItem, within: string): Promise<NamedItem> {
  const older = readOlderForm(item, within);
  if (older !== undefined) {
    const coin = currencyById(older.paymentCurrency);
    if (coin !== undefined && !isDestinationCurrency(coin)) {
      return nameCoin(ctx, { ...older, amount: item.amount }, within);
    }
  }
  const { destinationId, amount } = item;
  const destination = await resolveDestination(ctx, { destinationId, older, within });
  const { id } = destination.currency;
  return {
    payee: destination.walletAddress,
    invoiceCurrency: older?.invoiceCurrency ?? id,
    paymentCurrency: id,
    amount,
    currencyField: older === undefined ? 'destinationId' : 'paymentCurrency',
    network: destination.network,
    destinationId: destination.text,
    inherited: { policy: destination.accessPolicy, field: `${within}.destinationId` },
  };
}

/** What no destination can name is paid where nothing is bound: a coin, or a token of the long list. */
function nameCoin(
  ctx: Context,
  item: OlderItem & { readonly amount: string },
  within: string,
): NamedItem {
  const { actor } = ctx;
  const isBound = 'boundDestinationId' in actor && actor.boundDestinationId !== undefined;
  if (isBound || actor.kind === 'orchestrator_pair') throw destinationMismatch();
  if (paysOwnOnly(ctx)) throw payeeNotAllowed(`${within}.payee`);
  const currency = currencyById(item.paymentCurrency);
  invariant(currency !== undefined, 'the currency was looked up before');
  return {
    ...item,
    currencyField: 'paymentCurrency',
    network: NETWORKS[currency.network],
    destinationId: null,
    inherited: { policy: null, field: `${within}.payee` },
  };
}
