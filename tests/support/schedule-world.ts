import { pino } from 'pino';
import type { PublicClient } from 'viem';
import { NETWORKS, type NetworkId } from '#catalog/networks.ts';
import { recurringProxyOf } from '#catalog/recurring-proxies.ts';
import type { Call } from '#chains/chain.ts';
import { type EvmChain, evmChain } from '#chains/evm/evm-chain.ts';
import type { Hex } from '#kit/hex.ts';
import { SANDBOX_SENDER, type TestAccount } from '#sandbox/test-accounts.ts';
import { sendCall } from '#sandbox/test-wallet.ts';
import { readReceipt } from './read-receipt.ts';
import { hex } from './route-sample.ts';
import { openTestNode, type TestNode } from './test-node.ts';

/** A local node whose recurring proxy takes instalments of the sandbox's sender. */
export interface ScheduleWorld extends AsyncDisposable {
  readonly at: TestNode;
  readonly client: PublicClient;
  /** With the sender. */
  readonly chain: EvmChain;
  readonly proxy: Hex;
  /** Sends a call and waits until it is carried out. */
  send(by: TestAccount, call: Call): Promise<Hex>;
}

/** Starts the node of a network. */
export async function openScheduleWorld(network: NetworkId): Promise<ScheduleWorld> {
  const at = await openTestNode(network);
  const chain = evmChain({
    network: NETWORKS[network],
    rpcUrls: [at.node.rpcUrl],
    pollMs: 50,
    log: pino({ level: 'silent' }),
    senderKey: SANDBOX_SENDER.privateKey,
  });
  return {
    at,
    client: at.client,
    chain,
    proxy: hex(recurringProxyOf(network) ?? ''),
    send: async (by, call) => {
      const hash = await sendCall(at.node, by, call);
      await readReceipt(at.client, hash);
      return hash;
    },
    [Symbol.asyncDispose]: async () => {
      await chain.close();
      await at[Symbol.asyncDispose]();
    },
  };
}
