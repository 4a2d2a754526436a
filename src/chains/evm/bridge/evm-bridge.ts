import { BRIDGES, hasBridge } from '#catalog/bridge.ts';
import type { BridgeReads } from '../../bridge.ts';
import type { EvmNodeClient } from '../nodes/evm-connection.ts';
import { decodeRoute } from './decode-route.ts';
import { destinationCall } from './destination-call.ts';
import { findContracts } from './find-contracts.ts';
import { findDeposit } from './find-deposit.ts';
import { findFill } from './find-fill.ts';
import { findRefund } from './find-refund.ts';
import { readFills } from './read-fills.ts';
import { readPaymentCall } from './read-payment-call.ts';
import { readSources } from './read-sources.ts';

/** The bridge of an EVM network; undefined where it has none. */
export function evmBridge(node: EvmNodeClient, feeProxy: string): BridgeReads | undefined {
  const { network } = node;
  if (!hasBridge(network.id)) return undefined;
  const contracts = BRIDGES[network.id];
  const { spokePool } = contracts;
  return {
    decodeRoute: (transaction) => decodeRoute(network, contracts, transaction),
    destinationCall: (payment) => destinationCall(feeProxy, payment),
    readPaymentCall: (call) => readPaymentCall(feeProxy, call),
    findContracts: (addresses) => findContracts(node, addresses),
    readSources: (queries) => readSources(node, contracts, queries),
    findDeposit: (query, fromBlock) => findDeposit(node, spokePool, { query, fromBlock }),
    readFills: (deposits) => readFills(node, spokePool, deposits),
    findFill: (deposit, fromBlock) => findFill(node, contracts, { deposit, fromBlock }),
    findRefund: (deposit, fromBlock, afterLogIndex) =>
      findRefund(node, spokePool, { deposit, fromBlock, afterLogIndex }),
  };
}
