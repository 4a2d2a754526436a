import { fiatByCode } from '#catalog/currencies.ts';
import { FAMILIES } from '#catalog/families.ts';
import { invoiceDecimals } from '#catalog/request-units.ts';
import type { Context } from '#context.ts';
import { printAmount } from '#kit/amount.ts';
import { Refusal } from '#kit/failure.ts';
import { shareOf } from '#kit/percentage.ts';
import { type FeeDraft, planFees } from '#modules/fees/index.ts';
import { draftRequest, type PricedRequest, type RequestDraft } from './draft-request.ts';
import { attributionOf, type StandaloneDetails } from './model/terms.ts';
import type { RequestTerms } from './read-terms.ts';
import { insertRequests } from './store/new-requests.ts';
import { isReferenceTaken } from './store/requests.ts';

/** Requests that are created together. */
interface CreateRequestsInput {
  readonly flow: 'incoming' | 'outgoing';
  /** In their order; they have the gross amounts, before fees. */
  readonly terms: readonly RequestTerms[];
  /** Of requests that no link contains; those of a link take all of it from their link. */
  readonly standalone?: StandaloneDetails;
}

/** Writes drafts: `insert` does so for requests that no link contains, within a transaction where it is given one. */
type WriteRequests<T> = (
  drafts: readonly RequestDraft[],
  insert: (within?: Context) => Promise<void>,
) => Promise<T>;

/**
 * References are 64 random bits: two collisions in a row mean that the random source is broken, and
 * no number of further attempts would help.
 */
const ATTEMPTS_MAX = 3;

/**
 * Creates requests: plans their fees with at most one query, drafts each with an id and a payment
 * reference, and calls `write` once with all drafts. `write` inserts them, by the `insert` that it is given or
 * with rows of its own by `requestInserts`; what it does before is done before anything is written.
 * It is called again with new drafts if a reference was already taken. Returns what `write` returns.
 *
 * Refuses (400) fees that leave a payee nothing, and one that would be paid to the token's own contract.
 */
export async function createRequests<T>(
  ctx: Context,
  input: CreateRequestsInput,
  write: WriteRequests<T>,
): Promise<T> {
  const priced = await priceRequests(ctx, input);
  for (let attempt = 1; ; attempt++) {
    try {
      const drafts = priced.map((one) => draftRequest(ctx, one));
      return await write(drafts, (within = ctx) => insertRequests(within, drafts));
    } catch (error) {
      // Inside of a larger transaction the refused statement has ended it, and nothing can follow.
      const retries = isReferenceTaken(error) && !ctx.db.isTransaction && attempt < ATTEMPTS_MAX;
      if (!retries) throw error;
    }
  }
}

/**
 * Adds the fees that apply now. The payee receives what the fees leave that it bears; the platform's
 * fee is a share of that. Where it is paid apart, the request names it and has none of it inside its payment.
 */
async function priceRequests(
  ctx: Context,
  { flow, terms: all, standalone }: CreateRequestsInput,
): Promise<readonly PricedRequest[]> {
  const planned = await planFees(ctx, {
    flow: flow === 'incoming' ? 'get_paid' : 'pay',
    payments: all.map((terms) => {
      const { kind, currency, conversion, fee, expectedUnits, chain, amountField } = terms;
      return {
        currency: (conversion && fiatByCode(conversion.invoiceCurrencyId)) ?? currency,
        decimals: invoiceDecimals(kind, currency),
        grossUnits: expectedUnits,
        network: chain.network.id,
        field: amountField,
        ...(fee && { platformFee: { ...fee, isPaidApart: isPaidApart(terms, standalone) } }),
      };
    }),
  });
  const attribution = standalone && attributionOf(ctx.actor, flow, standalone);
  const customerInfo = standalone?.customerInfo && JSON.stringify(standalone.customerInfo);
  return planned.flatMap(({ plan: feePlan, components, netUnits }, i) => {
    const terms = all[i];
    if (terms === undefined) return [];
    checkReceivers(components, terms);
    const isApart = components.some(({ feeType }) => feeType === 'platform_fee');
    const fee = terms.fee && {
      ...terms.fee,
      units: isApart ? 0n : shareOf(netUnits, terms.fee.percentage),
    };
    const recurs = standalone?.recurringPayoutId !== undefined;
    const only = recurs ? onlyFee(fee, components) : undefined;
    const agreed = { ...terms, expectedUnits: netUnits, fee: only ?? fee };
    const beside = only === undefined ? components : [];
    return [{ terms: agreed, feePlan, components: beside, attribution, customerInfo }];
  });
}

/** A basis point is a hundredth of a percent. */
const BPS_DECIMALS = 2;

/** Shares of a payment. A fee for sponsored transactions is none: nothing of a payment that recurs is sponsored. */
const SHARES: readonly FeeDraft['feeType'][] = ['orchestrator_fee', 'protocol_fee'];

/**
 * The fee that goes along where the platform's would, as what a payer signs for many payments has place for one: that
 * of a rule, where it is the only one that applies.
 */
function onlyFee(
  fee: RequestTerms['fee'],
  [component, ...others]: readonly FeeDraft[],
): RequestTerms['fee'] {
  const isOther = others.length > 0 || (fee !== undefined && fee.units > 0n);
  if (component === undefined || isOther) return undefined;
  const { feeType: type, units, receiverAddress: address, percentageBps } = component;
  if (percentageBps === null || !SHARES.includes(type)) return undefined;
  return { type, units, address, percentage: printAmount(BigInt(percentageBps), BPS_DECIMALS) };
}

/** Requests without a link are never paid by a batch contract, so their fee stays inside their payment. */
function isPaidApart({ chain }: RequestTerms, standalone: StandaloneDetails | undefined): boolean {
  return standalone === undefined && FAMILIES[chain.network.family].paysFeesApart;
}

/** Money that is sent to a token's own contract is lost, with any agreement. */
function checkReceivers(components: readonly FeeDraft[], { currency }: RequestTerms): void {
  const lost = components.find(({ receiverAddress }) => receiverAddress === currency.address);
  if (lost === undefined) return;
  const message = `the receiver of the fee "${lost.label}" is the contract of ${currency.id}; money sent there is lost`;
  throw new Refusal('fee_receiver_is_token', 400, message);
}
