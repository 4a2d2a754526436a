import { accountOf, type Context } from '#context.ts';
import { transact } from '#platform/db/transact.ts';
import { checkAccountCalls } from './check-account-calls.ts';
import {
  checkPayeeSignature,
  nonceNotValid,
  type PayeeSignature,
} from './check-payee-signature.ts';
import { keepDestination } from './keep-destination.ts';
import { type ShownDestination, showDestination } from './model/shown-destination.ts';
import { readWalletType } from './read-wallet-type.ts';
import { consumeNonce } from './store/nonces.ts';

/**
 * Registers where a wallet wants its money in the caller's account, by the signature of that wallet, in
 * place of what the account had for it. Client IDs stay bound to what they were bound to.
 *
 * Refuses (403) a caller that does not speak for the account, whoever signed, and (400) a nonce
 * or signature that is not valid.
 */
export async function registerSignedDestination(
  ctx: Context,
  input: PayeeSignature,
): Promise<ShownDestination> {
  checkAccountCalls(ctx);
  const destination = await checkPayeeSignature(ctx, input, { action: 'add' });
  const walletType = await readWalletType(ctx, destination);
  const stored = await transact(ctx, async (ctx) => {
    if (!(await consumeNonce(ctx, input.nonce))) throw nonceNotValid('was used');
    return await keepDestination(ctx, {
      accountId: accountOf(ctx),
      destination,
      claimed: true,
      walletType,
      action: 'payee_destination.registered',
    });
  });
  return showDestination(stored);
}
