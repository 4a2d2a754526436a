import { accountOf, type Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import type { ShownRequest } from './model/shown-request.ts';
import { findShown } from './store/shown.ts';

/** Whose requests a caller reads, and what of them. */
export interface ReadScope {
  readonly accountId: string;
  /** The client ID's row where one asks: it lists only what was made with it. */
  readonly clientIdId: string | undefined;
  /**
   * Whether a browser carries the credential, so that anybody can use it: then nothing is told of
   * customers, nor whom a link pays that hides its payee.
   */
  readonly isPublic: boolean;
}

/** The scope of whoever asks. */
export function readScope(ctx: Context): ReadScope {
  const { actor } = ctx;
  return {
    accountId: accountOf(ctx),
    clientIdId: 'clientIdId' in actor ? actor.clientIdId : undefined,
    isPublic: actor.kind === 'client_id' && actor.allowedDomains.length > 0,
  };
}

/** The caller's own request with this public id; refuses (404) all others alike. */
export async function openOwnRequest(ctx: Context, requestId: string): Promise<ShownRequest> {
  const found = await findShown(ctx, { accountId: accountOf(ctx), requestId });
  if (found === undefined) throw requestNotFound();
  return found;
}

/** 404: the account has no such request. */
export function requestNotFound(): Refusal {
  return new Refusal('request_not_found', 404, 'Request not found');
}
