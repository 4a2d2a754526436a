import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { findOpenIntent } from './find-open-intent.ts';
import { type KytPlan, readPlan } from './model/kyt-plan.ts';

/** What a platform is asked to agree to. */
interface IntentView {
  readonly valid: true;
  readonly clientIdName: string;
  readonly orchestratorName: string;
  readonly allowedDomains: string[];
  /** Whether the platform has to choose who screens; then `kyt` is null. */
  readonly kytRequired: boolean;
  readonly kyt: KytPlan | null;
  readonly expiresAt: string;
}

/** What an invitation offers, to anybody who signed in and carries its token. Refuses as `findOpenIntent` does. */
export async function viewLinkIntent(
  ctx: Context,
  { token }: { readonly token: string },
): Promise<IntentView> {
  const intent = await findOpenIntent(ctx, token);
  const { clientIdName, orchestratorName, allowedDomains } = intent;
  const kyt = readPlan(intent.kyt);
  const expiresAt = isoTime(intent.expiresAt);
  const shown = { clientIdName, orchestratorName, allowedDomains, kyt, expiresAt };
  return { valid: true, ...shown, kytRequired: kyt === null };
}
