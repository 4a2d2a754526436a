import { currencyById } from '#catalog/currencies.ts';
import { writtenHash } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { printAmount } from '#kit/amount.ts';
import type { HeldPayment } from './model/held-payment.ts';
import { findHeldPayments, type HeldQuery } from './store/payer-checks.ts';

type OfAll = Pick<HeldQuery, 'accountId' | 'limit'> & {
  readonly status?: 'undecided' | 'refused' | 'released' | 'cleared' | undefined;
};

/** Up to `limit` held payments of all accounts or one, the newest first, as operators see them. */
export async function listHeldOfAll(ctx: Context, { accountId, limit, status }: OfAll) {
  const statuses = status === undefined ? (['undecided', 'refused'] as const) : [status];
  return (await findHeldPayments(ctx, { accountId, statuses, limit })).map(shown);
}

/** The held payment with this id, of any account, with all who took part; undefined where there is none. */
export async function describeHeldPayment(ctx: Context, id: string) {
  const statuses = ['undecided', 'refused', 'released', 'cleared'] as const;
  const [held] = await findHeldPayments(ctx, { transferIds: [id], statuses, limit: 1 });
  if (held === undefined) return undefined;
  const { senders } = held;
  return {
    ...shown(held),
    requestId: held.requestId,
    paymentReference: held.paymentReference,
    payer: senders.payerAddress,
    payerKey: senders.payerEoaAddress,
    sender: senders.senderAddress,
    bridgedFrom: held.originNetwork ?? null,
    bridgeSender: senders.bridgeSender,
    isAllowlistWaived: held.allowlistWaived,
    checks: held.checks,
    decidedAt: held.decidedAt,
  };
}

function shown(held: HeldPayment) {
  const decimals = currencyById(held.currencyId)?.decimals ?? 0;
  return {
    id: held.transferId,
    accountId: held.accountId,
    status: held.status,
    reason: held.reason,
    wallet: held.wallet,
    network: held.network,
    currency: held.currencyId,
    amount: printAmount(held.tokenUnits, decimals),
    transactionHash: writtenHash(held.network, held.transactionHash),
    heldAt: held.heldAt,
  };
}
