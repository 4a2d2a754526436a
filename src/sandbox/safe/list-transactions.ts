import { z } from 'zod';
import { mapLimited } from '#kit/map-limited.ts';
import type { NetworkParts } from './propose.ts';
import { notFound, ServiceError } from './refusals.ts';
import { readExecutions, readSafe } from './safe-nodes.ts';
import { type ShapeVersion, showTransaction } from './show-transaction.ts';
import type { StoredProposal } from './stored-proposals.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 200;
/** How many transactions are completed from the node at a time. */
const SHOWN_AT_A_TIME = 8;

const flag = z.enum(['true', 'false', 'True', 'False', '1', '0']).transform((text) => {
  return text.toLowerCase() === 'true' || text === '1';
});
const nonce = z
  .string()
  .regex(/^\d{1,78}$/)
  .transform(BigInt);
const count = z
  .string()
  .regex(/^\d{1,6}$/)
  .transform(Number);

const Query = z.object({
  executed: flag.optional(),
  nonce: nonce.optional(),
  nonce__gte: nonce.optional(),
  nonce__gt: nonce.optional(),
  nonce__lte: nonce.optional(),
  nonce__lt: nonce.optional(),
  has_confirmations: flag.optional(),
  trusted: flag.default(true),
  transaction_hash: z.string().optional(),
  ordering: z
    .enum(['nonce', '-nonce', 'created', '-created', 'modified', '-modified'])
    .default('-nonce'),
  limit: count.default(LIMIT_DEFAULT).transform((asked) => Math.min(asked, LIMIT_MAX)),
  offset: count.default(0),
});

/** The transactions of a Safe, by the documented filters, in pages. */
export async function listTransactions(
  parts: NetworkParts,
  safe: `0x${string}`,
  asked: { readonly url: URL; readonly version: ShapeVersion; readonly isLie: boolean },
): Promise<object> {
  const { url, version, isLie } = asked;
  const parsed = Query.safeParse(Object.fromEntries(url.searchParams));
  if (!parsed.success) throw new ServiceError(400, z.flattenError(parsed.error).fieldErrors);
  const query = parsed.data;
  const { node, network, proposals } = parts;
  const [onChain, executions] = await Promise.all([
    readSafe(node, safe),
    readExecutions(node, safe),
  ]);
  if (onChain === undefined) throw notFound();
  const hashOf = ({ safeTxHash }: StoredProposal) => executions.get(safeTxHash)?.transactionHash;
  const all = proposals.listOf(network, safe);
  const found = all
    .filter((one) => matches(one, query))
    .filter((one) => query.executed === undefined || query.executed === (hashOf(one) !== undefined))
    .filter((one) => query.transaction_hash === undefined || query.transaction_hash === hashOf(one))
    .toSorted(orderBy(query.ordering));
  const page = found.slice(query.offset, query.offset + query.limit);
  const nonces = new Set(
    all.filter((one) => one.trusted || !query.trusted).map((one) => one.nonce),
  );
  const show = (one: StoredProposal) => {
    const execution = executions.get(one.safeTxHash);
    const { threshold } = onChain;
    return showTransaction(node, one, { execution, threshold, version, isLie });
  };
  return {
    count: found.length,
    ...pagesOf(url, found.length, query),
    results: await mapLimited(page, SHOWN_AT_A_TIME, show),
    countUniqueNonce: nonces.size,
  };
}

function matches(one: StoredProposal, query: z.output<typeof Query>): boolean {
  const value = BigInt(one.nonce);
  return (
    (one.trusted || !query.trusted) &&
    (query.nonce ?? value) === value &&
    (query.nonce__gte ?? value) <= value &&
    (query.nonce__gt ?? -1n) < value &&
    (query.nonce__lte ?? value) >= value &&
    (query.nonce__lt ?? value + 1n) > value &&
    (query.has_confirmations ?? one.confirmations.length > 0) === one.confirmations.length > 0
  );
}

function orderBy(ordering: z.output<typeof Query>['ordering']) {
  const sign = ordering.startsWith('-') ? -1 : 1;
  const field = ordering.replace('-', '');
  return (a: StoredProposal, b: StoredProposal): number => {
    if (field === 'nonce' && a.nonce !== b.nonce) {
      return BigInt(a.nonce) < BigInt(b.nonce) ? -sign : sign;
    }
    const key = field === 'modified' ? 'modifiedAt' : 'createdAt';
    if (a[key] === b[key]) return 0;
    return a[key] < b[key] ? -sign : sign;
  };
}

/** The addresses of the pages before and after. */
function pagesOf(
  url: URL,
  length: number,
  { limit, offset }: { readonly limit: number; readonly offset: number },
) {
  const at = (start: number) => {
    const page = new URL(url);
    page.searchParams.set('limit', String(limit));
    page.searchParams.set('offset', String(start));
    return page.href;
  };
  return {
    next: offset + limit < length ? at(offset + limit) : null,
    previous: offset > 0 ? at(Math.max(offset - limit, 0)) : null,
  };
}
