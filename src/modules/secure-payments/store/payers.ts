import type { Context } from '#context.ts';

/** Whether a wallet is on the list of a link that restricts its payers; written as its chain does. */
export async function isAllowedPayer(
  ctx: Context,
  { token, walletAddress }: { readonly token: string; readonly walletAddress: string },
): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('secure_payment_payer')
    .select('wallet_address')
    .where('secure_payment_token', '=', token)
    .where('wallet_address', '=', walletAddress)
    .executeTakeFirst();
  return row !== undefined;
}

/** The wallets of a link's list, in the order of their texts; empty where everybody may pay. */
export async function findAllowedPayers(ctx: Context, token: string): Promise<readonly string[]> {
  const rows = await ctx.db
    .selectFrom('secure_payment_payer')
    .select('wallet_address')
    .where('secure_payment_token', '=', token)
    .orderBy('wallet_address')
    .execute();
  return rows.map((row) => row.wallet_address);
}
