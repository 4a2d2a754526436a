import { evmAddress } from '../address.ts';
import type { EvmNodeClient } from '../nodes/evm-connection.ts';

/** What code begins with, and all that it has, where a key delegates its account (EIP-7702). */
const DELEGATION = /^0xef0100[0-9a-f]{40}$/i;

/** See `BridgeReads.findContracts`; one request. */
export async function findContracts(
  node: EvmNodeClient,
  addresses: readonly string[],
): Promise<readonly boolean[]> {
  const codes = await node.query((client) =>
    Promise.all(
      addresses.map((address) =>
        client.request({ method: 'eth_getCode', params: [evmAddress(address), 'latest'] }),
      ),
    ),
  );
  return codes.map((code) => code !== '0x' && !DELEGATION.test(code));
}
