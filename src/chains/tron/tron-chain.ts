import type { Network } from '#catalog/networks.ts';
import { type Clock, systemClock } from '#kit/clock.ts';
import { invariant } from '#kit/failure.ts';
import { bytesOf } from '#kit/hex.ts';
import { keccak256 } from '#kit/keccak.ts';
import type { Log } from '#platform/log.ts';
import { type Meter, silentMeter } from '#platform/metrics.ts';
import type { Chain } from '../chain.ts';
import type { ListenToHeads } from '../following/heads.ts';
import { connectNodes } from '../nodes/client.ts';
import { type Runtime, systemRuntime } from '../nodes/runtime.ts';
import { isTronAddress } from './address.ts';
import { broadcastSigned } from './broadcast.ts';
import { FEE_LIMITS, tronContracts } from './encode.ts';
import { TRON_NEEDS, tronNetworkFeeUnits } from './needs.ts';
import { openTronConnection } from './nodes/tron-api.ts';
import { prepareSteps } from './prepare.ts';
import { readBatchContract, readHead, readPayerBalances } from './read.ts';
import { tronRelay } from './relay.ts';
import { signedByKey } from './sign-in.ts';
import { simulateTransfers } from './simulate-transfers.ts';
import { tronFollowing } from './tron-following.ts';

/** What a Tron network is reached with. */
export interface TronConnection {
  readonly network: Network;
  /** Full nodes in the operator's order; `NodeClient` chooses between them. */
  readonly rpcUrls: readonly string[];
  /** The keys of hosted nodes by their URLs; each is sent to its node only. */
  readonly apiKeys?: ReadonlyMap<string, string> | undefined;
  /** How many calls one node receives a second at most; without it there is no limit. */
  readonly requestsPerSecond?: number | undefined;
  readonly pollMs: number | undefined;
  /** It is polled no more often than this. */
  readonly pollMsMin?: number | undefined;
  /** Where this process runs the node itself: what calls back at each new block. */
  readonly listen?: ListenToHeads | undefined;
  readonly log: Log;
  /** Without it the state of nodes is not published. */
  readonly meter?: Meter;
  /** Defaults to the system's clock. */
  readonly now?: Clock;
  /** Defaults to the machine's. */
  readonly runtime?: Runtime;
}

/** The chain port over the HTTP API of a Tron network's full nodes. */
export function tronChain(connection: TronConnection): Chain {
  const { network, log, apiKeys } = connection;
  const now = connection.now ?? systemClock;
  const node = connectNodes({
    ...connection,
    requestsPerSecond: connection.requestsPerSecond,
    meter: connection.meter ?? silentMeter,
    now,
    runtime: connection.runtime ?? systemRuntime,
    open: (endpoint) => openTronConnection(endpoint, { apiKey: apiKeys?.get(endpoint.url) }),
  });
  const contracts = tronContracts(network);
  const { batch } = contracts;
  return {
    network,
    capabilities: { native: false, conversion: false, batch: batch !== undefined },
    needs: TRON_NEEDS,
    feeLimits: FEE_LIMITS,
    relay: tronRelay(node, contracts),
    networkFeeUnits: tronNetworkFeeUnits,
    readPayerBalances: (wallet, queries) => readPayerBalances(node, contracts, { wallet, queries }),
    simulateTransfers: (wallet, queries) => simulateTransfers(node, wallet, queries),
    readRates: async (queries) => queries.map(() => undefined),
    readBatchFeeBps: async () => 0n,
    readBatchContract: async () => {
      invariant(batch !== undefined, `${network.name} has no batch contract`);
      return await readBatchContract(node, contracts, batch);
    },
    checkChainId: () => node.checkChainIds(),
    readHead: () => readHead(node),
    nodes: () => node.states(),
    isAddress: isTronAddress,
    normalAddress: (text) => text,
    prepare: (steps, wallet) => prepareSteps(node, contracts, { steps, wallet, now: now() }),
    referenceKey: (paymentReference) => keccak256(bytesOf(paymentReference)),
    ...tronFollowing({
      node,
      pollMs: connection.pollMs,
      pollMsMin: connection.pollMsMin,
      listen: connection.listen,
      log,
    }),
    broadcast: (signed) => broadcastSigned(node, signed),
    checkSignIn: (address, message, signature) => signedByKey({ address, message, signature }),
    close: node.close,
  };
}
