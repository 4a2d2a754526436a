import { type Currency, needsAllowanceReset } from '#catalog/currencies.ts';
import type { Chain, TokenBalance, TransactionStep } from '#chains/chain.ts';
import { invariant, refuseField } from '#kit/failure.ts';
import type { EoaApproval } from './model/pay-metadata.ts';
import { planApprovals } from './model/pay-plan.ts';
import { checkPayerIsNoPayee } from './model/payer-is-payee.ts';
import type { TokenHolder } from './model/payer-kind.ts';
import type { PaymentOrder } from './payment-order.ts';
import { type Transaction, transactionOf } from './wire-transaction.ts';

/** What `approve` takes for an allowance that payments do not use up. */
const UNLIMITED_UNITS = 2n ** 256n - 1n;

/** An account that pays with the tokens of a key. */
export interface Pulling {
  readonly account: string;
  readonly holder: TokenHolder;
}

/** A token, and what of it the key has and the payments take at most. */
interface PulledToken {
  readonly currency: Currency;
  readonly requiredUnits: bigint;
  /** Of the key, towards the account. */
  readonly balance: TokenBalance | undefined;
}

/** What lets an account take the tokens of a key, and takes them. */
export interface PullPlan {
  /** The first transactions of the account: each takes all that the payments take of a token at most. */
  readonly pulls: readonly TransactionStep[];
  /** What the key signs before, by itself; none where its allowances suffice. */
  readonly approvals: readonly TransactionStep[];
  /** The same for each token, in words; none where its allowances suffice. */
  readonly eoaApprovals: readonly EoaApproval[];
}

/**
 * Refuses (409) orders that pay the wallet or the key whose tokens it pays with, and (400) to take coins from a key. Answers who
 * takes tokens from whom; undefined where the wallet pays with its own.
 */
export function checkPayer(
  orders: readonly PaymentOrder[],
  wallet: string | undefined,
  holder: TokenHolder | undefined,
): Pulling | undefined {
  if (wallet !== undefined) checkPayerIsNoPayee(orders, wallet);
  if (holder === undefined) return undefined;
  invariant(wallet !== undefined, 'tokens are taken by an account');
  checkPayerIsNoPayee(orders, holder.address);
  checkIsPulled(orders);
  return { account: wallet, holder };
}

/** The native coin cannot be taken from a key. */
function checkIsPulled(orders: readonly PaymentOrder[]): void {
  const native = orders.find(({ kind }) => kind === 'native');
  if (native === undefined) return;
  const message = `eoaWallet must not be sent: ${native.currency.id} cannot be taken from another wallet. Pay from wallet itself`;
  throw refuseField('eoaWallet', message);
}

/**
 * What an account does first to pay with the tokens of a key, and what the key signs before where an allowance falls short: of
 * exactly what is taken, or without a limit where the account is proven to be the key's.
 */
export function planPulls({ account, holder }: Pulling, tokens: readonly PulledToken[]): PullPlan {
  const pulled = tokens.filter(({ requiredUnits }) => requiredUnits > 0n);
  const short = pulled.flatMap(({ currency, requiredUnits, balance }) => {
    const units = planApprovals({
      requiredUnits,
      allowanceUnits: balance?.allowanceUnits,
      resetsAllowance: needsAllowanceReset(currency),
    }).map((set) => (holder.ownsAccount && set > 0n ? UNLIMITED_UNITS : set));
    return units.length === 0 ? [] : [{ currency, units }];
  });
  return {
    pulls: pulled.map(({ currency, requiredUnits }) => ({
      type: 'pull',
      tokenAddress: currency.address,
      from: holder.address,
      account,
      units: requiredUnits,
    })),
    approvals: short.flatMap(({ currency, units }) =>
      units.map((set) => ({
        type: 'approval' as const,
        tokenAddress: currency.address,
        units: set,
        spender: { account },
      })),
    ),
    eoaApprovals: short.map(({ currency, units }) => ({
      owner: holder.address,
      spender: account,
      tokenAddress: currency.address,
      currency: currency.id,
      amount: (units.at(-1) ?? 0n).toString(),
      approvalType: holder.ownsAccount ? 'unlimited' : 'exact',
    })),
  };
}

/** What a key signs by itself before an account may take its tokens. */
export async function holderTransactions(
  chain: Chain,
  pull: PullPlan | undefined,
  holder: TokenHolder | undefined,
): Promise<Transaction[]> {
  if (pull === undefined || pull.approvals.length === 0) return [];
  return (await chain.prepare(pull.approvals, holder?.address)).map(transactionOf);
}

/** The calls that take the tokens, as their network fees are reckoned: one that submits a permit and takes the tokens needs what two calls do. */
export function callsOfPulls({ pulls }: PullPlan): readonly TransactionStep[] {
  return pulls.flatMap((step) =>
    step.type === 'permit' && step.permit.kind === 'permit2' ? [step, step] : [step],
  );
}
