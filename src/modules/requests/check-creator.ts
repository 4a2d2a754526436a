import { type Context, isRestrictedCaller } from '#context.ts';
import { Refusal } from '#kit/failure.ts';

/** Fields that charge a fee, restrict payers, redirect them or make more requests; only an account may set them. */
interface OwnersFields {
  readonly feePercentage?: unknown;
  readonly feeAddress?: unknown;
  readonly accessPolicy?: unknown;
  readonly recurrence?: unknown;
  /** A URL that was parsed before; a public client ID may name one of its own pages. */
  readonly redirectUrl?: string | undefined;
}

/**
 * Refuses (403) a caller that may not create such a request: a client ID that was linked to a partner and comes without that partner's key, and
 * a public one in production that names a fee, an access policy, a recurrence or a foreign page to return to.
 */
export function checkCreator(
  ctx: Pick<Context, 'actor' | 'settings'>,
  input: OwnersFields = {},
): void {
  const { actor } = ctx;
  if ('linkedTo' in actor && actor.linkedTo !== undefined && actor.kind !== 'orchestrator_pair') {
    throw clientIdLinked();
  }
  checkOwnersFields(ctx, input);
}

/** Refuses (403) a public client ID in production that names a fee, an access policy or a foreign page. */
export function checkOwnersFields(
  ctx: Pick<Context, 'actor' | 'settings'>,
  { feePercentage, feeAddress, accessPolicy, recurrence, redirectUrl }: OwnersFields,
): void {
  if (!isRestrictedCaller(ctx)) return;
  const named = Object.entries({ feePercentage, feeAddress, accessPolicy, recurrence }).flatMap(
    ([field, value]) => (value === undefined ? [] : [field]),
  );
  if (named.length > 0) throw fieldsNotPublic(named);
  if (redirectUrl !== undefined && !isOwnPage(ctx, redirectUrl)) throw redirectNotPublic();
}

/** Whether a URL is at an origin of the caller's client ID, compared whole like a call's `Origin`. */
function isOwnPage({ actor }: Pick<Context, 'actor'>, url: string): boolean {
  const { protocol, origin } = new URL(url);
  return (
    protocol === 'https:' && 'allowedDomains' in actor && actor.allowedDomains.includes(origin)
  );
}

/** 403: a page that is at no origin of the public client ID that names it. */
function redirectNotPublic(): Refusal {
  const field = 'redirectUrl';
  const rule = `${field} must be an https URL at one of the allowedDomains of the client ID`;
  const message = `${rule}, which is public: name a page of yours, or send an x-api-key`;
  return new Refusal('public_client_id', 403, { message, errors: [{ field, message: rule }] });
}

/** 403: fields that a public client ID may not send. */
export function fieldsNotPublic(fields: readonly string[]): Refusal {
  const rule = 'may not be set by a client ID with allowed domains, which is public';
  const errors = fields.map((field) => ({ field, message: `${field} ${rule}` }));
  const message = `${fields.join(', ')} ${rule}: set it on the client ID, or send an x-api-key`;
  return new Refusal('public_client_id', 403, { message, errors });
}

/** 403: a client ID that was linked to a partner, without that partner's key. */
export function clientIdLinked(): Refusal {
  const message =
    'This client ID is linked to an orchestrator, which alone creates payments with it';
  return new Refusal('client_id_linked', 403, message);
}

/** What `checkCreator` refuses, one of each, for the description of an endpoint. */
export const CREATOR_REFUSALS = {
  clientIdLinked,
  fieldsNotPublic,
  redirectNotPublic,
};
