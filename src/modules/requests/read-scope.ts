import { accountOf, type Context, isPublicCaller, isRestrictedCaller } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import type { ShownRequest } from './model/shown-request.ts';
import { findShown } from './store/shown.ts';

/** Whose requests a caller reads, and what of them. */
export interface ReadScope {
  readonly accountId: string;
  /** The row of a calling client ID, which lists only what was created with it. */
  readonly clientIdId: string | undefined;
  /**
   * Whether a browser carries the credential, so that anybody can use it: then neither customers
   * nor hidden payees of links are returned.
   */
  readonly isPublic: boolean;
}

/** The scope of the caller. */
export function readScope(ctx: Context): ReadScope {
  const { actor } = ctx;
  return {
    accountId: accountOf(ctx),
    clientIdId: 'clientIdId' in actor ? actor.clientIdId : undefined,
    isPublic: isPublicCaller(ctx),
  };
}

/** The caller's own request with this public id; refuses (404) all others alike. */
export async function openOwnRequest(ctx: Context, requestId: string): Promise<ShownRequest> {
  const found = await findShown(ctx, { accountId: accountOf(ctx), requestId });
  if (found === undefined || !mayUse(ctx, found)) throw requestNotFound();
  return found;
}

/**
 * Whether a caller may use what its account made: a public client ID in production only what was made
 * with it, and everybody else all of it.
 */
export function mayUse(ctx: Context, { clientId }: Pick<ShownRequest, 'clientId'>): boolean {
  if (!isRestrictedCaller(ctx)) return true;
  return ctx.actor.kind === 'client_id' && ctx.actor.clientId === clientId;
}

/** Refuses (403) a public client ID in production what is not about one thing that it made. */
export function checkNotPublic(ctx: Context): void {
  if (isRestrictedCaller(ctx)) throw notForPublic();
}

/** 403: what a public client ID may neither read nor change. */
export function notForPublic(): Refusal {
  const message =
    'A client ID with allowed domains is public, so it neither lists nor changes payments of its account: send an x-api-key';
  return new Refusal('public_client_id', 403, message);
}

/** 404: the account has no such request. */
export function requestNotFound(): Refusal {
  return new Refusal('request_not_found', 404, 'Request not found');
}
