import {
  type Abi,
  decodeAbiParameters,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  parseAbi,
} from 'viem';
import { z } from 'zod';
import { type Hex, isHex } from '#kit/hex.ts';
import type { Call } from '../../signing.ts';
import { evmAddress, isEvmAddress } from '../address.ts';
import { readStrictly } from '../bridge/read-strictly.ts';
import { decodeCalls } from './safe-transaction.ts';

const Address = z.string().refine(isEvmAddress).transform(evmAddress);
const Bytes = z.string().refine(isHex);
const One = z.tuple([Address, z.bigint(), Bytes]);
const Item = z.object({ target: Address, value: z.bigint(), data: Bytes });
const OfSafe = z.tuple([Address, z.bigint(), Bytes, z.union([z.literal(0), z.literal(1)])]);

/** Each function by itself, as some share a name. */
const ABIS = {
  execute: parseAbi(['function execute(address target, uint256 value, bytes data)']),
  executeBatch: parseAbi([
    'struct Call { address target; uint256 value; bytes data; }',
    'function executeBatch(Call[] calls)',
  ]),
  executeLists: parseAbi([
    'function executeBatch(address[] targets, uint256[] values, bytes[] datas)',
  ]),
  executeMode: parseAbi(['function execute(bytes32 mode, bytes executionCalldata)']),
  safe: parseAbi([
    'function executeUserOp(address to, uint256 value, bytes data, uint8 operation)',
  ]),
  safeWithError: parseAbi([
    'function executeUserOpWithErrorString(address to, uint256 value, bytes data, uint8 operation)',
  ]),
} as const;

/** ERC-7579: one call or several, each of which undoes all where it fails, and nothing of an account's own. */
const MODE_ONE: Hex = `0x${'00'.repeat(32)}`;
const MODE_SEVERAL: Hex = `0x01${'00'.repeat(31)}`;
const ITEMS = [
  {
    type: 'tuple[]',
    components: [
      { name: 'target', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'data', type: 'bytes' },
    ],
  },
] as const;

/** See `AccountReads.decodeOperation`. */
export function decodeOperation(data: Hex): readonly Call[] | undefined {
  return (
    decodeOne(data) ??
    decodeBatch(data) ??
    decodeLists(data) ??
    decodeMode(data) ??
    decodeOfSafe(ABIS.safe, data) ??
    decodeOfSafe(ABIS.safeWithError, data)
  );
}

function callOf({ target, value, data }: z.output<typeof Item>): Call {
  return { to: target, valueUnits: value, data };
}

function decodeOne(bytes: Hex): readonly Call[] | undefined {
  const read = One.safeParse(argumentsOf(ABIS.execute, bytes));
  if (!read.success) return undefined;
  const [target, value, data] = read.data;
  return [callOf({ target, value, data })];
}

function decodeBatch(bytes: Hex): readonly Call[] | undefined {
  const read = z.tuple([z.array(Item)]).safeParse(argumentsOf(ABIS.executeBatch, bytes));
  return read.success ? read.data[0].map(callOf) : undefined;
}

/** The older form, which takes no values for none. */
function decodeLists(bytes: Hex): readonly Call[] | undefined {
  const Lists = z.tuple([z.array(Address), z.array(z.bigint()), z.array(Bytes)]);
  const read = Lists.safeParse(argumentsOf(ABIS.executeLists, bytes));
  if (!read.success) return undefined;
  const [targets, values, datas] = read.data;
  const hasValues = values.length === targets.length;
  if (datas.length !== targets.length || (values.length > 0 && !hasValues)) return undefined;
  return targets.map((to, i) => ({ to, valueUnits: values[i] ?? 0n, data: datas[i] ?? '0x' }));
}

function decodeMode(bytes: Hex): readonly Call[] | undefined {
  const read = z.tuple([Bytes, Bytes]).safeParse(argumentsOf(ABIS.executeMode, bytes));
  if (!read.success) return undefined;
  const [mode, execution] = read.data;
  if (mode === MODE_ONE) return decodePacked(execution);
  if (mode !== MODE_SEVERAL) return undefined;
  const items = readStrictly(
    { parameters: ITEMS, data: execution },
    (data) => decodeAbiParameters(ITEMS, data)[0],
    (decoded) => encodeAbiParameters(ITEMS, [decoded]),
  );
  const parsed = z.array(Item).safeParse(items);
  return parsed.success ? parsed.data.map(callOf) : undefined;
}

/** 20 bytes of address, a word of value, and the data. */
const PACKED = /^0x([0-9a-f]{40})([0-9a-f]{64})((?:[0-9a-f]{2})*)$/i;

function decodePacked(execution: Hex): readonly Call[] | undefined {
  const [, target, value, data] = PACKED.exec(execution) ?? [];
  if (target === undefined) return undefined;
  return [{ to: evmAddress(`0x${target}`), valueUnits: BigInt(`0x${value}`), data: `0x${data}` }];
}

function decodeOfSafe(abi: Abi, bytes: Hex): readonly Call[] | undefined {
  const read = OfSafe.safeParse(argumentsOf(abi, bytes));
  if (!read.success) return undefined;
  const [to, valueUnits, data, operation] = read.data;
  return decodeCalls({
    to,
    valueUnits,
    data,
    operation: operation === 0 ? 'call' : 'delegatecall',
  });
}

/** The arguments of the one function of an interface, where the call is written as contracts write it; else undefined. */
function argumentsOf(abi: Abi, bytes: Hex): unknown {
  return readStrictly(
    { abi, data: bytes },
    (data) => decodeFunctionData({ abi, data }).args,
    (args) => encodeFunctionData({ abi, args }),
  );
}
