import { keccak256 } from 'viem';
import { CONTRACTS } from '#catalog/contracts.ts';
import type { Network } from '#catalog/networks.ts';
import type { Log } from '#platform/log.ts';
import type { Chain, GasNeeds } from '../chain.ts';
import { evmAddress, isEvmAddress } from './address.ts';
import { connectNode } from './client.ts';
import { encodeApproval, encodePayment } from './encode.ts';
import { followChain } from './follow.ts';
import { checkChainId, readHead, readOutcome, readPayerFacts } from './read.ts';
import { checkSignIn } from './sign-in.ts';

/**
 * Measured on a node with the published bytecode: an approval takes 46,000 and a payment with a fee
 * 94,000; tokens behind an upgradable proxy take some 30,000 more.
 */
const GAS_NEEDS: GasNeeds = { approval: 60_000n, payment: 130_000n };

/** A follower asks this often at most and at least, and between that twice per block. */
const POLL_MS_MIN = 500;
const POLL_MS_MAX = 4_000;

/** What an EVM network is reached with. */
export interface EvmConnection {
  readonly network: Network;
  /** Asked in this order, the next when one fails. */
  readonly rpcUrls: readonly string[];
  readonly pollMs: number | undefined;
  readonly log: Log;
}

/** The chain port over the JSON-RPC of an EVM network. */
export function evmChain(connection: EvmConnection): Chain {
  const { network, log } = connection;
  const node = connectNode(network, connection.rpcUrls);
  const proxy = CONTRACTS[network.id].erc20FeeProxy;
  const pace = Math.min(Math.max(network.blockTimeMs / 2, POLL_MS_MIN), POLL_MS_MAX);
  const pollMs = connection.pollMs ?? pace;
  return {
    network,
    gasNeeds: GAS_NEEDS,
    readPayerFacts: (wallet, tokenAddress) =>
      readPayerFacts(node, { wallet, tokenAddress, spender: proxy }),
    checkChainId: () => checkChainId(node),
    readHead: () => readHead(node),
    readOutcome: (transactionHash) => readOutcome(node, transactionHash),
    isAddress: isEvmAddress,
    normalAddress: evmAddress,
    encodeApproval: (tokenAddress, units) => encodeApproval(tokenAddress, proxy, units),
    encodePayment: (payment) => encodePayment(proxy, payment),
    referenceTopic: (paymentReference) => keccak256(paymentReference),
    follow: (from, signal) => followChain({ node, proxyAddress: proxy, pollMs, log }, from, signal),
    broadcast: (signed) =>
      node.ask((client) => client.request({ method: 'eth_sendRawTransaction', params: [signed] })),
    checkSignIn: (address, message, signature) =>
      checkSignIn(node, { address, message, signature }),
    // Requests hold no connection of their own once they are answered.
    close: async () => undefined,
  };
}
