import type { Context } from '#context.ts';
import { credentialIdOf } from '#kit/actor.ts';
import { invariant } from '#kit/failure.ts';
import { insertAuditEntry } from './store.ts';

/** What is about to be recorded; who did it is the context's actor. */
export interface AuditDraft {
  /** Whose log it stands in. */
  readonly accountId: string;
  /** Past tense, as `api_key.revoked`. */
  readonly action: string;
  readonly object: { readonly kind: string; readonly id: string };
  /** What else is worth knowing. No secrets, no personal data. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Set where another account's credential did it: whose log it is may know neither it nor its place. */
  readonly byOthers?: boolean;
}

/**
 * Records who did what, in the transaction of the change. Throws `Bug` outside of a transaction,
 * where one could exist without the other.
 */
export async function recordAudit(ctx: Context, draft: AuditDraft): Promise<void> {
  invariant(ctx.db.isTransaction, 'an audit entry is recorded in the transaction of its change');
  const id = ctx.newOrderedId();
  const { credentialId, requestMetadata } = draft.byOthers
    ? { credentialId: undefined, requestMetadata: undefined }
    : { credentialId: credentialIdOf(ctx.actor), requestMetadata: ctx.requestMetadata };
  await insertAuditEntry(ctx, {
    entry: {
      id,
      account_id: draft.accountId,
      actor_kind: ctx.actor.kind,
      actor_id: credentialId ?? null,
      action: draft.action,
      object_kind: draft.object.kind,
      object_id: draft.object.id,
      details: JSON.stringify(draft.details ?? {}),
      correlation_id: requestMetadata?.correlationId ?? null,
      created_at: ctx.now(),
    },
    ipAddress: requestMetadata?.ip,
  });
}
