import { accountOf, type Context } from '#context.ts';
import { findPayer, payerNotFound } from '#modules/payers/index.ts';

/** A payer, by the integrator's own id. */
export interface PayerName {
  readonly accountId: string;
  readonly clientUserId: string;
}

/** The payer of an account with the integrator's own id. Refuses (404) those of others as if there were none. */
export async function findPayerOf(ctx: Context, name: PayerName): Promise<{ readonly id: string }> {
  const payer = await findPayer(ctx, name);
  if (payer === undefined) throw payerNotFound(name.clientUserId);
  return payer;
}

/** The same for the calling account. */
export const findOwnPayer = (ctx: Context, clientUserId: string) =>
  findPayerOf(ctx, { accountId: accountOf(ctx), clientUserId });
