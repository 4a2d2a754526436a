import { accountOf, type Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import type { StatusClass } from './model/status-class.ts';
import { findApiRequests } from './store.ts';

/** Which calls to read. */
interface ApiRequestQuery {
  readonly limit: number;
  /** The last id of the page before; undefined begins with the newest. */
  readonly cursor: string | undefined;
  readonly statusClass: StatusClass | undefined;
  readonly credentialId: string | undefined;
  readonly path: string | undefined;
  readonly correlationId: string | undefined;
}

/** A page of the calls of the caller's account, newest first. A call stands in it about a second after its answer. */
export async function listApiRequests(ctx: Context, { limit, ...filters }: ApiRequestQuery) {
  // One more than the page size shows whether another page follows.
  const part = { ...filters, accountId: accountOf(ctx), limit: limit + 1 };
  const found = await findApiRequests(ctx, part);
  const shown = found.slice(0, limit);
  return {
    requests: shown.map(({ credentialKind, credentialId, createdAt, ...call }) => ({
      ...call,
      credential: { kind: credentialKind, id: credentialId },
      createdAt: isoTime(createdAt),
    })),
    nextCursor: found.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
}
