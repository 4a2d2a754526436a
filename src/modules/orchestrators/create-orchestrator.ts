import { accountOf, type Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { generateKey } from './generate-key.ts';
import {
  type ShownKey,
  type ShownOrchestrator,
  showKey,
  showOrchestrator,
} from './model/shown-orchestrator.ts';
import { insertOrchestrator } from './store/partners.ts';

interface OrchestratorCreated {
  readonly orchestrator: ShownOrchestrator;
  readonly key: ShownKey;
  /** The text of the key, which is returned only here. */
  readonly rawKey: string;
}

/**
 * Makes the caller's account a partner and returns its first key.
 *
 * Refuses (409) a second time: an account is one partner.
 */
export async function createOrchestrator(
  ctx: Context,
  input: { readonly name: string; readonly contactEmail: string },
): Promise<OrchestratorCreated> {
  const accountId = accountOf(ctx);
  const now = ctx.now();
  const partner = { ...input, id: ctx.newId(), createdAt: now, updatedAt: now };
  return await transact(ctx, async (ctx) => {
    if (!(await insertOrchestrator(ctx, { ...partner, accountId }))) throw orchestratorExists();
    const { key, rawKey } = await generateKey(ctx, partner.id);
    await recordAudit(ctx, {
      accountId,
      action: 'orchestrator.created',
      object: { kind: 'orchestrator', id: partner.id },
      details: { name: input.name, keyPrefix: key.prefix },
    });
    return { orchestrator: showOrchestrator(partner), key: showKey(key, now), rawKey };
  });
}

/** 409: an account that is a partner already. */
export function orchestratorExists(): Refusal {
  return new Refusal('orchestrator_exists', 409, 'This account is an orchestrator already');
}
