import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { next } from '#kit/machine.ts';
import { clientIdMachine } from './model/status.ts';
import { moveClientIdStatus } from './store/clients.ts';

/**
 * Switches an active client ID off, until its owner switches it on again; one of another status is
 * left as it is. Runs in the caller's transaction, whose audit entry reports it.
 */
export async function switchOffClientId(ctx: Context, clientIdId: string): Promise<void> {
  const to = next(clientIdMachine, 'active', 'deactivated');
  invariant(to !== undefined, 'an active client ID can be switched off');
  await moveClientIdStatus(ctx, { clientIdId, from: 'active', to });
}
