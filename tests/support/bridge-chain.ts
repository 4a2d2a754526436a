import { CONTRACTS } from '#catalog/contracts.ts';
import { NETWORKS, type NetworkId } from '#catalog/networks.ts';
import type {
  BridgeDeposit,
  BridgeReads,
  Chain,
  Fill,
  FillState,
  FoundDeposit,
  Refund,
  RouteTransaction,
  SourceTransaction,
} from '#chains/chain.ts';
import { destinationCall } from '#chains/evm/bridge/destination-call.ts';
import { readPaymentCall } from '#chains/evm/bridge/read-payment-call.ts';
import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import { stillChain } from './still-chain.ts';

interface ScriptedRoute extends Pick<BridgeDeposit, 'call' | 'outputToken'> {
  readonly chainId: number;
  /** Who is refunded, and gets what the call leaves. */
  readonly payer: string;
}

/** What a scripted bridge answers; a test changes it between two reads. */
interface BridgeScript {
  /** What a node has, by hash; a hash that is not here is unknown. */
  readonly transactions: Map<Hex, SourceTransaction>;
  /** What was deposited, by the hash of its terms. */
  readonly deposits: Map<Hex, FoundDeposit>;
  /** By the id of the deposit. */
  readonly fillStates: Map<bigint, FillState>;
  readonly fills: Map<bigint, Fill>;
  readonly refunds: Map<bigint, readonly Refund[]>;
  /** The call at the end of a route, by the route's data. */
  readonly routes: Map<Hex, ScriptedRoute>;
  isDown: boolean;
  rounds: number;
}

/** A chain whose bridge answers from a script. Payments are encoded and decoded as on real ones. */
export function bridgeChain(network: NetworkId): {
  readonly chain: Chain;
  readonly bridge: BridgeReads;
  readonly script: BridgeScript;
} {
  const script: BridgeScript = {
    transactions: new Map(),
    deposits: new Map(),
    fillStates: new Map(),
    fills: new Map(),
    refunds: new Map(),
    routes: new Map(),
    isDown: false,
    rounds: 0,
  };
  const chain = { ...stillChain(network), readHead: async () => 1_000_000n };
  const bridge = scriptedBridge(network, script);
  return { chain: { ...chain, bridge }, bridge, script };
}

function scriptedBridge(network: NetworkId, script: BridgeScript): BridgeReads {
  const proxy = CONTRACTS[network].erc20FeeProxy;
  if (proxy === undefined) throw new Error(`${network} has no fee proxy`);
  const answer = <Value>(value: Value): Value => {
    script.rounds += 1;
    if (script.isDown) throw new Outage('the node of the test is down');
    return value;
  };
  const unfilled = { isFilled: false, isFilledFinally: false };
  return {
    decodeRoute: (transaction) => decodeScripted(script, transaction),
    destinationCall: (payment) => destinationCall(proxy, payment),
    readPaymentCall: (call) => readPaymentCall(proxy, call),
    findContracts: async (addresses) => answer(addresses.map(() => false)),
    readSources: async (queries) =>
      answer(
        queries.map(
          ({ hash }): SourceTransaction =>
            script.transactions.get(hash) ?? { hash, state: 'unknown', isReplaced: false },
        ),
      ),
    findDeposit: async ({ termsHash }) => answer(script.deposits.get(termsHash)),
    readFills: async (deposits) =>
      answer(
        deposits.map(
          ({ depositId }) =>
            script.fillStates.get(depositId) ?? {
              ...unfilled,
              headTime: new Date(0),
              finalTime: new Date(0),
            },
        ),
      ),
    findFill: async ({ depositId }) => answer(script.fills.get(depositId)),
    findRefund: async ({ depositId }, fromBlock, afterLogIndex = -1) => {
      const isAfter = ({ block, logIndex }: Refund) =>
        block.number > fromBlock || (block.number === fromBlock && logIndex > afterLogIndex);
      return answer(script.refunds.get(depositId)?.find(isAfter));
    },
  };
}

/** Only the members that intents read; the others are those of no route. */
function decodeScripted(script: BridgeScript, { data }: RouteTransaction) {
  const route = script.routes.get(data);
  if (route === undefined) return { refused: 'another contract' };
  const nobody = '0x0000000000000000000000000000000000000000';
  const at = new Date(0);
  return {
    routeId: '0x' as const,
    bridge: 'across',
    integrator: 'florin',
    spender: nobody,
    sourceToken: nobody,
    sourceUnits: 0n,
    swaps: [],
    fees: [],
    feeUnits: 0n,
    depositToken: nobody,
    depositUnits: 0n,
    destinationChainId: route.chainId,
    receiver: nobody,
    refundAddress: route.payer,
    fallbackAddress: route.payer,
    outputToken: route.outputToken,
    leastOutputUnits: route.call?.units ?? 0n,
    call: route.call,
    deadlines: { source: at, bridge: at },
    exclusivity: undefined,
  };
}

/** The chain id of a network, as deposits name it. */
export const chainIdOf = (network: NetworkId) => NETWORKS[network].chainId;
