import { currencyById } from '#catalog/currencies.ts';
import type { Context } from '#context.ts';
import { invariant, refuseField } from '#kit/failure.ts';
import {
  checkPayee,
  destinationMismatch,
  guardedDestination,
  guards,
  readAddress,
  resolveDestination,
} from '#modules/destinations/index.ts';
import { checkCreator } from './check-creator.ts';
import { createRequests } from './create-requests.ts';
import type { CreateRequestRequest } from './model/request-body.ts';
import type { StandaloneDetails } from './model/terms.ts';
import { type RequestTerms, readTerms } from './read-terms.ts';

/** What an integrator receives about a new request. */
interface RequestCreated {
  readonly requestId: string;
  readonly paymentReference: string;
}

/**
 * Creates a request that stands alone, without a link.
 *
 * Refuses (400) what breaks a rule, what is not built yet, a call that names no payee where none is
 * bound, and a bound destination that restricts its payers; (403) another payee or token than those
 * that are bound to the client ID or that a public one may pay, and a client ID that only its partner
 * may use. Then nothing was written.
 */
export async function createRequest(
  ctx: Context,
  input: CreateRequestRequest,
): Promise<RequestCreated> {
  checkBuilt(input);
  await checkCreator(ctx);
  const payee = await payeeOf(ctx, input);
  const { amount, invoiceCurrency, paymentCurrency } = input;
  const terms = readTerms(ctx, { payee, amount, invoiceCurrency, paymentCurrency });
  const { payeeAddress: walletAddress, currency } = terms;
  await checkPayee(ctx, { walletAddress, currency, field: 'payee' });
  const standalone = standaloneDetails(input, terms);
  return await createRequests(
    ctx,
    { flow: 'incoming', terms: [terms], standalone },
    async ([draft], insert) => {
      invariant(draft !== undefined, 'one request was drafted');
      await insert();
      return { requestId: draft.row.request_id, paymentReference: draft.row.payment_reference };
    },
  );
}

/** Refuses what the documentation names and this does not do yet: to ignore it would be to promise it. */
function checkBuilt({ recurrence, isCryptoToFiatAvailable }: CreateRequestRequest): void {
  if (recurrence !== undefined) {
    throw refuseField(
      'recurrence',
      'recurrence is not supported yet: leave it out',
      'not_supported',
    );
  }
  if (isCryptoToFiatAvailable === true) {
    const message = 'isCryptoToFiatAvailable is not supported yet: leave it out or send false';
    throw refuseField('isCryptoToFiatAvailable', message, 'not_supported');
  }
}

/** Who is paid: the payee of the call, and with a bound destination only that. */
async function payeeOf(ctx: Context, input: CreateRequestRequest): Promise<string> {
  const { actor } = ctx;
  const bound = 'boundDestinationId' in actor ? actor.boundDestinationId : undefined;
  if (bound === undefined && actor.kind !== 'orchestrator_pair') {
    if (input.payee !== undefined) return input.payee;
    throw refuseField('payee', missingPayee(actor.kind), 'no_destination');
  }
  const supplied = { destinationId: undefined, within: 'payee', field: 'payee' };
  const { currency, walletAddress, network, accessPolicy } = await resolveDestination(
    ctx,
    supplied,
  );
  if (currencyById(input.paymentCurrency)?.id !== currency.id) throw destinationMismatch();
  if (input.payee !== undefined) {
    const named = readAddress(network.family, input.payee);
    if ('problem' in named) throw refuseField('payee', `payee ${named.problem}`);
    if (named.text !== walletAddress) throw destinationMismatch();
  }
  if (guards(accessPolicy)) throw guardedDestination('payee');
  return walletAddress;
}

function missingPayee(kind: string): string {
  const none = 'there is no active payee destination for client ID: send payee, or bind one';
  return kind === 'client_id' ? none : 'payee is required';
}

function standaloneDetails(
  input: CreateRequestRequest,
  { chain }: RequestTerms,
): StandaloneDetails {
  const { payer, reference, customerInfo } = input;
  return {
    originForm: 'request',
    reference,
    payerAddress: payer === undefined ? undefined : readPayer(chain.network.family, payer),
    originalRequestId: input.originalRequestId,
    originalRequestPaymentReference: input.originalRequestPaymentReference,
    customerInfo,
  };
}

function readPayer(family: RequestTerms['chain']['network']['family'], text: string): string {
  const payer = readAddress(family, text);
  if ('problem' in payer) throw refuseField('payer', `payer ${payer.problem}`);
  return payer.text;
}
