import { fiatByCode } from '#catalog/currencies.ts';
import { invoiceDecimals } from '#catalog/request-units.ts';
import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { shareOf } from '#kit/percentage.ts';
import { type FeeDraft, planFees } from '#modules/fees/index.ts';
import { draftRequest, type PricedRequest, type RequestDraft } from './draft-request.ts';
import type { RequestTerms } from './read-terms.ts';
import { isReferenceTaken } from './store/requests.ts';

/** Requests that are created together, in their order. */
export interface CreateRequestsInput {
  readonly flow: 'incoming' | 'outgoing';
  readonly requests: readonly RequestInput[];
}

/** A request to create. Its terms ask for the gross amount, before fees. */
interface RequestInput {
  readonly terms: RequestTerms;
  /** The field of the call that holds the amount, for refusals. */
  readonly amountField: string;
  /** What is known of the customer, as a JSON text. */
  readonly customerInfo?: string | undefined;
}

/**
 * References are 64 random bits: two collisions in a row mean that the random source is broken, and
 * no number of further attempts would help.
 */
const ATTEMPTS_MAX = 3;

/**
 * Creates requests: plans their fees with at most one query, drafts each with an id and a payment
 * reference, and calls `write` once with all drafts. `write` inserts them, by `insertRequests` or with
 * rows of its own by `requestInserts`; what it does before is done before anything is written.
 * It is called again with new drafts if a reference was already taken. Returns what `write` returns.
 *
 * Refuses (400) fees that leave a payee nothing, and one that would be paid to the token's own contract.
 */
export async function createRequests<T>(
  ctx: Context,
  input: CreateRequestsInput,
  write: (drafts: readonly RequestDraft[]) => Promise<T>,
): Promise<T> {
  const priced = await priceRequests(ctx, input);
  for (let attempt = 1; ; attempt++) {
    try {
      return await write(priced.map((one) => draftRequest(ctx, one)));
    } catch (error) {
      // Inside of a larger transaction the refused statement has ended it, and nothing can follow.
      const retries = isReferenceTaken(error) && !ctx.db.isTransaction && attempt < ATTEMPTS_MAX;
      if (!retries) throw error;
    }
  }
}

/**
 * Adds the fees that apply now. The payee receives what the fees leave that it bears; the platform's
 * fee is a share of that.
 */
async function priceRequests(
  ctx: Context,
  { flow, requests }: CreateRequestsInput,
): Promise<readonly PricedRequest[]> {
  const planned = await planFees(ctx, {
    flow: flow === 'incoming' ? 'get_paid' : 'pay',
    payments: requests.map(({ terms, amountField }) => {
      const { kind, currency, conversion, fee, expectedUnits, chain } = terms;
      return {
        currency: (conversion && fiatByCode(conversion.invoiceCurrencyId)) ?? currency,
        decimals: invoiceDecimals(kind, currency),
        grossUnits: expectedUnits,
        family: chain.network.family,
        field: amountField,
        ...(fee && { platformFee: fee }),
      };
    }),
  });
  return planned.flatMap(({ plan: feePlan, components, netUnits }, i) => {
    const request = requests[i];
    if (request === undefined) return [];
    const { terms, customerInfo } = request;
    checkReceivers(components, terms);
    const fee = terms.fee && { ...terms.fee, units: shareOf(netUnits, terms.fee.percentage) };
    const agreed = { ...terms, expectedUnits: netUnits, fee };
    return [{ terms: agreed, feePlan, components, customerInfo }];
  });
}

/** Money that is sent to a token's own contract is lost, whoever agreed on it. */
function checkReceivers(components: readonly FeeDraft[], { currency }: RequestTerms): void {
  const lost = components.find(({ receiverAddress }) => receiverAddress === currency.address);
  if (lost === undefined) return;
  const message = `the receiver of the fee "${lost.label}" is the contract of ${currency.id}; money sent there is lost`;
  throw new Refusal('fee_receiver_is_token', 400, message);
}
