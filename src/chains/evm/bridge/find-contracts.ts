import { readDelegation } from '../accounts/delegation.ts';
import { evmAddress } from '../address.ts';
import type { EvmNodeClient } from '../nodes/evm-connection.ts';

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
  return codes.map((code) => code !== '0x' && readDelegation(code) === undefined);
}
