import { concat, createTestClient, http, pad, publicActions } from 'viem';
import { evmAddress } from '#chains/evm/address.ts';
import type { Hex } from '#kit/hex.ts';

/** A token with a list of wallets that it moves nothing from or to. */
export interface BlockingToken {
  readonly address: string;
  block(...wallets: readonly string[]): Promise<void>;
  unblock(...wallets: readonly string[]): Promise<void>;
}

/** Where the token's own code is kept, so that the guard in its place can go on to it. */
const MOVED_TO = '0x00000000000000000000000000000000000b10c5';

/**
 * Code that reverts `transfer` and `transferFrom` where the slot named like one of their two wallets
 * is set, and leaves everything else to the token's own code. Written by hand: the selector is looked
 * at, then a DELEGATECALL, then the two reads of the list.
 */
const GUARD = concat([
  // Which function is called: transfer at 0x50, transferFrom at 0x5e.
  '0x60003560e01c8063a9059cbb146050576323b872dd14605e57',
  // 0x19: hand everything to the token's own code,
  '0x5b3660006000376000600036600073',
  MOVED_TO,
  // and answer what it answers.
  '0x5af43d600060003e604b573d6000fd5b3d6000f3',
  // 0x50: the caller or the first wallet; 0x5e: the first or the second wallet. Neither may be listed.
  '0x5b33546004355417606e576019565b600435546024355417606e57601956',
  // 0x6e
  '0x5b60006000fd',
]);

const LISTED = pad('0x01');
const UNLISTED = pad('0x00');

/** Gives a token of a local node a list of blocked wallets; its balances and allowances stay. */
export async function blockingToken(rpcUrl: string, token: string): Promise<BlockingToken> {
  const node = createTestClient({ mode: 'anvil', transport: http(rpcUrl) }).extend(publicActions);
  const address = evmAddress(token);
  await node.setCode({ address: MOVED_TO, bytecode: (await node.getCode({ address })) ?? '0x' });
  await node.setCode({ address, bytecode: GUARD });
  const list = async (wallets: readonly string[], value: Hex) => {
    for (const wallet of wallets) {
      await node.setStorageAt({ address, index: pad(evmAddress(wallet)), value });
    }
  };
  return {
    address: token,
    block: (...wallets) => list(wallets, LISTED),
    unblock: (...wallets) => list(wallets, UNLISTED),
  };
}
