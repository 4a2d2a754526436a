import {
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  parseAbi,
  parseAbiParameters,
} from 'viem';
import { describe, expect, it } from 'vitest';
import type { Hex } from '#kit/hex.ts';
import { decodeOperation } from './decode-operation.ts';
import { encodeCalls } from './safe-transaction.ts';

const TOKEN: Hex = '0x5555555555555555555555555555555555555555';
const PROXY: Hex = '0x6666666666666666666666666666666666666666';
const CALLS = [
  { to: TOKEN, valueUnits: 0n, data: '0x095ea7b3' },
  { to: PROXY, valueUnits: 7n, data: '0xc219a14d00' },
] as const;
const [first] = CALLS;
const items = CALLS.map(({ to: target, valueUnits: value, data }) => ({ target, value, data }));

const accountAbi = parseAbi([
  'struct Call { address target; uint256 value; bytes data; }',
  'function execute(address target, uint256 value, bytes data)',
  'function executeBatch(Call[] calls)',
  'function transfer(address to, uint256 value)',
]);
const listsAbi = parseAbi(['function executeBatch(address[], uint256[], bytes[])']);
const modeAbi = parseAbi(['function execute(bytes32 mode, bytes executionCalldata)']);
const safeAbi = parseAbi([
  'function executeUserOp(address to, uint256 value, bytes data, uint8 operation)',
  'function executeUserOpWithErrorString(address to, uint256 value, bytes data, uint8 operation)',
]);

const one = encodeFunctionData({
  abi: accountAbi,
  functionName: 'execute',
  args: [first.to, first.valueUnits, first.data],
});
const batch = encodeFunctionData({ abi: accountAbi, functionName: 'executeBatch', args: [items] });
const lists = (values: readonly bigint[]) =>
  encodeFunctionData({
    abi: listsAbi,
    args: [CALLS.map(({ to }) => to), values, CALLS.map(({ data }) => data)],
  });
const inMode = (mode: string, execution: Hex) =>
  encodeFunctionData({ abi: modeAbi, args: [`0x${mode.padEnd(64, '0')}`, execution] });
const executions = encodeAbiParameters(
  parseAbiParameters('(address target, uint256 value, bytes data)[]'),
  [items],
);
const packed = encodePacked(
  ['address', 'uint256', 'bytes'],
  [first.to, first.valueUnits, first.data],
);
const ofSafe = (functionName: 'executeUserOp' | 'executeUserOpWithErrorString') => {
  const { to, valueUnits, data, operation } = encodeCalls(CALLS);
  const args = [`0x${to.slice(2)}`, valueUnits, data, operation === 'call' ? 0 : 1] as const;
  return encodeFunctionData({ abi: safeAbi, functionName, args });
};

describe('an operation of a smart account', () => {
  it.each<[string, Hex, readonly object[]]>([
    ['one call', one, [first]],
    ['a batch', batch, CALLS],
    ['a batch in lists', lists([0n, 7n]), CALLS],
    ['lists without values', lists([]), CALLS.map((call) => ({ ...call, valueUnits: 0n }))],
    ['one call of a modular account', inMode('', packed), [first]],
    ['a batch of a modular account', inMode('01', executions), CALLS],
    ['the module of a Safe', ofSafe('executeUserOp'), CALLS],
    ['the same with errors', ofSafe('executeUserOpWithErrorString'), CALLS],
  ])('is read as its calls: %s', (_what, data, calls) => {
    expect(decodeOperation(data)).toEqual(calls);
  });

  it.each<[string, Hex]>([
    ['nothing', '0x'],
    ['a call of something else', '0xa9059cbb'],
    ['bytes behind the arguments', concat([batch, '0x00'])],
    ['half of a batch', `0x${batch.slice(2, 200)}`],
    ['lists of different lengths', lists([1n])],
    ['calls that may fail alone', inMode('0101', executions)],
    ['a delegation', inMode('ff', packed)],
    ['a mode of an account of its own', inMode('01000000000078210001', executions)],
    ['bytes behind the items of a mode', inMode('01', concat([executions, '0x00']))],
    ['an execution that is too short', inMode('', '0x1234')],
    [
      'a delegation of a Safe to anything',
      encodeFunctionData({
        abi: safeAbi,
        functionName: 'executeUserOp',
        args: [PROXY, 0n, first.data, 1],
      }),
    ],
  ])('is nothing that is known: %s', (_what, data) => {
    expect(decodeOperation(data)).toBeUndefined();
  });
});
