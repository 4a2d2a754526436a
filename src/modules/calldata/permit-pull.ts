import type { Permit, TokenPermits } from '#chains/chain.ts';
import { type Refusal, refuseField } from '#kit/failure.ts';
import type { PermitOption } from './model/payer-kind.ts';
import type { PaymentOrder } from './payment-order.ts';
import type { Pulling, PullPlan } from './pull-tokens.ts';

/** What a key may sign in place of the transactions that approve. */
export interface OfferedPermit {
  readonly kind: Permit['kind'];
  /** As wallets take it for signing. */
  readonly typedData: Readonly<Record<string, unknown>>;
}

type Terms = Awaited<ReturnType<TokenPermits['readTerms']>>;

/** What a permit of an order would be, as far as it is known before the amount. */
interface PermitCase {
  readonly order: PaymentOrder;
  readonly pulling: Pulling | undefined;
  readonly permit: PermitOption | undefined;
}

/** How the key could sign now; nothing is read where no permit is possible. Throws `Outage`. */
export async function readPermitTerms({ order, pulling, permit }: PermitCase): Promise<Terms> {
  const { permits } = order.chain;
  if (pulling === undefined || permit === undefined || permits === undefined) return undefined;
  return await permits.readTerms(queryOf(order, pulling, permit));
}

/**
 * The same plan with the permit that was signed in place of approvals; without a signature the plan as it is, and the permit that may be
 * signed. A signature that an allowance made unnecessary is left out, as the permit may have been carried out by somebody else.
 *
 * Refuses (400) a signature of anything but exactly what is taken now, and one that no contract would accept.
 */
export async function planPermit(
  plan: PullPlan,
  { order, pulling, permit }: PermitCase,
  { terms, units }: { readonly terms: Terms; readonly units: bigint },
): Promise<{ readonly pull: PullPlan; readonly permit?: OfferedPermit }> {
  const { permits } = order.chain;
  if (plan.approvals.length === 0 || pulling === undefined || permit === undefined) {
    return { pull: plan };
  }
  const { signature } = permit;
  const isPossible = terms !== undefined && units <= (terms.unitsMax ?? units);
  if (permits === undefined || !isPossible) {
    if (signature !== undefined) throw notPossible(order);
    return { pull: plan };
  }
  const signed: Permit = { ...queryOf(order, pulling, permit), ...terms, units };
  if (signature === undefined) {
    const offered = { kind: terms.kind, typedData: { ...permits.content(signed) } };
    return { pull: plan, permit: offered };
  }
  const check = await permits.check(signed, signature);
  if (check !== 'valid') throw notValid(signed, check);
  const step = { type: 'permit' as const, permit: signed, signature };
  const pulls = terms.kind === 'permit2' ? [step] : [step, ...plan.pulls];
  return { pull: { pulls, approvals: [], eoaApprovals: [] } };
}

function queryOf(order: PaymentOrder, { account, holder }: Pulling, { expiresAt }: PermitOption) {
  const { currency, paymentReference } = order;
  return { holder: holder.address, account, currency, paymentReference, expiresAt };
}

function notPossible({ currency }: PaymentOrder): Refusal {
  return refuse(
    `must not be sent: ${currency.id} takes no permit of this amount from eoaWallet now. Send eoaApprovalTransactions first`,
  );
}

function notValid(permit: Permit, check: 'used_before' | 'not_signed'): Refusal {
  if (check === 'used_before') return refuse('was used before: sign the permit anew');
  const { units, currency, account, nonce } = permit;
  return refuse(
    `must be the signature of eoaWallet for ${units} units of ${currency.id} and ${account} until permitDeadline, with the nonce ${nonce}: sign the permit anew`,
  );
}

function refuse(message: string): Refusal {
  return refuseField('permitSignature', `permitSignature ${message}`, 'permit_not_accepted');
}
