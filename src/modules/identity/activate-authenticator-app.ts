import type { Context } from '#context.ts';
import { Refusal, refuseField } from '#kit/failure.ts';
import { transact } from '#platform/db/transact.ts';
import { tooManyAuthenticatorApps } from './create-authenticator-app.ts';
import { type AddedSecondFactor, keepSecondFactor } from './keep-second-factor.ts';
import { AUTHENTICATOR_APPS_MAX } from './model/second-factor.ts';
import { clearCodes, countCode, matchingApp } from './prove-second-factor.ts';
import { requireFreshSignIn } from './require-fresh-sign-in.ts';
import { findAuthenticatorApps, lockPerson, useTotpStep } from './store/second-factors.ts';

/**
 * Adds an app that shows a right code. The first second factor of a person brings recovery codes and ends the other
 * sessions that a password alone has opened.
 *
 * Refuses (404) what the caller did not begin, (400) a wrong code, (429) more codes than people type, and (403) as
 * `requireFreshSignIn`.
 */
export async function activateAuthenticatorApp(
  ctx: Context,
  { id, code }: { readonly id: string; readonly code: string },
): Promise<AddedSecondFactor> {
  const caller = await requireFreshSignIn(ctx);
  const { personId } = caller;
  await countCode(ctx, personId);
  const added = await transact(ctx, async (ctx) => {
    await lockPerson(ctx, personId);
    const begun = await findAuthenticatorApps(ctx, { personId, inactiveId: id });
    if (begun.length === 0) throw authenticatorAppNotFound();
    const active = await findAuthenticatorApps(ctx, { personId });
    if (active.length >= AUTHENTICATOR_APPS_MAX) throw tooManyAuthenticatorApps();
    const matching = matchingApp(ctx, begun, code);
    if (matching === undefined) throw wrongCode();
    await useTotpStep(ctx, { ...matching, activates: true });
    return await keepSecondFactor(ctx, { ...caller, id });
  });
  await clearCodes(ctx, personId);
  return added;
}

/** 404: no app of this person that waits for its first code. */
export function authenticatorAppNotFound(): Refusal {
  return new Refusal('authenticator_app_not_found', 404, 'Authenticator app not found');
}

/** 400: not the code that the app shows now. */
export function wrongCode(): Refusal {
  const message = 'This is not the code that the app shows now; check the clock of its device';
  return refuseField('code', message, 'wrong_code');
}
