import { isNetworkId, NETWORKS } from '#catalog/networks.ts';
import { type DestinationId, formatDestinationId, parseDestinationId } from './destination-id.ts';

/** `network:wallet:token`, which the older operations of the public API answer and take. */
const OLDER_FORM = /^([a-z-]+):([^@:#]+):([^@:#]+)$/;

/**
 * Reads a destination ID in either form of the public API: the ERC-7828 text, or the older
 * `network:wallet:token`. Refuses (400) as `parseDestinationId` does.
 */
export function readDestinationName(text: string): DestinationId {
  const [, id = '', walletAddress = '', tokenAddress = ''] = OLDER_FORM.exec(text) ?? [];
  if (!isNetworkId(id)) return parseDestinationId(text);
  return formatDestinationId({ network: NETWORKS[id], walletAddress, tokenAddress });
}
