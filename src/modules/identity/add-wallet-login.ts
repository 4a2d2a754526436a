import type { ChainFamily } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { findOrAddPerson } from './find-or-add-person.ts';
import { findWalletLogin, insertWalletLogin } from './store/logins.ts';

/** Which wallet shall open which account. */
export interface WalletLoginInput {
  readonly accountId: string;
  readonly family: ChainFamily;
  /** In the form in which its chain shows it. */
  readonly address: string;
  /** Whose it is; that of the account's first member, who is made an owner where there is none, without one. */
  readonly personId?: string;
}

/**
 * Lets a wallet sign in to an account. One that may already is left as it is. Refuses (409) a wallet
 * that opens another account.
 */
export async function addWalletLogin(
  ctx: Context,
  { accountId, family, address, ...named }: WalletLoginInput,
): Promise<{ readonly id: string }> {
  return await transact(ctx, async (ctx) => {
    const id = ctx.newId();
    const personId = named.personId ?? (await findOrAddPerson(ctx, accountId));
    const login = {
      id,
      account_id: accountId,
      person_id: personId,
      family,
      address,
      created_at: ctx.now(),
    };
    if (await insertWalletLogin(ctx, login)) {
      const object = { kind: 'wallet_login', id };
      await recordAudit(ctx, { accountId, action: 'login.added', object, details: { address } });
      return { id };
    }
    const found = await findWalletLogin(ctx, address);
    if (found?.accountId !== accountId && found?.personId !== personId) throw walletTaken();
    return { id: found.id };
  });
}

/** 409: a wallet that is somebody else's login. */
export function walletTaken(): Refusal {
  return new Refusal('wallet_taken', 409, 'This wallet opens another account');
}
