import type { Currency } from '#catalog/currencies.ts';
import type { Chain, Permit, TokenPermits } from '#chains/chain.ts';
import { type Refusal, refuseField } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import type { PermitOption } from './model/payer-kind.ts';
import type { Pulling, PullPlan } from './pull-tokens.ts';

/** What a key may sign in place of the transactions that approve. */
export interface OfferedPermit {
  readonly kind: Permit['kind'];
  /** As wallets take it for signing. */
  readonly typedData: Readonly<Record<string, unknown>>;
}

type Terms = Awaited<ReturnType<TokenPermits['readTerms']>>;

/** What a permit would be of, as far as it is known before the amount. */
export interface PermitCase {
  /** Where the tokens are taken. */
  readonly chain: Pick<Chain, 'permits'>;
  /** All that is taken there, each token once: one signature is of one token. */
  readonly tokens: readonly Currency[];
  /** Of everything that is paid with it. */
  readonly paymentReferences: readonly Hex[];
  readonly pulling: Pulling | undefined;
  readonly permit: PermitOption | undefined;
}

/** What is taken at once, where a permit is possible. */
type PossibleCase = Pick<PermitCase, 'paymentReferences'> & {
  readonly permits: TokenPermits;
  readonly currency: Currency;
  readonly pulling: Pulling;
  readonly permit: PermitOption;
};

/**
 * How the key could sign now; nothing is read where no permit is possible. Refuses (400) a signature where several tokens are taken.
 * Throws `Outage`.
 */
export async function readPermitTerms(asked: PermitCase): Promise<Terms> {
  const { tokens, permit } = asked;
  if (tokens.length > 1 && permit?.signature !== undefined) throw oneTokenOnly(tokens);
  const possible = possibleCase(asked);
  return possible && (await possible.permits.readTerms(queryOf(possible)));
}

/**
 * The same plan with the permit that was signed in place of approvals; without a signature the plan as it is, and the permit that may be
 * signed. A signature that an allowance made unnecessary is left out, as the permit may have been carried out by somebody else.
 *
 * Refuses (400) a signature of anything but exactly what is taken now, and one that no contract would accept.
 */
export async function planPermit(
  plan: PullPlan,
  asked: PermitCase,
  { terms, units }: { readonly terms: Terms; readonly units: bigint },
): Promise<{ readonly pull: PullPlan; readonly permit?: OfferedPermit }> {
  if (plan.approvals.length === 0) return { pull: plan };
  const signature = asked.permit?.signature;
  const possible = possibleCase(asked);
  if (possible === undefined || terms === undefined || units > (terms.unitsMax ?? units)) {
    if (signature !== undefined) throw notPossible(asked);
    return { pull: plan };
  }
  const { permits } = possible;
  const signed: Permit = { ...queryOf(possible), ...terms, units };
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

function possibleCase(asked: PermitCase): PossibleCase | undefined {
  const { tokens, paymentReferences, pulling, permit } = asked;
  const { permits } = asked.chain;
  const [currency, ...others] = tokens;
  if (permits === undefined || currency === undefined || others.length > 0) return undefined;
  if (pulling === undefined || permit === undefined) return undefined;
  return { permits, currency, paymentReferences, pulling, permit };
}

function queryOf({ currency, paymentReferences, pulling, permit }: PossibleCase) {
  const { account, holder } = pulling;
  const { expiresAt } = permit;
  return { holder: holder.address, account, currency, paymentReferences, expiresAt };
}

function oneTokenOnly(tokens: readonly Currency[]): Refusal {
  const names = tokens.map(({ id }) => id).join(', ');
  return refusePermit(
    `must not be sent: a permit is of one token, and ${names} are taken. Send eoaApprovalTransactions first`,
  );
}

function notPossible({ tokens }: PermitCase): Refusal {
  const [currency] = tokens;
  return refusePermit(
    `must not be sent: ${currency?.id ?? 'the token'} takes no permit of this amount from eoaWallet now. Send eoaApprovalTransactions first`,
  );
}

function notValid(permit: Permit, check: 'used_before' | 'not_signed'): Refusal {
  if (check === 'used_before') return refusePermit('was used before: sign the permit anew');
  const { units, currency, account, nonce } = permit;
  return refusePermit(
    `must be the signature of eoaWallet for ${units} units of ${currency.id} and ${account} until permitDeadline, with the nonce ${nonce}: sign the permit anew`,
  );
}

function refusePermit(message: string): Refusal {
  return refuseField('permitSignature', `permitSignature ${message}`, 'permit_not_accepted');
}
