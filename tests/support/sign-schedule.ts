import { privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import { isHex } from '#kit/hex.ts';
import type { TestAccount } from '#sandbox/test-accounts.ts';
import { hex } from './route-sample.ts';

const Hexadecimal = z.string().refine(isHex);

/** What `POST /v2/payouts` answers with a recurrence, as far as who signs it reads it. */
export const CreatedSchedule = z.looseObject({
  id: z.string(),
  requestId: z.string(),
  paymentReference: Hexadecimal,
  transactions: z.array(z.object({ to: z.string(), data: Hexadecimal, value: z.string() })),
  recurringPaymentPermit: z.looseObject({
    domain: z.object({ verifyingContract: z.string() }).catchall(z.union([z.string(), z.number()])),
    types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
    values: z.record(z.string(), z.unknown()),
  }),
});
/** A recurring payout that its payer has not signed. */
export type CreatedSchedule = z.output<typeof CreatedSchedule>;

/** Signs the permit as it came, as clients of the public API do. */
export async function signSchedule(
  { recurringPaymentPermit }: Pick<CreatedSchedule, 'recurringPaymentPermit'>,
  { privateKey }: Pick<TestAccount, 'privateKey'>,
): Promise<string> {
  const { domain, types, values: message } = recurringPaymentPermit;
  return await privateKeyToAccount(privateKey).signTypedData({
    domain: { ...domain, verifyingContract: hex(domain.verifyingContract) },
    types,
    primaryType: 'SchedulePermit',
    message,
  });
}
