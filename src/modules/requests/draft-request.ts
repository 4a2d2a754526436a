import type { Currency } from '#catalog/currencies.ts';
import type { Chain } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { bytesOf } from '#kit/hex.ts';
import { paymentReference } from './model/payment-reference.ts';
import { requestIdOf } from './model/request-id.ts';
import type { NewRequest } from './store.ts';

/** A fee on top of the amount, which the payer bears. */
export interface RequestFee {
  readonly units: bigint;
  /** As the caller wrote it, from `0` to `100`. */
  readonly percentage: string;
  /** In the form in which its chain shows addresses. */
  readonly address: string;
}

/** What is owed, to whom and on which chain. */
export interface RequestTerms {
  readonly accountId: string;
  readonly chain: Chain;
  readonly currency: Currency;
  /** In the form in which its chain shows addresses. */
  readonly payeeAddress: string;
  readonly expectedUnits: bigint;
  readonly fee: RequestFee | undefined;
}

/** Eight random bytes, so that nobody can tell a reference from what is public. */
const SALT_BYTES = 8;

/**
 * Draws up a request with its id and payment reference, and writes nothing: the room that owes it
 * inserts it together with rows of its own, by `insertRequests`.
 */
export function draftRequest(ctx: Context, terms: RequestTerms): NewRequest {
  const { accountId, payeeAddress, expectedUnits, currency } = terms;
  const id = ctx.newId();
  const createdAt = ctx.now();
  const network = terms.chain.network.id;
  const salt = ctx.chance(SALT_BYTES).toString('hex');
  const record = { accountId, network, currencyId: currency.id, payeeAddress, expectedUnits };
  const requestId = requestIdOf({ ...record, createdAt: isoTime(createdAt), nonce: id });
  const reference = paymentReference({ requestId, salt, payeeAddress });
  return {
    id,
    account_id: accountId,
    request_id: requestId,
    payment_reference: reference,
    reference_topic: bytesOf(terms.chain.referenceTopic(reference)),
    salt,
    status: 'created',
    network,
    currency_id: currency.id,
    token_address: currency.address,
    payee_address: payeeAddress,
    expected_units: expectedUnits,
    fee_units: terms.fee?.units ?? 0n,
    fee_percentage: terms.fee?.percentage ?? null,
    fee_address: terms.fee?.address ?? null,
    created_at: createdAt,
  };
}
