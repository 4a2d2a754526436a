import { callbackNotVerified } from '#platform/http/callback-not-verified.ts';
import {
  headerOf,
  isOneOf,
  parseJsonBody,
  uniqueAddresses,
  unreadableCallback,
} from '../callback-checks.ts';
import type { CallbackRequest } from '../callback-request.ts';
import type { WalletAlert } from '../wallet-screener.ts';

const KEY_HEADER = 'x-webhook-key';
const ADDRESS = /^(0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$/;
/** More wallets than anybody is alerted about at once. */
const ADDRESSES_MAX = 500;

/**
 * Verifies an alert of Merkle Science, by the shared key in its header, and reads which wallets it names. Its shape is not public, so
 * every text that is an address is one.
 */
export function readMerkleScienceAlert(
  request: CallbackRequest,
  keys: readonly string[],
): WalletAlert {
  if (!isOneOf(keys, headerOf(request, KEY_HEADER))) throw callbackNotVerified();
  const body = parseJsonBody(request);
  if (typeof body !== 'object' || body === null) throw unreadableCallback();
  const addresses = uniqueAddresses([...textsOf(body)].filter((text) => ADDRESS.test(text)));
  if (addresses.length > ADDRESSES_MAX) throw unreadableCallback();
  return { signed: request.rawBody, addresses };
}

/** Every text in a parsed body, whose depth is bounded where it was received. */
function* textsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const member of Object.values(value)) yield* textsOf(member);
}
