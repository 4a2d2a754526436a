import { list } from '../engine/members.ts';
import { openMemory } from './memory.ts';
import type { At, Due } from './page-state.ts';
import { isUnlimited } from './plan.ts';
import type { World } from './world.ts';

/** Whether what the page shows where the wallet is chosen is all there is to know of the payment. */
export function showsWholeBill({ link, notice, spent, part }: At<'connect'>): boolean {
  if (link?.kind !== 'single' || (notice ?? spent ?? part) !== undefined) return false;
  const [{ payee, conversion, paidUnits, blocked }] = link.payments;
  return payee !== undefined && (conversion ?? blocked) === undefined && paidUnits === 0n;
}

/** Whether the wallet may open by itself: the operator wants it, and nobody is known to have begun to pay. */
export function mayOpenWallet({ config, memory, view }: World): boolean {
  const elsewhere = openMemory(`${config.token}.crosschain`, Date.now);
  const begun = memory.readProgress() ?? memory.read() ?? elsewhere.read();
  return (
    config.shouldOpenWallet === true &&
    begun === undefined &&
    list(view, 'paymentIntents').length === 0
  );
}

/**
 * Whether the wallet opens by itself for the first approval: it is chosen for what the page had shown, the calls are
 * exactly that, and nothing is left to decide. What a step costs of its own, as on Tron, is to be read first.
 */
export function isDecided({ mayOpen, approval }: At<'preparing'>, due: Due): boolean {
  const { link, payer, plan, signed, together, spent, part } = due;
  const [{ amountUnits }] = link.payments;
  const [approve, pay, ...others] = plan.steps;
  const { accounts = [], chainId } = payer;
  return (
    mayOpen === true &&
    (approval ?? together ?? spent ?? part) === undefined &&
    signed === 0 &&
    chainId === link.network.chainId &&
    accounts.length <= 1 &&
    approve?.kind === 'approve' &&
    pay?.kind === 'pay' &&
    others.length === 0 &&
    !isUnlimited(approve.units) &&
    plan.totals.every(({ units }) => units === amountUnits) &&
    plan.fees.length + plan.contractFees.length + plan.lookAlikes.length === 0 &&
    (approve.networkFeeNote ?? pay.networkFeeNote) === undefined
  );
}
