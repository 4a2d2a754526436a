import { accountOf, type Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { ulidTimeBounds } from '#kit/ulid.ts';
import type { StatusClass } from './model/status-class.ts';
import { findApiRequests } from './store.ts';

/** Which calls to read; what is undefined does not narrow them. */
export interface ApiRequestFilters {
  readonly statusClass: StatusClass | undefined;
  readonly credentialId: string | undefined;
  readonly path: string | undefined;
  readonly correlationId: string | undefined;
  readonly fromDate: Date | undefined;
  readonly toDate: Date | undefined;
}

interface ApiRequestPart extends ApiRequestFilters {
  readonly limit: number;
  /** The last id of the page before; undefined begins with the newest. */
  readonly cursor: string | undefined;
}

/** Up to `limit` calls of the caller's account, newest first, as they are shown. */
export async function readApiRequests(
  ctx: Context,
  { fromDate: from, toDate: to, ...part }: ApiRequestPart,
) {
  const times = { from, to, ids: ulidTimeBounds({ from, to }) };
  const found = await findApiRequests(ctx, { ...part, ...times, accountId: accountOf(ctx) });
  return found.map(({ credentialKind, credentialId, createdAt, ...call }) => ({
    ...call,
    credential: { kind: credentialKind, id: credentialId },
    createdAt: isoTime(createdAt),
  }));
}
