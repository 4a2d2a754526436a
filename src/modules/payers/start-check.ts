import type { Context } from '#context.ts';
import { Outage } from '#kit/failure.ts';
import { next } from '#kit/machine.ts';
import { transact } from '#platform/db/transact.ts';
import type { StartedIdentityCheck } from '#providers/identity-provider.ts';
import { sealCheckPage } from './check-page.ts';
import { nextCheckAt, retryAt } from './model/next-check.ts';
import { hasLivePage, type Payer, userRefOf } from './model/payer.ts';
import { payerIdentityMachine } from './model/status.ts';
import { movePayer } from './move-payer.ts';
import { postpone } from './store/moves.ts';
import { checkPageColumns, findPayerById } from './store/payers.ts';

/** Long enough to find a passport. */
const TTL_SECONDS = 86_400;

/**
 * Has a provider begin the check of a payer, or give its page a new address. Without an answer the payer stays as it is, and a
 * worker tries again: a repeated start is the same check to the provider. Returns the payer as it is now.
 */
export async function startCheck(ctx: Context, payer: Payer): Promise<Payer> {
  const provider = ctx.identityProviders?.find(payer.identityProvider);
  const { payUrl } = ctx.settings;
  try {
    if (ctx.dataVault === undefined) throw new Outage('no key for personal data is configured');
    if (provider === undefined) throw new Outage(`${payer.identityProvider} is not configured`);
    const started = await provider.start({
      userRef: userRefOf(payer),
      level: payer.beneficiaryType,
      successUrl: payUrl,
      failUrl: payUrl,
      ttlSeconds: TTL_SECONDS,
    });
    return await transact(ctx, (ctx) => recordStart(ctx, payer, started));
  } catch (error) {
    if (!(error instanceof Outage)) throw error;
    const { id: payerId, identityProvider, tries } = payer;
    ctx.log.warn({ err: error, payerId, identityProvider }, 'a check of a payer was not started');
    await postpone(ctx, payer, retryAt(tries, ctx.now()));
    return payer;
  }
}

/** The same where the check goes on and its page has ended or was never there; every other payer as it is. */
export async function startWhereOpen(ctx: Context, payer: Payer): Promise<Payer> {
  const isOpen = payer.identityStatus === 'not_started' || payer.identityStatus === 'pending';
  return isOpen && !hasLivePage(payer, ctx.now()) ? await startCheck(ctx, payer) : payer;
}

async function recordStart(
  ctx: Context,
  payer: Payer,
  { reference, url, expiresAt }: StartedIdentityCheck,
): Promise<Payer> {
  const identityStatus = next(payerIdentityMachine, payer.identityStatus, 'was_started');
  const checkPage = sealCheckPage(ctx, payer, url);
  const startedAt = payer.checkStartedAt ?? ctx.now();
  const dueAt = nextCheckAt({ status: 'pending', tries: 1, startedAt, now: ctx.now() });
  const changes = {
    check_reference: reference,
    ...checkPageColumns(checkPage),
    check_expires_at: expiresAt,
    check_started_at: startedAt,
    tries: 0,
    next_check_at: dueAt,
  };
  const move = { changes, ...(identityStatus && { identityStatus }) };
  const moved = await movePayer(ctx, payer, move);
  // Somebody else has started it, or described the person anew, meanwhile.
  if (moved === undefined) return (await findPayerById(ctx, payer.id)) ?? payer;
  return {
    ...moved,
    checkReference: reference,
    checkPage,
    checkExpiresAt: expiresAt,
    checkStartedAt: startedAt,
  };
}
