import { parseTronAddress, type TronHex } from './address.ts';
import { numberOf, type RequestParameters, textOf } from './http-request.ts';
import { NodeError } from './node-error.ts';

/** Most rows on a page. */
const LIMIT_MAX = 200;
const LIMIT_DEFAULT = 20;

interface PageParts {
  /** The chain's time. */
  readonly atMs: number;
  readonly request: RequestParameters;
}

/** A page of rows, which are given oldest first, as the hosted API of full nodes answers it. */
export function printPage(rows: readonly object[], { atMs, request }: PageParts) {
  const isOldestFirst = textOf(request, 'order_by') === 'block_timestamp,asc';
  const ordered = isOldestFirst ? rows : rows.toReversed();
  const limit = Math.min(numberOf(request, 'limit') || LIMIT_DEFAULT, LIMIT_MAX);
  const start = readFingerprint(textOf(request, 'fingerprint'));
  const data = ordered.slice(start, start + limit);
  const end = start + data.length;
  return {
    data,
    success: true,
    meta: {
      at: atMs,
      page_size: data.length,
      ...(end < ordered.length && { fingerprint: writeFingerprint(end) }),
    },
  };
}

/** The address in a path. Throws `NodeError` where it is none. */
export function parseListedAddress(text: string): TronHex {
  const address = parseTronAddress(text);
  if (address === undefined) throw new NodeError('IllegalArgumentException', 'Invalid address');
  return address;
}

/** Where the next page begins, in a form that says nothing to its reader. */
const writeFingerprint = (start: number) => Buffer.from(`at:${start}`).toString('base64url');

function readFingerprint(text: string): number {
  const start = /^at:(\d{1,12})$/.exec(Buffer.from(text, 'base64url').toString())?.[1];
  return start === undefined ? 0 : Number(start);
}
