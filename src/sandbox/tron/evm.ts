import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { z } from 'zod';
import { elapsedMs } from '#kit/clock.ts';
import { Outage } from '#kit/failure.ts';
import { type Hex, isHex } from '#kit/hex.ts';

/** What a contract is called with, its amounts in sun, of which one is one wei of the EVM. */
export interface EvmCall {
  readonly from: Hex;
  readonly to: Hex;
  readonly data: Hex;
  readonly value: bigint;
  /** What the call may use beyond what every transaction of the EVM costs. */
  readonly energyLimit: bigint;
}

/** An event that a contract wrote. */
export interface EvmLog {
  readonly address: Hex;
  readonly topics: readonly Hex[];
  readonly data: Hex;
}

/** How a call ended. */
export interface EvmOutcome {
  readonly energy: bigint;
  readonly output: Hex;
  readonly logs: readonly EvmLog[];
  /** The EVM's words for why it failed; undefined if it succeeded. */
  readonly failure: string | undefined;
}

/** The local EVM node that runs contracts and holds balances. */
export interface Evm {
  /** Runs a call on the state of a block, of which nothing stays. */
  call(call: EvmCall, block: number): Promise<EvmOutcome>;
  /** Runs a call on the newest state, which it changes unless it fails. */
  execute(call: EvmCall): Promise<EvmOutcome>;
  balanceOf(address: Hex, block: number | 'latest'): Promise<bigint>;
  setBalance(address: Hex, units: bigint): Promise<void>;
  codeOf(address: Hex): Promise<Hex>;
  /** Ends the current state, so that it can be read by its number while a newer one changes. */
  mine(): Promise<void>;
  height(): Promise<number>;
  /** The newest state as a file that a node can begin with, without blocks and calls of the past. */
  dumpState(): Promise<string>;
  /** Goes back to the state of a block. */
  rollBackTo(block: number): Promise<void>;
}

const unzip = promisify(gunzip);

const hex = z.string().refine(isHex);
const quantity = z.string().transform((text) => BigInt(text));
const Log = z.object({ address: hex, topics: z.array(hex), data: hex });
const Trace = z.object({
  gasUsed: quantity,
  output: hex.default('0x'),
  error: z.string().optional(),
  logs: z.array(Log).default([]),
});
const Receipt = z.object({ gasUsed: quantity, logs: z.array(Log) });
const Answer = z.object({
  result: z.unknown().optional(),
  error: z.looseObject({ message: z.string() }).optional(),
});

const State = z.looseObject({
  best_block_number: z.number(),
  blocks: z.array(z.looseObject({ header: z.looseObject({ number: z.string() }) })),
});

/** A block is mined within milliseconds; on a machine full of others it may take seconds. */
const RECEIPT_TIMEOUT_MS = 20_000;
const TRANSACTION_GAS = 21_000n;
const ZERO_BYTE_GAS = 4n;
const OTHER_BYTE_GAS = 16n;

/** What the EVM charges a transaction before it runs, which Tron counts as bandwidth instead. */
function intrinsicGas(data: Hex): bigint {
  return Buffer.from(data.slice(2), 'hex').reduce(
    (gas, byte) => gas + (byte === 0 ? ZERO_BYTE_GAS : OTHER_BYTE_GAS),
    TRANSACTION_GAS,
  );
}

/** The EVM behind a JSON-RPC URL of a development node that mines each transaction at once. */
export function openEvm(rpcUrl: string): Evm {
  const rpc = async (method: string, ...params: readonly unknown[]): Promise<unknown> => {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const { result, error } = Answer.parse(await response.json());
    if (error !== undefined) throw new Outage(`the EVM refuses ${method}: ${error.message}`);
    return result;
  };
  const height = async () => Number(quantity.parse(await rpc('eth_blockNumber')));
  // The hash is answered before the block is mined, which takes a while for large transactions.
  const receiptOf = async (hash: Hex): Promise<z.infer<typeof Receipt>> => {
    const start = elapsedMs();
    for (;;) {
      const receipt = Receipt.nullable().parse(await rpc('eth_getTransactionReceipt', hash));
      if (receipt !== null) return receipt;
      if (elapsedMs() - start > RECEIPT_TIMEOUT_MS)
        throw new Outage(`the EVM did not mine ${hash}`);
      await sleep(1);
    }
  };
  return {
    call: async (call, block) => {
      const options = { tracer: 'callTracer', tracerConfig: { withLog: true } };
      const request = transactionRequest(call);
      const trace = Trace.parse(await rpc('debug_traceCall', request, toHex(block), options));
      return outcome(call, trace, trace.logs);
    },
    execute: async (call) => {
      const hash = hex.parse(await rpc('eth_sendTransaction', transactionRequest(call)));
      const receipt = await receiptOf(hash);
      const options = { tracer: 'callTracer' };
      const trace = Trace.parse(await rpc('debug_traceTransaction', hash, options));
      return outcome(call, { ...trace, gasUsed: receipt.gasUsed }, receipt.logs);
    },
    balanceOf: async (address, block) =>
      quantity.parse(
        await rpc('eth_getBalance', address, block === 'latest' ? block : toHex(block)),
      ),
    setBalance: async (address, units) => {
      await rpc('anvil_setBalance', address, toHex(units));
    },
    codeOf: async (address) => hex.parse(await rpc('eth_getCode', address, 'latest')),
    mine: async () => {
      await rpc('evm_mine');
    },
    height,
    dumpState: async () => {
      const packed = hex.parse(await rpc('anvil_dumpState'));
      const text = (await unzip(Buffer.from(packed.slice(2), 'hex'))).toString('utf8');
      return withoutPast(State.parse(JSON.parse(text)));
    },
    rollBackTo: async (block) => {
      const depth = (await height()) - block;
      if (depth > 0) await rpc('anvil_rollback', depth);
    },
  };
}

/** A node needs its first and its newest block to begin. */
function withoutPast(state: z.infer<typeof State>): string {
  const needed = [0, state.best_block_number];
  const blocks = state.blocks.filter(({ header }) => needed.includes(Number(header.number)));
  return JSON.stringify({ ...state, blocks, transactions: [] });
}

const toHex = (value: bigint | number): Hex => `0x${value.toString(16)}`;

function transactionRequest({ from, to, data, value, energyLimit }: EvmCall) {
  const gas = toHex(intrinsicGas(data) + energyLimit);
  return { from, to, data, value: toHex(value), gas, gasPrice: '0x0' };
}

function outcome(call: EvmCall, trace: z.infer<typeof Trace>, logs: readonly EvmLog[]): EvmOutcome {
  const energy = trace.gasUsed - intrinsicGas(call.data);
  return {
    energy: energy > 0n ? energy : 0n,
    output: trace.output,
    logs: trace.error === undefined ? logs : [],
    failure: trace.error,
  };
}
