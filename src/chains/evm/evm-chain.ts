import { BRIDGES, hasBridge } from '#catalog/bridge.ts';
import { CONTRACTS } from '#catalog/contracts.ts';
import type { EscrowCollectors } from '#catalog/escrows.ts';
import type { Network } from '#catalog/networks.ts';
import { PAYMENT_INTENT_SPENDERS } from '#catalog/payment-intent-spenders.generated.ts';
import { recurringProxyOf } from '#catalog/recurring-proxies.ts';
import { type Clock, systemClock } from '#kit/clock.ts';
import { invariant } from '#kit/failure.ts';
import { bytesOf, type Hex, isHex } from '#kit/hex.ts';
import { keccak256 } from '#kit/keccak.ts';
import type { Log } from '#platform/log.ts';
import { type Meter, silentMeter } from '#platform/metrics.ts';
import type { Call, Chain, ChainPayment, ScanRange, Spender, TransactionStep } from '../chain.ts';
import type { PayingContracts } from '../events/decode.ts';
import { followChain } from '../following/follow.ts';
import { paceOf } from '../following/pace.ts';
import { scanChain } from '../following/scan.ts';
import { connectNodes } from '../nodes/client.ts';
import { type Runtime, systemRuntime } from '../nodes/runtime.ts';
import { evmAccounts } from './accounts/evm-accounts.ts';
import { evmAddress, isEvmAddress } from './address.ts';
import { readBatchContract } from './batch-contract.ts';
import { evmBridge } from './bridge/evm-bridge.ts';
import {
  encodeApproval,
  encodeConversion,
  encodeNativePayment,
  encodePayment,
  encodePull,
} from './encode.ts';
import { encodeBatch } from './encode-batch.ts';
import { evmEscrow } from './escrow/evm-escrow.ts';
import { evmSource } from './evm-source.ts';
import { openHeadSubscription } from './head-subscription.ts';
import { evmNames } from './names/evm-names.ts';
import { EVM_NEEDS, evmNetworkFeeUnits } from './needs.ts';
import { checkAgreement } from './nodes/check-agreement.ts';
import { type EvmNodeClient, openEvmConnection } from './nodes/evm-connection.ts';
import { encodePermit, evmPermits } from './permits/evm-permits.ts';
import { readBatchFeeBps, readRates, readShownRates } from './rates.ts';
import { checkChainId, readHead, readOutcome, readPayerBalances } from './read.ts';
import { readStep } from './read-step.ts';
import { evmSanctions } from './sanctions/evm-sanctions.ts';
import { evmSchedules } from './schedules/evm-schedules.ts';
import { checkSignIn } from './sign-in.ts';
import { evmSender } from './signed-payments/sender.ts';
import { evmSignedPayments } from './signed-payments/signed-payments.ts';
import { simulateTransfers } from './simulate-transfers.ts';

/** The batch contract's owner may change its fee; a change is noticed within this time. */
const BATCH_FEE_KEPT_MS = 5 * 60 * 1_000;

/** With half its bits set, a bloom has a false positive in about one of twenty blocks. */
const BLOOM_FILL_MAX = 50;

/** What an EVM network is reached with. */
export interface EvmConnection {
  readonly network: Network;
  /** In the operator's order; `NodeClient` chooses between them. */
  readonly rpcUrls: readonly string[];
  /** How many calls one node receives a second at most; without it there is no limit. */
  readonly requestsPerSecond?: number | undefined;
  /** WebSocket nodes, which only report that there is a new block. */
  readonly wsUrls?: readonly string[] | undefined;
  readonly pollMs: number | undefined;
  /** It is polled no more often than this. */
  readonly pollMsMin?: number | undefined;
  /** The key that this installation sends with; without it nothing is sent. */
  readonly senderKey?: Hex | undefined;
  /** Whether the key sends payments which payers signed for; left out, wherever the contract for them is known. */
  readonly takesSignedPayments?: boolean | undefined;
  /** The contract that takes instalments of schedules, where it is not that of the catalog. */
  readonly recurringProxy?: string | undefined;
  /** The collectors of the escrow, where none are confirmed. */
  readonly escrowCollectors?: EscrowCollectors | undefined;
  /** Whether names of accounts are read, where the network has a registry of them; left out, none are. */
  readonly readsNames?: boolean | undefined;
  /** How full a header's bloom may be for checking a node's answers, in percent. */
  readonly bloomFillMax?: number | undefined;
  readonly log: Log;
  /** Without it the state of nodes is not published. */
  readonly meter?: Meter;
  /** Defaults to the system's clock. */
  readonly now?: Clock;
  /** Defaults to the machine's. */
  readonly runtime?: Runtime;
}

/** The chain port of an EVM network, and its calls for programs that sign with their own key. */
export interface EvmChain extends Chain {
  encodeApproval(tokenAddress: string, units: bigint, spender: Spender): Call;
  encodePayment(payment: ChainPayment): Call;
  encodeBatch(payments: readonly ChainPayment[], feeAddress: string): Call;
}

/** The chain port over the JSON-RPC of an EVM network. */
export function evmChain(connection: EvmConnection): EvmChain {
  const { network, log } = connection;
  const node = connectNodes({
    ...connection,
    requestsPerSecond: connection.requestsPerSecond,
    meter: connection.meter ?? silentMeter,
    now: connection.now ?? systemClock,
    runtime: connection.runtime ?? systemRuntime,
    open: openEvmConnection,
  });
  const contracts = contractsOf(network, connection.recurringProxy);
  const bloomFillMax = connection.bloomFillMax ?? BLOOM_FILL_MAX;
  const sourceOf = (nodes: EvmNodeClient) => evmSource({ node: nodes, contracts, bloomFillMax });
  const pace = paceOf(network, connection);
  const openHeads = () =>
    openHeadSubscription({
      urls: connection.wsUrls ?? [],
      network,
      runtime: node.runtime,
      pollMs: pace.pollMs,
      log,
    });
  return {
    network,
    needs: EVM_NEEDS,
    networkFeeUnits: evmNetworkFeeUnits,
    ...reading(node, contracts, log),
    isAddress: isEvmAddress,
    normalAddress: evmAddress,
    ...encoding(contracts),
    accounts: evmAccounts(node),
    permits: evmPermits(node),
    bridge: evmBridge(node, contracts.feeProxy),
    escrow: evmEscrow(node, connection.escrowCollectors),
    sanctions: evmSanctions(node),
    names: connection.readsNames === true ? evmNames(node) : undefined,
    ...sending(node, contracts, connection),
    referenceKey: (paymentReference) => keccak256(bytesOf(paymentReference)),
    follow: (from, signal) =>
      followChain({ source: sourceOf(node), openHeads, pace, log }, from, signal),
    scan: (range) => scanChain(sourceOf(node.steady()), range),
    eachNode: () =>
      node.each().flatMap((single) =>
        single.states().map(({ name }) => ({
          name,
          scan: (range: ScanRange) => scanChain(sourceOf(single), range),
        })),
      ),
    broadcast: (signed) => {
      invariant(isHex(signed), 'a signed transaction of an EVM network is written as hex');
      return node.query(
        (client) => client.request({ method: 'eth_sendRawTransaction', params: [signed] }),
        'send',
      );
    },
    checkSignIn: (address, message, signature) =>
      checkSignIn(node, { address, message, signature }),
    close: node.close,
  };
}

/** A network's contracts, and the one with the rates. */
interface EvmContracts extends PayingContracts {
  readonly conversionPath: Hex | undefined;
  /** Where routes to other networks start. */
  readonly bridge: Hex | undefined;
}

/** What is sent with the operator's key; schedules are read and stopped without it too. */
function sending(
  node: EvmNodeClient,
  { feeProxy, intentSpender, recurringProxies: [proxy] = [] }: EvmContracts,
  { senderKey, takesSignedPayments = true }: EvmConnection,
): Pick<Chain, 'sender' | 'signedPayments' | 'schedules'> {
  const sender = senderKey && evmSender(node, senderKey);
  const spender = takesSignedPayments ? intentSpender : undefined;
  const contracts = { feeProxy, sender: sender && evmAddress(sender.address) };
  return {
    sender,
    signedPayments: sender && spender && evmSignedPayments(node, spender),
    schedules: proxy && evmSchedules(node, { ...contracts, proxy }),
  };
}

const SPENDERS: ReadonlyMap<string, string> = new Map(Object.entries(PAYMENT_INTENT_SPENDERS));

function contractsOf({ id }: Network, recurringProxy: string | undefined): EvmContracts {
  const known = CONTRACTS[id];
  const at = (address: string | undefined) =>
    address === undefined ? undefined : evmAddress(address);
  return {
    feeProxy: evmAddress(known.erc20FeeProxy),
    nativeProxy: at(known.ethereumFeeProxy),
    conversionProxy: at(known.erc20ConversionProxy),
    conversionPath: at(known.conversionPath),
    batch: at(known.batchPayments),
    intentSpender: at(SPENDERS.get(id)),
    // What was signed for the catalog's is still paid by it.
    recurringProxies: [recurringProxy, recurringProxyOf(id)].flatMap((one) => at(one) ?? []),
    bridge: hasBridge(id) ? at(BRIDGES[id].diamond) : undefined,
    filling: hasBridge(id) ? BRIDGES[id] : undefined,
  };
}

function reading(node: EvmNodeClient, contracts: EvmContracts, log: Log) {
  const { conversionPath, batch } = contracts;
  let batchFee: { readonly bps: bigint; readonly readAtMs: number } | undefined;
  return {
    checkChainId: () => checkChainId(node),
    readHead: () => readHead(node),
    readOutcome: (transactionHash) => readOutcome(node, transactionHash),
    nodes: () => node.states(),
    checkAgreement: (agreementQuery) => checkAgreement(node, contracts, agreementQuery),
    readPayerBalances: (wallet, queries) =>
      readPayerBalances(node, {
        wallet,
        tokens: queries.map(({ tokenAddress, spender }) => ({
          tokenAddress,
          spenderAddress: spenderAddress(contracts, spender),
        })),
      }),
    simulateTransfers: (wallet, queries) => simulateTransfers(node, wallet, queries),
    readRates: async (queries, { isOnlyShown } = {}) => {
      if (conversionPath === undefined) return queries.map(() => undefined);
      if (isOnlyShown) return await readShownRates({ node, log }, conversionPath, queries);
      return await readRates(node, conversionPath, queries);
    },
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
  const calls = {
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
  } satisfies Partial<EvmChain>;
  return {
    capabilities: {
      native: nativeProxy !== undefined,
      conversion: conversionProxy !== undefined && conversionPath !== undefined,
      batch: batch !== undefined,
    },
    ...calls,
    prepare: async (steps) => steps.map((step) => callOfStep(calls, step)),
    readStep: (call) => readStep(contracts, call, (step) => callOfStep(calls, step)),
  } satisfies Partial<EvmChain>;
}

/** The call of a step, by the encoders of a network. */
export function callOfStep(
  calls: Pick<EvmChain, 'encodeApproval' | 'encodePayment' | 'encodeBatch'>,
  step: TransactionStep,
): Call {
  switch (step.type) {
    case 'approval':
      return calls.encodeApproval(step.tokenAddress, step.units, step.spender);
    case 'permit':
      return encodePermit(step.permit, step.signature);
    case 'pull':
      return encodePull(step);
    case 'payment':
      return calls.encodePayment(step.payment);
    case 'batch': {
      const call = calls.encodeBatch(step.payments, step.feeAddress);
      return { ...call, valueUnits: call.valueUnits + step.extraValueUnits };
    }
  }
}

function spenderAddress(contracts: EvmContracts, spender: Spender): Hex {
  if (typeof spender !== 'string') return evmAddress(spender.account);
  const { feeProxy: fee_proxy, conversionProxy: conversion_proxy, batch, bridge } = contracts;
  const address = { fee_proxy, conversion_proxy, batch, bridge }[spender];
  invariant(address !== undefined, `the network has no contract for the spender ${spender}`);
  return address;
}
