import type { Context } from '#context.ts';
import { updateOrchestrator } from './store/clients.ts';

interface SetOrchestratorInput {
  readonly clientIdId: string;
  /** The partner that alone makes links with it from now on; null lets it act by itself again. */
  readonly orchestratorId: string | null;
}

/**
 * Links a client ID to a partner, or ends that. False, and nothing changed, where one that is not
 * active was to be linked; unlinking goes whatever its status.
 */
export async function setOrchestrator(ctx: Context, input: SetOrchestratorInput): Promise<boolean> {
  return await updateOrchestrator(ctx, input);
}
