import { BaseError } from 'viem';
import { Outage } from '#kit/failure.ts';

/** Longer words of a node are cut: they end in logs and in what operators read. */
const MESSAGE_MAX = 300;
/** Parts of a URL that are shorter cannot be keys, and hiding them would hide ordinary words. */
const KEY_CHARACTERS_MIN = 6;

/**
 * Codes by which nodes report their own failure: an internal error, a limit (the standard's, that of
 * one provider, and HTTP's own). Other errors are answers, such as that a call reverts.
 */
const TROUBLE_CODES: ReadonlySet<number> = new Set([-32_603, -32_005, -32_007, 429]);

/** A node did not answer as nodes do: not at all, not in time, or with something else. Names no URL. */
export class NodeFailure extends BaseError {
  override name = 'NodeFailure';
  /** The pause that the node requests, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** Whether it was more than the node, or we, would send. */
  readonly isTooMuch: boolean;

  constructor(
    message: string,
    parts: { readonly retryAfterMs?: number | undefined; readonly isTooMuch?: boolean } = {},
  ) {
    super(message);
    this.retryAfterMs = parts.retryAfterMs;
    this.isTooMuch = parts.isTooMuch === true;
  }
}

/**
 * A node answered that it refuses a request as such, in a protocol whose refusals have no classes of
 * their own; the node itself is well. Names no URL.
 */
export class NodeRefusal extends BaseError {
  override name = 'NodeRefusal';
}

/** No node answered, and one of them refused: a smaller request may succeed. */
export class Complaint extends Outage {}

/** Whether a node answered with a refusal, perhaps of the size; one that is down or late does not count. */
export function isComplaint(error: unknown): boolean {
  return error instanceof NodeFailure ? error.isTooMuch : error instanceof BaseError;
}

/** A node serves another chain than its network's. */
export class WrongChain extends NodeFailure {
  override name = 'WrongChain';
  readonly served: bigint;

  constructor(served: bigint) {
    super(`serves chain ${served}`);
    this.served = served;
  }
}

/** Whether an error is a failure of the node, and not of the request. */
export function isTrouble(error: unknown): boolean {
  if (!(error instanceof BaseError) || error instanceof NodeFailure) return true;
  return error.walk((cause) => TROUBLE_CODES.has(codeOf(cause))) !== null;
}

function codeOf(cause: unknown): number {
  const code: unknown = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'number' ? code : 0;
}

/** The words of a failure, without the node's URL. */
export function reasonOf(error: unknown): string {
  if (error instanceof BaseError) return `${error.shortMessage} ${error.details ?? ''}`.trim();
  return error instanceof Error ? error.name : 'unknown';
}

/** A message of a node without the parts of its URL, which it may repeat and which often hold a key. */
export function hideUrl(message: string, url: string): string {
  const { host, pathname, searchParams, username, password } = new URL(url);
  const parts = [host, ...pathname.split('/'), ...searchParams.values(), username, password];
  const hidden = [url, ...parts.flatMap((part) => [part, decoded(part)])]
    .filter((part) => part.length >= KEY_CHARACTERS_MIN)
    .reduce((left, part) => left.replaceAll(part, '…'), message);
  return hidden.length > MESSAGE_MAX ? `${hidden.slice(0, MESSAGE_MAX)}…` : hidden;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // Some other use of the percent sign.
    return part;
  }
}
