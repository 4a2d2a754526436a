import type { Context } from '#context.ts';
import { Bug } from '#kit/failure.ts';

/** The wallet that signed in. Only endpoints that take the sessions of wallets ask this. */
export function sessionWallet({ actor }: Pick<Context, 'actor'>): string {
  if (actor.kind === 'session' && actor.wallet !== undefined) return actor.wallet.address;
  throw new Bug(`the actor "${actor.kind}" has no wallet`);
}
