import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { findOpenIntent } from './find-open-intent.ts';
import { type KytPlan, readPlan } from './model/kyt-plan.ts';
import type { ShownBranding } from './model/shown-branding.ts';
import { findBranding } from './view-branding.ts';

/** What a platform accepts. */
interface IntentView {
  readonly valid: true;
  readonly clientIdName: string;
  readonly orchestratorName: string;
  readonly allowedDomains: string[];
  /** Whether the platform has to choose who screens; then `kyt` is null. */
  readonly kytRequired: boolean;
  readonly kyt: KytPlan | null;
  readonly expiresAt: string;
  /** The partner's branding; only where it has set one. */
  readonly branding?: ShownBranding;
}

/** What an invitation offers, to any signed-in holder of its token. Refuses as `findOpenIntent` does. */
export async function viewLinkIntent(
  ctx: Context,
  { token }: { readonly token: string },
): Promise<IntentView> {
  const intent = await findOpenIntent(ctx, token);
  const { clientIdName, orchestratorName, allowedDomains } = intent;
  const kyt = readPlan(intent.kyt);
  const expiresAt = isoTime(intent.expiresAt);
  const shown = { clientIdName, orchestratorName, allowedDomains, kyt, expiresAt };
  const { orchestratorId } = intent;
  const branding = await findBranding(ctx, { orchestratorId, clientIdId: null });
  return { valid: true, ...shown, kytRequired: kyt === null, ...(branding && { branding }) };
}
