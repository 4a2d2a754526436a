import type { Call, ChainPayment, TransactionStep } from '#chains/chain.ts';
import type { Dice } from '../dice.ts';
import { WALLETS } from '../networks.ts';
import { exact, type KnownRequest } from '../payers.ts';
import { encoders } from './accounts.ts';
import type { KnownBundle, KnownLink } from './links.ts';

/** More than anybody has. */
export const TOO_MUCH = 10n ** 50n;
/** Payers go on with the newest links, so that several proposals pay one. */
const RECENT_LINKS = 3;
/** How often an owner proposes to pay what was proposed before. */
const SAME_SHARE = 0.5;

/** What owners propose, and how often. */
const WAYS = {
  exactly: 30,
  by_batch_contract: 9,
  two_links: 8,
  with_a_paid_link: 10,
  bundle: 14,
  some_of_a_batch: 8,
  without_fees: 5,
  in_part: 5,
  with_another_call: 8,
  to_another_payee: 3,
  that_fails: 20,
  that_reverts: 4,
} as const;
type Way = keyof typeof WAYS;

/** What a proposal is to pay. */
export interface Proposed {
  readonly way: Way;
  readonly links: readonly KnownLink[];
  /** Where it pays the links of one. */
  readonly bundle: KnownBundle | undefined;
}

interface Known {
  readonly links: readonly KnownLink[];
  readonly bundles: readonly KnownBundle[];
  /** The token of what was proposed to be paid before. */
  readonly last: string | undefined;
}

/** What an owner wants to pay now; undefined where there is nothing. */
export function pickProposed(dice: Dice, { links, bundles, last }: Known): Proposed | undefined {
  const way = dice.weighted<Way>(WAYS);
  const open = links.filter(({ isPaid }) => !isPaid);
  const recent = (open.length > 0 && dice.isHit(0.85) ? open : links).slice(-RECENT_LINKS);
  if (recent.length === 0) return undefined;
  // Several proposals are of one link, also once one of them has paid it.
  const same = links.find(({ token }) => token === last);
  const link = same && dice.isHit(SAME_SHARE) ? same : dice.pick(recent);
  const others = links.filter((one) => one !== link && one.isPaid === (way === 'with_a_paid_link'));
  const other = others.length > 0 ? dice.pick(others.slice(-RECENT_LINKS)) : undefined;
  const bundle = bundles.at(-1);
  if (way === 'bundle' && bundle !== undefined) {
    const children = links.filter(({ token }) => bundle.children.includes(token));
    return { way, links: children.filter(({ isPaid }) => !isPaid || dice.isHit(0.2)), bundle };
  }
  const isOfTwo = way === 'two_links' || way === 'with_a_paid_link';
  return { way, links: isOfTwo && other ? [link, other] : [link], bundle: undefined };
}

interface Paying {
  readonly request: KnownRequest;
  readonly payment: ChainPayment;
}

/** The calls of a proposal, and what they are. */
interface ProposedCalls {
  readonly calls: readonly Call[];
  readonly safeTxGas: bigint;
  readonly pays: ReadonlyMap<string, bigint>;
  readonly isReadable: boolean;
}

/** What owners sign to pay this. */
export async function callsOf(
  dice: Dice,
  { way, links }: Proposed,
  requests: readonly KnownRequest[],
): Promise<ProposedCalls> {
  const all = links.flatMap((link) => link.requests);
  // Most pages prepare what is left, and what was prepared earlier pays some of it again.
  const paidAlready = links.flatMap(({ isPaid, paid: rows }) => (isPaid ? [] : rows));
  const left = all.filter(({ id }) => !paidAlready.includes(id));
  const asked = dice.isHit(0.75) ? left : all;
  const mains = way === 'some_of_a_batch' ? asked.slice(dice.isHit(0.5) ? 1 : -1) : asked;
  const paid = mains.flatMap((request): Paying[] => {
    const fees = requests.filter(({ feeOf }) => feeOf === request.id);
    const due = way === 'without_fees' ? [request] : [request, ...fees];
    return due.map((one) => ({ request: one, payment: changed(dice, way, exact(one)) }));
  });
  const payments = paid.map(({ payment }) => payment);
  const [first] = payments;
  const isUndone = way === 'that_fails' || way === 'that_reverts';
  if (isUndone && first !== undefined && first.kind !== 'conversion') {
    payments.push({ ...first, amountUnits: TOO_MUCH });
  }
  const steps = way === 'by_batch_contract' ? batchSteps(payments) : payments.flatMap(singleSteps);
  const made = await encoders.prepare(steps, undefined);
  const other: Call = { to: WALLETS.unrelated, data: '0x', valueUnits: 1n };
  return {
    calls: way === 'with_another_call' ? [...made, other] : made,
    safeTxGas: way === 'that_fails' ? 100_000n : 0n,
    pays: way === 'to_another_payee' ? new Map() : unitsOf(paid),
    isReadable: way !== 'with_another_call',
  };
}

function changed(dice: Dice, way: Way, payment: ChainPayment): ChainPayment {
  if (payment.kind === 'conversion') return payment;
  if (way === 'to_another_payee') return { ...payment, payeeAddress: WALLETS.unrelated };
  if (way !== 'in_part') return payment;
  return { ...payment, amountUnits: (payment.amountUnits * BigInt(1 + dice.below(9))) / 10n };
}

function unitsOf(paid: readonly Paying[]): ReadonlyMap<string, bigint> {
  return new Map(
    paid.map(({ request, payment }) => [
      request.id,
      payment.kind === 'conversion' ? payment.invoiceUnits : payment.amountUnits,
    ]),
  );
}

/** Each payment by itself, with the approval that it needs. */
export function singleSteps(payment: ChainPayment): readonly TransactionStep[] {
  const paying: TransactionStep = { type: 'payment', payment };
  if (payment.kind !== 'token') return [paying];
  const units = payment.amountUnits + payment.feeUnits;
  const { tokenAddress } = payment;
  return [{ type: 'approval', tokenAddress, units, spender: 'fee_proxy' }, paying];
}

/** All of them by one call, which takes the tokens of one kind together. */
function batchSteps(payments: readonly ChainPayment[]): readonly TransactionStep[] {
  const ofTokens = payments.filter((one) => one.kind === 'token');
  const byToken = Map.groupBy(ofTokens, ({ tokenAddress }) => tokenAddress);
  const approvals = [...byToken].map(([tokenAddress, all]): TransactionStep => {
    const units = all.reduce((sum, one) => sum + one.amountUnits + one.feeUnits, 0n);
    return { type: 'approval', tokenAddress, units, spender: 'batch' };
  });
  // The contract pays them in this order.
  const sorted = [...ofTokens, ...payments.filter(({ kind }) => kind === 'native')];
  const { feeReceiver: feeAddress } = WALLETS;
  return [...approvals, { type: 'batch', payments: sorted, feeAddress, extraValueUnits: 0n }];
}
