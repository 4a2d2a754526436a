import { currencyById } from '#catalog/currencies.ts';
import type { Context } from '#context.ts';
import { isDollar } from '#modules/fees/index.ts';
import { letWait } from './find-agreement.ts';
import { dollarUnitsOf, unitsOfDollars, waitMsAfter } from './model/agreement.ts';
import { settleRequests } from './settle-requests.ts';
import type { DueTransfer } from './store/due.ts';
import { addSingleCredit } from './store/single-node.ts';

/** Thrown inside a settlement that would credit more than one node alone may be trusted. */
class OverSingleLimit extends Error {}

/**
 * Settles a transfer by the answer of the only node that responds, as long as the total of its account and
 * network during the outage stays within the setting; returns how many were settled. One that is
 * above it, or has no value in dollars, waits and is checked again.
 */
export async function settleSingle(ctx: Context, transfer: DueTransfer): Promise<number> {
  try {
    const credit = (ctx: Context, request: Payee) => creditSingle(ctx, transfer, request);
    return (await settleRequests(ctx, [transfer], credit)).length;
  } catch (error) {
    if (!(error instanceof OverSingleLimit)) throw error;
    await letWait(ctx, transfer, { agreement: 'insufficient', against: [] });
    if (transfer.agreement !== 'insufficient') {
      const { network, transactionHash, block } = transfer;
      const logFields = { network, transactionHash, block };
      ctx.log.warn(
        logFields,
        'a payment waits: what may be credited by the word of one node is used up',
      );
    }
    return 0;
  }
}

interface Payee {
  readonly accountId: string;
  readonly currencyId: string;
}

/** Counts a transfer into the total, in the transaction that settles it; throws where the total would exceed its limit. */
async function creditSingle(
  ctx: Context,
  { id: transferId, network, tokenUnits }: DueTransfer,
  { accountId, currencyId }: Payee,
): Promise<void> {
  const currency = currencyById(currencyId);
  if (currency === undefined || !isDollar(currency)) throw new OverSingleLimit();
  const added = await addSingleCredit(ctx, {
    transferId,
    accountId,
    network,
    dollarUnits: dollarUnitsOf(currency, tokenUnits),
    maxUnits: unitsOfDollars(ctx.settings.agreement.aloneDollars),
    dueAt: new Date(ctx.now().getTime() + waitMsAfter(1)),
  });
  if (!added) throw new OverSingleLimit();
}
