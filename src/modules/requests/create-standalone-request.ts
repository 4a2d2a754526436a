import { currencyById } from '#catalog/currencies.ts';
import type { Context } from '#context.ts';
import { invariant, refuseField } from '#kit/failure.ts';
import { hexOf } from '#kit/hex.ts';
import { settlePlan } from '#modules/compliance/index.ts';
import {
  checkPayee,
  type DestinationAccessPolicy,
  destinationMismatch,
  guardedDestination,
  guards,
  readAddress,
  resolveDestination,
} from '#modules/destinations/index.ts';
import { transact } from '#platform/db/transact.ts';
import { createRequests } from './create-requests.ts';
import type { CreateRequestRequest } from './model/request-body.ts';
import type { StandaloneDetails } from './model/terms.ts';
import { type RequestTerms, readTerms } from './read-terms.ts';
import { insertRequests } from './store/new-requests.ts';

/** In the place of a payee while the terms are read; it is stored nowhere. */
const NO_PAYEE = hexOf(Buffer.alloc(20, 1));

/** A request that was written. */
interface WrittenRequest {
  /** The row. */
  readonly id: string;
  readonly requestId: string;
  readonly paymentReference: string;
}

/** What is written with a request, in the same transaction. */
export type WriteAlso = (ctx: Context, request: WrittenRequest) => Promise<void>;

/** What is particular of one. */
interface StandaloneParts {
  readonly writeAlso?: WriteAlso | undefined;
  /** Whether its money goes to a bank account, so that it has no payee yet. */
  readonly isPaidOut?: boolean;
}

/**
 * Creates a request that stands alone, and what `writeAlso` adds to it: both or nothing. Refuses as `createRequest`
 * does what concerns payee, amount and currencies.
 */
export async function createStandaloneRequest(
  ctx: Context,
  input: CreateRequestRequest,
  { writeAlso, isPaidOut = false }: StandaloneParts = {},
): Promise<WrittenRequest> {
  const { payee, bound } = isPaidOut ? { payee: NO_PAYEE, bound: null } : await payeeOf(ctx, input);
  const { amount, invoiceCurrency, paymentCurrency } = input;
  const agreed = readTerms(ctx, { payee, amount, invoiceCurrency, paymentCurrency });
  const { payeeAddress: walletAddress, currency } = agreed;
  const field = 'payee';
  const named = isPaidOut
    ? null
    : await checkPayee(ctx, { walletAddress, currency, field, isJudged: true });
  const { network } = agreed.chain;
  const plan = await settlePlan(ctx, { network, inherited: [{ policy: bound ?? named, field }] });
  // Nobody can be paid at an empty address; the deposit address of an order takes its place.
  const terms = isPaidOut ? { ...agreed, payeeAddress: '' } : agreed;
  const standalone = { ...standaloneDetails(input, terms), plan };
  const requests = { flow: 'incoming', terms: [terms], standalone } as const;
  return await createRequests(ctx, requests, async ([draft], insert) => {
    invariant(draft !== undefined, 'one request was drafted');
    const { id, request_id: requestId, payment_reference: paymentReference } = draft.row;
    const written = { id, requestId, paymentReference };
    if (writeAlso === undefined) {
      await insert();
      return written;
    }
    return await transact(ctx, async (ctx) => {
      await insertRequests(ctx, [draft]);
      await writeAlso(ctx, written);
      return written;
    });
  });
}

/** Who is paid, and by which policy: the payee of the call, and with a bound destination only that. */
async function payeeOf(
  ctx: Context,
  input: CreateRequestRequest,
): Promise<{ readonly payee: string; readonly bound: DestinationAccessPolicy | null }> {
  const { actor } = ctx;
  const bound = 'boundDestinationId' in actor ? actor.boundDestinationId : undefined;
  if (bound === undefined && actor.kind !== 'orchestrator_pair') {
    if (input.payee !== undefined) return { payee: input.payee, bound: null };
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
  if (guards(accessPolicy, { isJudged: true })) throw guardedDestination('payee');
  return { payee: walletAddress, bound: accessPolicy };
}

function missingPayee(kind: string): string {
  const none = 'there is no active payee destination for client ID: send payee, or bind one';
  return kind === 'client_id' ? none : 'payee is required';
}

function standaloneDetails(
  input: CreateRequestRequest,
  { chain }: RequestTerms,
): Omit<StandaloneDetails, 'plan'> {
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
