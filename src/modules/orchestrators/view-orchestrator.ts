import { accountOf, type Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import {
  type ShownKey,
  type ShownOrchestrator,
  showKey,
  showOrchestrator,
} from './model/shown-orchestrator.ts';
import { findKeys, findOrchestrator } from './store/partners.ts';

/** How many keys are shown: those that work are the newest, and years of rotations stay short. */
const KEYS_SHOWN = 100;

/** The partner that the caller's account is, with its keys, newest first. Refuses (404) where it is none. */
export async function viewOrchestrator(ctx: Context): Promise<{
  readonly orchestrator: ShownOrchestrator;
  readonly keys: ShownKey[];
}> {
  const partner = await findOrchestrator(ctx, accountOf(ctx));
  if (partner === undefined) throw orchestratorNotFound();
  const keys = await findKeys(ctx, partner.id, KEYS_SHOWN);
  const now = ctx.now();
  return { orchestrator: showOrchestrator(partner), keys: keys.map((key) => showKey(key, now)) };
}

/** 404: an account that is no partner. */
export function orchestratorNotFound(): Refusal {
  const message = 'This account is no orchestrator; POST /v2/orchestrators makes it one';
  return new Refusal('orchestrator_not_found', 404, message);
}
