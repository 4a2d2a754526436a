import { BaseError, type Client, hexToBigInt, numberToHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { computeOnce } from '#kit/compute-once.ts';
import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import { bytesOf, isHex } from '#kit/hex.ts';
import { keccak256 } from '#kit/keccak.ts';
import { addressOfKey } from '#kit/key-address.ts';
import type { PreparedCall, TransactionSender, UsedNonces } from '../../sender.ts';
import type { Call } from '../../signing.ts';
import { evmAddress } from '../address.ts';
import type { EvmNodeClient } from '../nodes/evm-connection.ts';
import { isRevert } from '../rates.ts';

/** What tokens take that move from payer to contract, fee proxy and payee, with the margin. */
const TYPICAL_GAS = 300_000n;
/** Many times what some payments need; a token that takes more is not paid for. */
const GAS_MAX = 2_000_000n;
/** What the chain holds may differ when the transaction is carried out. */
const GAS_MARGIN_PERCENT = 25n;
/** Above so many times what the network takes now, higher fees bring nothing: something else keeps the transaction back. */
const RAISED_TIMES_MAX = 4n;
/** Of the error that has a text, which nodes repeat. */
const TEXT_SELECTOR = '0x08c379a0';
/** Nodes that are no archive keep the state of 128 blocks. */
const STATE_BLOCKS = 100;
/** The base fee at most doubles in six full blocks. */
const BASE_FEE_MARGIN = 2n;

/** Signs with this key and pays what the network takes. */
export function evmSender(node: EvmNodeClient, privateKey: Hex): TransactionSender {
  const address = addressOfKey(privateKey);
  const account = computeOnce(() => privateKeyToAccount(privateKey));
  return {
    address,
    prepare: (call) => prepare(node, address, call),
    raise: (sent) => raise(node, address, sent),
    readBalance: async () => {
      const params: [Hex, 'latest'] = [address, 'latest'];
      return hexToBigInt(
        await node.query((client) => client.request({ method: 'eth_getBalance', params })),
      );
    },
    readTypicalCost: async () => {
      const now = await node.query((client) => readAccount(client, address));
      return feesIn(node, now).maxFeePerGas * TYPICAL_GAS;
    },
    readNonces: (of, depth) => node.query((client) => readNonces(client, evmAddress(of), depth)),
    sign: async ({ call, limits }, nonce) => {
      const signed = await account().signTransaction({
        type: 'eip1559',
        chainId: node.network.chainId,
        to: evmAddress(call.to),
        data: call.data,
        value: call.valueUnits,
        nonce: Number(nonce),
        gas: unitsOf(limits, 'gas'),
        maxFeePerGas: unitsOf(limits, 'maxFeePerGas'),
        maxPriorityFeePerGas: unitsOf(limits, 'maxPriorityFeePerGas'),
      });
      return { signed, transactionHash: keccak256(bytesOf(signed)) };
    },
  };
}

async function prepare(
  node: EvmNodeClient,
  from: Hex,
  call: Call,
): Promise<PreparedCall | { readonly refused: string }> {
  const [used, account] = await node.query((client) =>
    Promise.all([estimate(client, from, call), readAccount(client, from)]),
  );
  if (typeof used !== 'bigint') return used;
  const gas = used + (used * GAS_MARGIN_PERCENT) / 100n;
  return preparedWith(call, { ...feesIn(node, account), gas }, account);
}

async function raise(
  node: EvmNodeClient,
  from: Hex,
  { call, limits }: Pick<PreparedCall, 'call' | 'limits'>,
): Promise<PreparedCall | undefined> {
  const account = await node.query((client) => readAccount(client, from));
  const now = feesIn(node, account);
  const most = now.maxFeePerGas * RAISED_TIMES_MAX;
  if (raised(unitsOf(limits, 'maxFeePerGas')) > most) return undefined;
  const fees = {
    maxFeePerGas: larger(now.maxFeePerGas, raised(unitsOf(limits, 'maxFeePerGas'))),
    maxPriorityFeePerGas: larger(
      now.maxPriorityFeePerGas,
      raised(unitsOf(limits, 'maxPriorityFeePerGas')),
    ),
  };
  return preparedWith(call, { ...fees, gas: unitsOf(limits, 'gas') }, account);
}

async function readNonces(client: Client, address: Hex, depth: number): Promise<UsedNonces> {
  const head = hexToBigInt(await client.request({ method: 'eth_blockNumber' }));
  const blocks = BigInt(Math.min(depth, STATE_BLOCKS));
  const deep = head >= blocks ? head - blocks + 1n : 0n;
  const at = async (block: Hex): Promise<bigint> => {
    const params: [Hex, Hex] = [address, block];
    return hexToBigInt(await client.request({ method: 'eth_getTransactionCount', params }));
  };
  const [newest, settled] = await Promise.all([at(numberToHex(head)), at(numberToHex(deep))]);
  return { newest, deep: settled };
}

interface Account {
  readonly baseFee: Hex | undefined | null;
  /** What nodes suggest, base fee and tip together; every node knows it. */
  readonly price: Hex;
  readonly balance: Hex;
  readonly nonce: Hex;
}

async function readAccount(client: Client, from: Hex): Promise<Account> {
  const [block, price, balance, nonce] = await Promise.all([
    client.request({ method: 'eth_getBlockByNumber', params: ['latest', false] }),
    client.request({ method: 'eth_gasPrice' }),
    client.request({ method: 'eth_getBalance', params: [from, 'latest'] }),
    client.request({ method: 'eth_getTransactionCount', params: [from, 'pending'] }),
  ]);
  return { baseFee: block?.baseFeePerGas, price, balance, nonce };
}

interface Fees {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

function feesIn({ network }: EvmNodeClient, { baseFee, price }: Account): Fees {
  if (baseFee === undefined || baseFee === null) {
    throw new Outage(`a node of ${network.name} returned no base fee`);
  }
  const base = hexToBigInt(baseFee);
  const suggested = hexToBigInt(price);
  const maxPriorityFeePerGas = suggested > base ? suggested - base : 0n;
  const maxFeePerGas = base * BASE_FEE_MARGIN + maxPriorityFeePerGas;
  return { maxFeePerGas, maxPriorityFeePerGas };
}

function preparedWith(
  call: Call,
  limits: Fees & { readonly gas: bigint },
  { balance, nonce }: Account,
): PreparedCall {
  return {
    call,
    balanceUnits: hexToBigInt(balance),
    costUnits: limits.gas * limits.maxFeePerGas,
    nextNonce: hexToBigInt(nonce),
    limits: Object.fromEntries(Object.entries(limits).map(([name, units]) => [name, `${units}`])),
  };
}

/** Nodes take a replacement whose fees are a tenth higher, some an eighth. */
function raised(fee: bigint): bigint {
  return fee + fee / 7n + 1n;
}

function larger(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}

async function estimate(
  client: Client,
  from: Hex,
  { to, data, valueUnits }: Call,
): Promise<bigint | { readonly refused: string }> {
  const gas = numberToHex(GAS_MAX);
  const call = { from, to: evmAddress(to), data, value: numberToHex(valueUnits), gas };
  try {
    return hexToBigInt(await client.request({ method: 'eth_estimateGas', params: [call] }));
  } catch (error) {
    if (isRevert(error)) return { refused: reasonOf(error) };
    throw error;
  }
}

/** The selector of the contract's error, or the text that it was given. */
function reasonOf(error: unknown): string {
  if (!(error instanceof BaseError)) return '';
  const carried = error.walk((one) => one instanceof Error && 'data' in one);
  const data = carried !== null && 'data' in carried ? carried.data : undefined;
  const selector = typeof data === 'string' && isHex(data) ? data.slice(0, 10) : '';
  return selector.length === 10 && selector !== TEXT_SELECTOR ? selector : error.details;
}

function unitsOf(limits: PreparedCall['limits'], name: string): bigint {
  return BigInt(limits[name] ?? '0');
}
