import { currencyById } from '#catalog/currencies.ts';
import type { Context } from '#context.ts';
import type { Actor } from '#kit/actor.ts';
import { printAmount } from '#kit/amount.ts';
import { Outage, Refusal } from '#kit/failure.ts';
import { CreatePayoutLinkInput, createPayoutLink } from '#modules/secure-payments/index.ts';
import { transact } from '#platform/db/transact.ts';
import { finishPayoutImport } from './finish-payout-import.ts';
import type { PayoutImport } from './model/payout-import.ts';
import { claimFinishedImport, lockImport } from './store/imports.ts';
import { claimDueRow, type DueRow, deferRows, moveRow } from './store/rows.ts';

/** What is not the account's doing is tried again after this. */
const DEFERRED_MS = 30_000;

/** A network that this installation lost may be configured again; everything else that is refused stays so. */
const TEMPORARY_CODES: readonly string[] = ['unsupported_network'];

/**
 * Creates up to `limit` payouts of imports, each in one transaction with the mark on its row, so that no kill creates one twice or
 * loses one; then the bundles of imports whose rows are all done. Returns how many steps it made.
 */
export async function runPayoutImports(
  ctx: Context,
  limit: number,
  signal?: AbortSignal,
): Promise<number> {
  for (let done = 0; done < limit; done++) {
    if (signal?.aborted === true) return done;
    if (!(await createNext(ctx)) && !(await finishNext(ctx))) return done;
  }
  return limit;
}

async function createNext(ctx: Context): Promise<boolean> {
  let claimed: DueRow | undefined;
  try {
    return await transact(ctx, async (ctx) => {
      claimed = await claimDueRow(ctx);
      if (claimed === undefined) return false;
      await createOrRefuse(ctx, claimed);
      return true;
    });
  } catch (error) {
    if (claimed === undefined) throw error;
    await defer(ctx, claimed, error);
    return true;
  }
}

async function createOrRefuse(ctx: Context, row: DueRow): Promise<void> {
  const { importId, position } = row;
  try {
    const acting = { ...ctx, actor: actorOf(row.import) };
    const { token } = await createPayoutLink(acting, inputOf(row));
    await moveRow(ctx, { importId, position, to: 'created', securePaymentToken: token });
  } catch (error) {
    // A refusal comes before anything is written, so the transaction can go on.
    if (!(error instanceof Refusal) || TEMPORARY_CODES.includes(error.code)) throw error;
    const { code, message } = error;
    await moveRow(ctx, { importId, position, to: 'refused', problem: { code, message } });
  }
}

function inputOf(row: DueRow): CreatePayoutLinkInput {
  const { recipient, network, currencyId, amountUnits, reference, recipientIdentifier } = row;
  return CreatePayoutLinkInput.parse({
    recipient,
    network,
    currency: currencyId,
    amount: printAmount(amountUnits, currencyById(currencyId)?.decimals ?? 0),
    creatorWalletAddress: row.import.creatorWalletAddress,
    ...(reference !== null && { reference }),
    ...(recipientIdentifier !== null && { recipientIdentifier }),
  });
}

/**
 * Whose payouts they are: whoever asked for the import. A session that ended, or a key that was revoked, changes nothing about
 * what was asked for before; an owner stops the import.
 */
function actorOf({ accountId, creator }: PayoutImport): Actor {
  if (creator.kind === 'api_key') return { ...creator, accountId };
  return { ...creator, accountId, role: 'finance', wallet: undefined };
}

async function defer(ctx: Context, row: DueRow, error: unknown): Promise<void> {
  const { importId, position, import: found } = row;
  ctx.log.error({ err: error, importId, position }, 'an imported payout failed; trying again');
  const until = new Date(ctx.now().getTime() + DEFERRED_MS);
  const isSaid = error instanceof Outage || error instanceof Refusal;
  const problem = isSaid ? error.message : 'A payout could not be created; it is tried again';
  await transact(ctx, async (ctx) => {
    await lockImport(ctx, { accountId: found.accountId, id: importId });
    await deferRows(ctx, { importId, until, problem });
  });
}

async function finishNext(ctx: Context): Promise<boolean> {
  return await transact(ctx, async (ctx) => {
    const found = await claimFinishedImport(ctx);
    if (found === undefined) return false;
    await finishPayoutImport({ ...ctx, actor: actorOf(found) }, found);
    return true;
  });
}
