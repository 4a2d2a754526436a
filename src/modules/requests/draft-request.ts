import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { bytesOf, type Hex } from '#kit/hex.ts';
import { createdByOf } from './created-by.ts';
import { paymentReference } from './model/payment-reference.ts';
import { requestIdOf } from './model/request-id.ts';
import { type AgreedConversion, type RequestStory, STORY_OF_LINK } from './model/terms.ts';
import type { RequestTerms } from './request-terms.ts';
import type { NewRequest } from './store/requests.ts';

/** Eight random bytes, so that nobody can tell a reference from what is public. */
const SALT_BYTES = 8;

/** A request with its reference, not written yet. */
export interface DraftedRequest extends NewRequest {
  readonly request_id: string;
  readonly payment_reference: Hex;
}

/**
 * Draws up a request with its id and payment reference, and writes nothing: the room that owes it
 * inserts it together with rows of its own, by `insertRequests`.
 */
export function draftRequest(ctx: Context, terms: RequestTerms): DraftedRequest {
  const { accountId, payeeAddress, expectedUnits, currency } = terms;
  const id = ctx.newOrderedId();
  const createdAt = ctx.now();
  const network = terms.chain.network.id;
  const salt = ctx.chance(SALT_BYTES).toString('hex');
  const record = { accountId, network, currencyId: currency.id, payeeAddress, expectedUnits };
  const requestId = requestIdOf({ ...record, createdAt: isoTime(createdAt), nonce: ctx.newId() });
  const reference = paymentReference({ requestId, salt, payeeAddress });
  return {
    id,
    account_id: accountId,
    request_id: requestId,
    payment_reference: reference,
    reference_topic: bytesOf(terms.chain.referenceKey(reference)),
    salt,
    status: 'created',
    network,
    kind: terms.kind,
    currency_id: currency.id,
    token_address: currency.address,
    payee_address: payeeAddress,
    expected_units: expectedUnits,
    fee_units: terms.fee?.units ?? 0n,
    fee_percentage: terms.fee?.percentage ?? null,
    fee_address: terms.fee?.address ?? null,
    created_at: createdAt,
    created_by: createdByOf(ctx.actor),
    ...conversionColumns(terms.conversion),
    ...storyColumns(terms.story ?? STORY_OF_LINK),
  };
}

function conversionColumns(conversion: AgreedConversion | undefined) {
  return {
    invoice_currency_id: conversion?.invoiceCurrencyId ?? null,
    conversion_path: conversion === undefined ? null : [...conversion.path],
    max_rate_age_seconds: conversion?.maxRateAgeSeconds ?? null,
    slippage_bps: conversion?.slippageBps ?? null,
  };
}

function storyColumns(story: RequestStory) {
  return {
    flow: story.flow,
    origin_form: story.originForm,
    client_id_id: story.clientIdId,
    orchestrator_id: story.orchestratorId,
    origin: story.origin,
    reference: story.reference,
    payer_address: story.payerAddress,
    original_request_id: story.originalRequestId,
    original_request_payment_reference: story.originalRequestPaymentReference,
  };
}
