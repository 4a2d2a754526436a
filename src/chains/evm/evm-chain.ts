import { CONTRACTS } from '#catalog/contracts.ts';
import type { Network } from '#catalog/networks.ts';
import { type Clock, systemClock } from '#kit/clock.ts';
import { invariant } from '#kit/failure.ts';
import { bytesOf, type Hex } from '#kit/hex.ts';
import { keccak256 } from '#kit/keccak.ts';
import type { Log } from '#platform/log.ts';
import { type Meter, silentMeter } from '#platform/metrics.ts';
import type { Chain, GasNeeds, ScanRange, Spender } from '../chain.ts';
import { evmAddress, isEvmAddress } from './address.ts';
import { readBatchContract } from './batch-contract.ts';
import { connectNodes, type NodeClient } from './client.ts';
import type { PayingContracts } from './decode.ts';
import { encodeApproval, encodeConversion, encodeNativePayment, encodePayment } from './encode.ts';
import { bytesInBatch, encodeBatch } from './encode-batch.ts';
import { followChain } from './follow.ts';
import { type Runtime, systemRuntime } from './nodes/runtime.ts';
import { countWitnesses } from './nodes/witnesses.ts';
import { readBatchFeeBps, readRates } from './rates.ts';
import { checkChainId, readHead, readOutcome, readPayerFacts } from './read.ts';
import { scanChain } from './scan.ts';
import { checkSignIn } from './sign-in.ts';
import { tryTransfers } from './try-transfers.ts';

/**
 * Measured on a node with the published bytecode, with fees and payees who had nothing yet: an
 * approval takes 46,000, a payment 95,000, one in coins 74,000 and a conversion over three currencies
 * 143,000; in a batch each adds 44,000, 59,000 and 76,000 to some 100,000 for its first token. What is
 * on top is for tokens behind upgradable proxies, which take up to 10,000 more for each transfer, for
 * price feeds that ask further contracts, and for coins that open two accounts.
 */
const GAS_NEEDS: GasNeeds = {
  approval: 60_000n,
  payment: 130_000n,
  native: 110_000n,
  conversion: 230_000n,
  batchBase: 60_000n,
  batchPerToken: 90_000n,
  batchPerPayment: 65_000n,
  batchPerNative: 65_000n,
  batchPerConversion: 130_000n,
};

/** The batch contract's owner may change its fee; a change is noticed within this time. */
const BATCH_FEE_KEPT_MS = 5 * 60 * 1_000;

/** At half its bits a bloom allows for a payment that is not there in one of some twenty blocks. */
const BLOOM_FILL_MAX = 50;

/** A follower asks this often at most and at least, and between that twice per block. */
const POLL_MS_MIN = 500;
const POLL_MS_MAX = 4_000;

/** What an EVM network is reached with. */
export interface EvmConnection {
  readonly network: Network;
  /** In the operator's order; see `NodeClient` for which of them is asked. */
  readonly rpcUrls: readonly string[];
  /** What one node is asked a second at most; without it there is no limit. */
  readonly requestsPerSecond?: number | undefined;
  /** WebSocket nodes, which only tell that there is a new block. */
  readonly wsUrls?: readonly string[] | undefined;
  readonly pollMs: number | undefined;
  /** How full a header's bloom may be to be held against a node's word, in percent. */
  readonly bloomFillMax?: number | undefined;
  readonly log: Log;
  /** Without it nobody reads how nodes do. */
  readonly meter?: Meter;
  /** The system's clock, unless told otherwise. */
  readonly now?: Clock;
  /** The machine's, unless told otherwise. */
  readonly runtime?: Runtime;
}

/** The chain port over the JSON-RPC of an EVM network. */
export function evmChain(connection: EvmConnection): Chain {
  const { network, log } = connection;
  const node = connectNodes({
    ...connection,
    requestsPerSecond: connection.requestsPerSecond,
    meter: connection.meter ?? silentMeter,
    now: connection.now ?? systemClock,
    runtime: connection.runtime ?? systemRuntime,
  });
  const contracts = contractsOf(network);
  const bloomFillMax = connection.bloomFillMax ?? BLOOM_FILL_MAX;
  const looking = { contracts, bloomFillMax };
  const pace = Math.min(Math.max(network.blockTimeMs / 2, POLL_MS_MIN), POLL_MS_MAX);
  const pollMs = connection.pollMs ?? pace;
  return {
    network,
    gasNeeds: GAS_NEEDS,
    ...reading(node, contracts),
    isAddress: isEvmAddress,
    normalAddress: evmAddress,
    ...encoding(contracts),
    referenceTopic: (paymentReference) => keccak256(bytesOf(paymentReference)),
    follow: (from, signal) =>
      followChain({ node, ...looking, wsUrls: connection.wsUrls ?? [], pollMs, log }, from, signal),
    scan: (range) => scanChain({ node: node.steady(), ...looking }, range),
    eachNode: () =>
      node.each().flatMap((single) =>
        single.states().map(({ name }) => ({
          name,
          scan: (range: ScanRange) => scanChain({ node: single, ...looking }, range),
        })),
      ),
    broadcast: (signed) =>
      node.ask(
        (client) => client.request({ method: 'eth_sendRawTransaction', params: [signed] }),
        'send',
      ),
    checkSignIn: (address, message, signature) =>
      checkSignIn(node, { address, message, signature }),
    close: node.close,
  };
}

/** A network's contracts, and the one that knows the rates. */
interface EvmContracts extends PayingContracts {
  readonly conversionPath: Hex | undefined;
}

function contractsOf({ id }: Network): EvmContracts {
  const known = CONTRACTS[id];
  const at = (address: string | undefined) =>
    address === undefined ? undefined : evmAddress(address);
  return {
    feeProxy: evmAddress(known.erc20FeeProxy),
    nativeProxy: at(known.ethereumFeeProxy),
    conversionProxy: at(known.erc20ConversionProxy),
    conversionPath: at(known.conversionPath),
    batch: at(known.batchPayments),
  };
}

function reading(node: NodeClient, contracts: EvmContracts) {
  const { conversionPath, batch } = contracts;
  let batchFee: { readonly bps: bigint; readonly readAtMs: number } | undefined;
  return {
    checkChainId: () => checkChainId(node),
    readHead: () => readHead(node),
    readOutcome: (transactionHash) => readOutcome(node, transactionHash),
    nodes: () => node.states(),
    countWitnesses: (fact) => countWitnesses(node, contracts, fact),
    readPayerFacts: (wallet, asks) =>
      readPayerFacts(node, {
        wallet,
        tokens: asks.map(({ tokenAddress, spender }) => ({
          tokenAddress,
          spenderAddress: spenderAddress(contracts, spender),
        })),
      }),
    tryTransfers: (wallet, asks) => tryTransfers(node, wallet, asks),
    readRates: async (asks) =>
      conversionPath === undefined
        ? asks.map(() => undefined)
        : await readRates(node, conversionPath, asks),
    readBatchFeeBps: async () => {
      invariant(batch !== undefined, `${node.network.name} has no batch contract`);
      const nowMs = node.runtime.elapsedMs();
      if (batchFee === undefined || nowMs - batchFee.readAtMs > BATCH_FEE_KEPT_MS) {
        batchFee = { bps: await readBatchFeeBps(node, batch), readAtMs: nowMs };
      }
      return batchFee.bps;
    },
    readBatchContract: async () => {
      invariant(batch !== undefined, `${node.network.name} has no batch contract`);
      return await readBatchContract(node, batch, contracts);
    },
  } satisfies Partial<Chain>;
}

function encoding(contracts: EvmContracts) {
  const { batch, conversionProxy, conversionPath, feeProxy, nativeProxy } = contracts;
  return {
    abilities: {
      native: nativeProxy !== undefined,
      conversion: conversionProxy !== undefined && conversionPath !== undefined,
      batch: batch !== undefined,
    },
    encodeApproval: (tokenAddress, units, spender) =>
      encodeApproval(tokenAddress, spenderAddress(contracts, spender), units),
    encodePayment: (payment) => {
      switch (payment.kind) {
        case 'token':
          return encodePayment(feeProxy, payment);
        case 'native':
          invariant(nativeProxy !== undefined, 'the network has no native fee proxy');
          return encodeNativePayment(nativeProxy, payment);
        case 'conversion':
          invariant(conversionProxy !== undefined, 'the network has no conversion proxy');
          return encodeConversion(conversionProxy, payment);
      }
    },
    encodeBatch: (payments, feeAddress) => {
      invariant(batch !== undefined, 'the network has no batch contract');
      return encodeBatch(batch, payments, feeAddress);
    },
    bytesInBatch,
  } satisfies Partial<Chain>;
}

function spenderAddress(contracts: EvmContracts, spender: Spender): Hex {
  const { feeProxy: fee_proxy, conversionProxy: conversion_proxy, batch } = contracts;
  const address = { fee_proxy, conversion_proxy, batch }[spender];
  invariant(address !== undefined, `the network has no contract for the spender ${spender}`);
  return address;
}
