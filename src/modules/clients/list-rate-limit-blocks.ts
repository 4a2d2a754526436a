import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { type CallerBlock, findBlocks } from '#platform/db/find-blocks.ts';
import { isClientId } from './model/client-id.ts';

/** They last five minutes: with more than these at once an attack is on, which lists do not end. */
const BLOCKS_MAX = 200;

/** The first 64 bits of an IPv6 address, as callers are counted. */
const IPV6_HALF = /^[0-9a-f]{16}$/;

/** Callers that are refused after a sustained breach of their limit, those first whose block ends last; for administrators. */
export async function listRateLimitBlocks(ctx: Context) {
  const nowMs = ctx.now().getTime();
  const found = await findBlocks(ctx, { nowMs, limit: BLOCKS_MAX });
  return { blocks: found.map(describeBlock) };
}

/** Keys and sessions are counted by their hashes, which are of no use to a reader. */
function describeBlock({ key, endsAtMs }: CallerBlock) {
  const parts = key.split(':');
  const [kind = '', credential = ''] = parts;
  const address = readableAddress(parts.at(-1) ?? '');
  const clientId = credential.split('+').find(isClientId) ?? null;
  return {
    kind: KINDS[kind.split('.')[0] ?? ''] ?? 'address',
    clientId,
    address,
    /** Lifting by the client ID spares others behind the same address. */
    name: clientId ?? address,
    endsAt: isoTime(new Date(endsAtMs)),
  };
}

const KINDS: Readonly<Record<string, (typeof BLOCKED_KINDS)[number]>> = {
  a: 'address',
  failed: 'failed_credentials',
  api_key: 'api_key',
  client_id: 'client_id',
  session: 'session',
  orchestrator_key: 'orchestrator_key',
};

/** What a caller was counted by. */
export const BLOCKED_KINDS = [
  'address',
  'failed_credentials',
  'api_key',
  'client_id',
  'session',
  'orchestrator_key',
] as const;

function readableAddress(counted: string): string {
  if (!IPV6_HALF.test(counted)) return counted;
  return `${(counted.match(/.{4}/g) ?? []).join(':')}::`;
}
