import type { z } from 'zod';
import type { NetworkId } from '#catalog/networks.ts';
import { Outage } from '#kit/failure.ts';
import { isSameHex } from '#kit/hex.ts';
import { openJsonClient, ServiceFailure } from '#platform/outbound/json-client.ts';
import type { Outbound } from '#platform/outbound/outbound.ts';
import type { Bundlers, OperationQuery, Sponsorship } from '../bundler.ts';
import { printOperation } from '../user-operation.ts';
import {
  answerOf,
  ChainId,
  EntryPoints,
  FoundOperation,
  Gas,
  OperationHash,
  PaymasterData,
  Receipt,
  RpcError,
} from './bundler-shapes.ts';
import { refusalOf } from './refusal-words.ts';

/** It simulates the operation on its node; whoever pays waits. */
const TIMEOUT_MS = 10_000;
/** One repetition of a read: what fails twice fails again. */
const TRIES_MAX = 2;
/** The largest operation with its logs. */
const BYTES_MAX = 2 * 1024 * 1024;

/** The services of one network. */
export interface BundlerAddress {
  readonly chainId: number;
  /** Holds a key, mostly. */
  readonly bundlerUrl: string;
  readonly paymasterUrl: string | undefined;
  /** What the paymaster's vendor asks for beside, such as the name of a policy. */
  readonly paymasterContext?: Readonly<Record<string, unknown>> | undefined;
}

interface BundlersOptions {
  readonly outbound: Outbound;
  readonly services: ReadonlyMap<NetworkId, BundlerAddress>;
  /** For each try; 10 s by default. */
  readonly timeoutMs?: number;
  /** The machine's time by default. */
  readonly time?: Parameters<typeof openJsonClient>[0]['time'];
}

/** The services, and what an operator asks about them. */
interface OpenedBundlers extends Bundlers {
  /** The chain that the bundler of a network says it serves. Throws `Outage`. */
  readChainId(network: NetworkId): Promise<bigint>;
}

/** Opens the bundler and the paymaster of each network, from ERC-7769 and ERC-7677. Nothing is sent yet. */
export function openBundlers(options: BundlersOptions): OpenedBundlers {
  const { services } = options;
  const opened = new Map(
    [...services].map(([network, service]) => {
      const { bundlerUrl, paymasterUrl } = service;
      const bundler = openRpc(options, 'bundler', bundlerUrl);
      const paymaster =
        paymasterUrl === undefined ? undefined : openRpc(options, 'paymaster', paymasterUrl);
      return [network, { ...service, bundler, paymaster }] as const;
    }),
  );
  const at = (network: NetworkId) => {
    const found = opened.get(network);
    if (found === undefined) throw new Outage(`no bundler is configured for ${network}`);
    return found;
  };
  const sponsor = async (method: string, query: OperationQuery): Promise<Sponsorship> => {
    const { paymaster, chainId, paymasterContext = {} } = at(query.network);
    if (paymaster === undefined) {
      throw new Outage(`no paymaster is configured for ${query.network}`);
    }
    const chain = `0x${chainId.toString(16)}`;
    const params = [...paramsOf(query), chain, paymasterContext];
    const { paymasterVerificationGasLimit, paymasterPostOpGasLimit, isFinal, ...found } =
      await paymaster.read(method, params, PaymasterData);
    return {
      ...found,
      paymasterVerificationGasLimit: paymasterVerificationGasLimit ?? undefined,
      paymasterPostOpGasLimit: paymasterPostOpGasLimit ?? undefined,
      isFinal: isFinal === true,
    };
  };
  return {
    networks: [...services.keys()],
    sponsored: [...services].flatMap(([id, { paymasterUrl }]) => (paymasterUrl ? [id] : [])),
    readChainId: async (network) => await at(network).bundler.read('eth_chainId', [], ChainId),
    readEntryPoints: async (network) =>
      await at(network).bundler.read('eth_supportedEntryPoints', [], EntryPoints),
    estimateLimits: async (query) => {
      const method = 'eth_estimateUserOperationGas';
      const found = await at(query.network).bundler.read(method, paramsOf(query), Gas);
      const { paymasterVerificationGasLimit, paymasterPostOpGasLimit, ...gas } = found;
      return {
        ...gas,
        paymasterVerificationGasLimit: paymasterVerificationGasLimit ?? undefined,
        paymasterPostOpGasLimit: paymasterPostOpGasLimit ?? undefined,
      };
    },
    send: async (query) =>
      await at(query.network).bundler.send('eth_sendUserOperation', paramsOf(query), OperationHash),
    sponsorForEstimate: (query) => sponsor('pm_getPaymasterStubData', query),
    sponsor: (query) => sponsor('pm_getPaymasterData', query),
    ...readsOf((network) => at(network).bundler),
  };
}

/** What became of operations that were sent. */
function readsOf(
  bundlerOf: (network: NetworkId) => Rpc,
): Pick<Bundlers, 'findReceipt' | 'findOperation'> {
  return {
    findReceipt: async ({ network, hash }) => {
      const found = await bundlerOf(network).read('eth_getUserOperationReceipt', [hash], Receipt);
      if (found === null) return undefined;
      const { userOpHash, entryPoint, paymaster, success, receipt, ...rest } = found;
      if (!isSameHex(userOpHash, hash)) {
        throw new Outage('bundler answered another operation than was asked for');
      }
      const { actualGasCost: gasCostUnits, actualGasUsed: gasUsed, sender, nonce, logs } = rest;
      return {
        hash: userOpHash,
        entryPoint: entryPoint ?? undefined,
        ...{ sender, nonce, logs, gasCostUnits, gasUsed },
        paymaster: paymaster ?? undefined,
        isSuccessful: success,
        ...receipt,
      };
    },
    findOperation: async ({ network, hash }) => {
      const rpc = bundlerOf(network);
      const found = await rpc.read('eth_getUserOperationByHash', [hash], FoundOperation);
      if (found === null) return undefined;
      const { userOperation: operation, entryPoint, transactionHash } = found;
      return { operation, entryPoint, transactionHash: transactionHash ?? undefined };
    },
  };
}

function paramsOf({ operation, entryPoint }: OperationQuery): readonly unknown[] {
  return [printOperation(operation), entryPoint];
}

/** JSON-RPC with one service; its errors are refusals of the operation, or outages. */
interface Rpc {
  read<Result>(
    method: string,
    params: readonly unknown[],
    result: z.ZodType<Result>,
  ): Promise<Result>;
  send<Result>(
    method: string,
    params: readonly unknown[],
    result: z.ZodType<Result>,
  ): Promise<Result>;
}

function openRpc(
  { outbound, timeoutMs = TIMEOUT_MS, time }: BundlersOptions,
  name: 'bundler' | 'paymaster',
  address: string,
): Rpc {
  const { origin, pathname: path, searchParams } = new URL(address);
  const client = openJsonClient({
    outbound,
    name,
    baseUrl: origin,
    timeoutMs,
    readTriesMax: TRIES_MAX,
    bytesMax: BYTES_MAX,
    ...(time && { time }),
  });
  const query = Object.fromEntries(searchParams);
  const call =
    (how: 'read' | 'send'): Rpc['read'] =>
    async (method, params, result) => {
      const body = { jsonrpc: '2.0', id: 1, method, params };
      const schema = answerOf(result);
      try {
        const answer = await client[how]({ path, query, body, schema });
        if ('result' in answer) return answer.result;
        throw failureOf(name, answer.error);
      } catch (error) {
        throw refusedWithStatus(name, error) ?? error;
      }
    };
  return { read: call('read'), send: call('send') };
}

function failureOf(
  name: 'bundler' | 'paymaster',
  error: z.output<typeof RpcError>['error'],
): Error {
  const about = name === 'paymaster' ? 'sponsorship' : 'operation';
  // Not its message, which may repeat anything that it was sent.
  return refusalOf(error, about) ?? new Outage(`${name} answered error ${error.code}`);
}

/** Some services answer their errors with a status of HTTP beside. */
function refusedWithStatus(name: 'bundler' | 'paymaster', error: unknown): Error | undefined {
  if (!(error instanceof ServiceFailure) || error.kind !== 'refused') return undefined;
  if (error.status === 401 || error.status === 403) return undefined;
  const parsed = RpcError.safeParse(error.body);
  return parsed.success ? failureOf(name, parsed.data.error) : undefined;
}
