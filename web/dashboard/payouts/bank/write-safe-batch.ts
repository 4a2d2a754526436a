import type { BankPayment } from './check-bank-payment.ts';

/** Writes the transactions of a payment as a file that the Transaction Builder of a Safe opens. */
export function writeSafeBatch(
  { chainId, steps }: Pick<BankPayment, 'chainId' | 'steps'>,
  requestId: string,
): string {
  const batch = {
    version: '1.0',
    chainId: String(chainId),
    meta: { name: `Payout ${requestId}` },
    transactions: steps.map(({ to, data }) => ({ to, value: '0', data })),
  };
  return JSON.stringify(batch, undefined, 2);
}
