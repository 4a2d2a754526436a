import type { Context } from '#context.ts';
import type { SignedInWallet } from '#kit/actor.ts';
import { Bug } from '#kit/failure.ts';
import type { DestinationId } from './model/destination-id.ts';

/** The wallet that signed in. Only endpoints that take the sessions of wallets call this. */
export function sessionWallet(ctx: Pick<Context, 'actor'>): string {
  return walletOf(ctx).address;
}

/**
 * Whether a destination is of the wallet that signed in, so that others may be notified of it. A
 * contract's signature counts on its own chain: on another one its address may belong to somebody else.
 */
export function isOfSession(ctx: Pick<Context, 'actor'>, destination: DestinationId): boolean {
  const { address, contractChainId } = walletOf(ctx);
  const there = contractChainId === undefined || contractChainId === destination.network.chainId;
  return there && destination.walletAddress === address;
}

function walletOf({ actor }: Pick<Context, 'actor'>): SignedInWallet {
  if (actor.kind === 'session' && actor.wallet !== undefined) return actor.wallet;
  throw new Bug(`the actor "${actor.kind}" has no wallet`);
}
