import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { hashSecret } from '#kit/secret.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { parseAllowedDomains } from '#modules/clients/index.ts';
import { transact } from '#platform/db/transact.ts';
import { type KytInput, type KytPlan, kytPlanOf, writePlan } from './model/kyt-plan.ts';
import { INTENT_LIFETIME_MS, makeIntentToken } from './model/link-intent.ts';
import { orchestratorOfActor } from './orchestrator-of-actor.ts';
import { insertIntent } from './store/intents.ts';

interface LinkIntentInput {
  readonly clientIdName: string;
  readonly domains: readonly string[];
  readonly externalId: string | undefined;
  readonly kyt: KytInput | undefined;
}

/** A new invitation, with its token, which is returned only here. */
interface CreatedIntent {
  readonly id: string;
  readonly accessToken: string;
  readonly orchestratorId: string;
  readonly clientIdName: string;
  readonly allowedDomains: string[];
  readonly externalId: string | null;
  readonly kyt: KytPlan | null;
  readonly used: false;
  readonly expiresAt: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/**
 * Invites a platform: a user who opens the URL, signs in and accepts within two days gets a client ID
 * of its own that is linked to the partner. Refuses (400) domains that no client ID may list.
 */
export async function createLinkIntent(
  ctx: Context,
  input: LinkIntentInput,
): Promise<{ readonly url: string; readonly intent: CreatedIntent }> {
  const { orchestratorId, accountId } = orchestratorOfActor(ctx);
  const rule = { plainHttp: ctx.settings.mode === 'sandbox', field: 'domains' };
  const allowedDomains = parseAllowedDomains(input.domains, rule);
  const kyt = input.kyt === undefined ? null : kytPlanOf(input.kyt);
  const accessToken = makeIntentToken(ctx.random);
  const { clientIdName, externalId = null } = input;
  const [id, now] = [ctx.newId(), ctx.now()];
  const expiresAt = new Date(now.getTime() + INTENT_LIFETIME_MS);
  await transact(ctx, async (ctx) => {
    await insertIntent(ctx, {
      id,
      orchestrator_id: orchestratorId,
      token_hash: hashSecret(accessToken),
      client_id_name: clientIdName,
      allowed_domains: allowedDomains,
      external_id: externalId,
      kyt: writePlan(kyt),
      expires_at: expiresAt,
      created_at: now,
      updated_at: now,
    });
    const object = { kind: 'link_intent', id };
    const details = { clientIdName };
    await recordAudit(ctx, { accountId, action: 'link_intent.created', object, details });
  });
  const [createdAt, shown] = [isoTime(now), { id, accessToken, orchestratorId, clientIdName }];
  return {
    url: `${ctx.settings.payUrl}/onboarding/?token=${accessToken}`,
    intent: {
      ...shown,
      allowedDomains,
      externalId,
      kyt,
      used: false,
      expiresAt: isoTime(expiresAt),
      createdAt,
      updatedAt: createdAt,
    },
  };
}
