import type { Context } from '#context.ts';
import { isCompliant } from './model/payer.ts';
import { findPayerRow } from './store/payers.ts';

/** What other modules need of a payer: nothing of who it is. */
interface FoundPayer {
  readonly id: string;
  readonly isCompliant: boolean;
}

/** The payer that an account calls so; undefined for one that it has not named, also where another account has. */
export async function findPayer(
  ctx: Pick<Context, 'db'>,
  payer: { readonly accountId: string; readonly clientUserId: string },
): Promise<FoundPayer | undefined> {
  const found = await findPayerRow(ctx, payer);
  return found && { id: found.id, isCompliant: isCompliant(found) };
}
