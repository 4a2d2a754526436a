import { type Client, decodeFunctionResult, toFunctionSelector } from 'viem';
import { collectorAbi, escrowAbi } from '#catalog/abis/escrow.ts';
import { ESCROWS, type EscrowCollectors, hasEscrow } from '#catalog/escrows.ts';
import type { Network } from '#catalog/networks.ts';
import { Outage } from '#kit/failure.ts';
import { type Hex, isSameHex } from '#kit/hex.ts';
import type { EscrowReads, EscrowRefusal, EscrowSetup, EscrowState } from '../../escrow.ts';
import { evmAddress } from '../address.ts';
import { readEnds } from '../bridge/ends.ts';
import { addressArgument, contractFunction, encodeCall } from '../encode.ts';
import type { EvmNodeClient } from '../nodes/evm-connection.ts';
import { callIfThere } from '../permits/token-domain.ts';
import { type EscrowAddresses, escrowCalls } from './calls.ts';
import { payerContent, takesCollection } from './payer-content.ts';
import { hashOf, saltOf } from './payment-info.ts';
import { readBlocks } from './read-blocks.ts';

/** What the contract holds amounts in. */
const UNITS_MAX = 2n ** 120n - 1n;

const paymentState = contractFunction(escrowAbi, 'paymentState');
const getTokenStore = contractFunction(escrowAbi, 'getTokenStore');
const TYPE_OF_COLLECTOR = encodeCall(contractFunction(collectorAbi, 'collectorType'), []);
const ESCROW_OF_COLLECTOR = encodeCall(contractFunction(collectorAbi, 'authCaptureEscrow'), []);

/** Errors of the escrow and of its collectors, by their names. */
const REFUSALS: Readonly<Record<string, EscrowRefusal>> = {
  InvalidSender: 'wrong_sender',
  PaymentNotPreApproved: 'not_approved',
  AfterPreApprovalExpiry: 'approval_expired',
  AfterAuthorizationExpiry: 'authorization_expired',
  AfterRefundExpiry: 'refund_expired',
  PaymentAlreadyCollected: 'collected_before',
  ExceedsMaxAmount: 'too_much',
  InsufficientAuthorization: 'too_much',
  RefundExceedsCapture: 'too_much',
  ZeroAuthorization: 'nothing_left',
};
const REFUSALS_BY_SELECTOR: ReadonlyMap<string, EscrowRefusal> = new Map(
  [...escrowAbi, ...collectorAbi].flatMap((item) => {
    const refusal = item.type === 'error' ? REFUSALS[item.name] : undefined;
    if (item.type !== 'error' || refusal === undefined) return [];
    const inputs = item.inputs.map(({ type }) => type).join(',');
    return [[toFunctionSelector(`function ${item.name}(${inputs})`), refusal] as const];
  }),
);

type EscrowFunctions = Omit<
  EscrowReads,
  'readSetup' | 'readFinalNumber' | 'readStates' | 'readBlocks'
>;

/** What needs no node. */
export function escrowFunctions(network: Network, addresses: EscrowAddresses): EscrowFunctions {
  const { escrow } = addresses;
  const place = { network, escrow };
  return {
    address: escrow,
    maxUnits: UNITS_MAX,
    ...escrowCalls(addresses),
    paymentHash: (terms) => hashOf(place, terms),
    referenceKey: saltOf,
    takes: takesCollection,
    payerContent: (terms, collection) => payerContent(place, addresses, { terms, collection }),
    readRefusal: (reason) => REFUSALS_BY_SELECTOR.get(reason) ?? 'other',
  };
}

/** The escrow of an EVM network; undefined where it has none, or where nothing names its collectors. */
export function evmEscrow(
  node: EvmNodeClient,
  collectors: EscrowCollectors | undefined,
): EscrowReads | undefined {
  const { network } = node;
  if (!hasEscrow(network.id)) return undefined;
  const published = ESCROWS[network.id];
  const known = published.collectors ?? collectors;
  if (known === undefined) return undefined;
  const escrow = evmAddress(published.escrow);
  const addresses: EscrowAddresses = { escrow, collectors: known };
  const stores = new Map<string, Hex>();
  let right: EscrowSetup | undefined;
  const storeOf = async (operator: string) => {
    const kept = stores.get(operator) ?? (await readStore(node, escrow, operator));
    stores.set(operator, kept);
    return kept;
  };
  const watched = { escrow, wrapper: evmAddress(published.wrapper), storeOf };
  return {
    ...escrowFunctions(network, addresses),
    readSetup: async () => {
      const setup = right ?? (await readSetup(node, addresses));
      if (setup.isDeployed && setup.areCollectorsRight) right = setup;
      return setup;
    },
    readFinalNumber: async () => {
      const { finalNumber } = await node.query((client) => readEnds(client, network));
      return finalNumber;
    },
    readStates: (hashes) => readStates(node, escrow, hashes),
    readBlocks: (query) => readBlocks(node, watched, query),
  };
}

/** The address follows from the operator and never changes. */
async function readStore(node: EvmNodeClient, escrow: Hex, operator: string): Promise<Hex> {
  const data = encodeCall(getTokenStore, [addressArgument(operator)]);
  const answer = await node.query((client) =>
    client.request({ method: 'eth_call', params: [{ to: escrow, data }, 'latest'] }),
  );
  return decode(() =>
    decodeFunctionResult({ abi: escrowAbi, functionName: 'getTokenStore', data: answer }),
  );
}

async function readStates(
  node: EvmNodeClient,
  escrow: Hex,
  hashes: readonly Hex[],
): Promise<EscrowState[]> {
  const answers = await node.query((client) =>
    Promise.all(
      hashes.map((hash) => {
        const data = encodeCall(paymentState, [hash]);
        return client.request({ method: 'eth_call', params: [{ to: escrow, data }, 'latest'] });
      }),
    ),
  );
  return answers.map((data) => {
    const [isCollected, capturableUnits, refundableUnits] = decode(() =>
      decodeFunctionResult({ abi: escrowAbi, functionName: 'paymentState', data }),
    );
    return { isCollected, capturableUnits, refundableUnits };
  });
}

async function readSetup(
  node: EvmNodeClient,
  { escrow, collectors }: EscrowAddresses,
): Promise<EscrowSetup> {
  const { preApproval, erc3009, permit2, operatorRefund } = collectors;
  const expected = [
    [preApproval, 0n],
    [erc3009, 0n],
    [permit2, 0n],
    [operatorRefund, 1n],
  ] as const;
  const [code, ...areRight] = await node.query((client) =>
    Promise.all([
      client.request({ method: 'eth_getCode', params: [escrow, 'latest'] }),
      ...expected.map(([collector, type]) => isRight(client, { escrow, collector, type })),
    ]),
  );
  return { isDeployed: code !== '0x', areCollectorsRight: areRight.every(Boolean) };
}

async function isRight(
  client: Client,
  asked: { readonly escrow: Hex; readonly collector: string; readonly type: bigint },
): Promise<boolean> {
  const to = evmAddress(asked.collector);
  const [type, escrow] = await Promise.all([
    callIfThere(client, to, TYPE_OF_COLLECTOR),
    callIfThere(client, to, ESCROW_OF_COLLECTOR),
  ]);
  if (type === undefined || escrow === undefined || type === '0x') return false;
  return BigInt(type) === asked.type && isSameHex(`0x${escrow.slice(-40)}`, asked.escrow);
}

/** An address without a contract answers nothing at all. */
function decode<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw new Outage('a node returned no state of the escrow', { cause: error });
  }
}
