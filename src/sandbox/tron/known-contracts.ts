import type { Abi, AbiParameter } from 'viem';
import { erc20Abi } from '#catalog/abis/erc20.generated.ts';
import { erc20FeeProxyAbi } from '#catalog/abis/erc20-fee-proxy.generated.ts';
import { tronBatchPaymentsAbi } from '#catalog/abis/tron-batch-payments.generated.ts';
import { CONTRACTS } from '#catalog/contracts.ts';
import { CURRENCIES } from '#catalog/currencies.ts';
import { parseTronAddress, type TronHex } from './address.ts';

/** A contract whose interface was published with it, as nodes keep it. */
export interface KnownContract {
  readonly name: string;
  readonly abi: Abi;
}

const { erc20FeeProxy, erc20BatchPayments } = CONTRACTS.tron;
const rows: readonly (readonly [string | undefined, KnownContract])[] = [
  [erc20FeeProxy, { name: 'ERC20FeeProxy', abi: erc20FeeProxyAbi }],
  [erc20BatchPayments, { name: 'ERC20BatchPayments', abi: tronBatchPaymentsAbi }],
  ...CURRENCIES.filter(({ network, type }) => network === 'tron' && type === 'TRC20').map(
    ({ address, symbol }) => [address, { name: `${symbol}Token`, abi: erc20Abi }] as const,
  ),
];

/** The contracts that the node starts with, by their addresses. */
export const KNOWN_CONTRACTS: ReadonlyMap<TronHex, KnownContract> = new Map(
  rows.flatMap(([address, contract]) => {
    const parsed = address === undefined ? undefined : parseTronAddress(address);
    return parsed === undefined ? [] : [[parsed, contract] as const];
  }),
);

/** An interface as `getcontract` has it. */
export function printAbi(abi: Abi): Record<string, unknown> {
  const entrys = abi.flatMap((entry) => {
    if (entry.type !== 'function' && entry.type !== 'event') return [];
    const outputs = entry.type === 'function' ? entry.outputs : [];
    return {
      ...(entry.inputs.length > 0 && { inputs: entry.inputs.map(printParameter) }),
      ...(outputs.length > 0 && { outputs: outputs.map(printParameter) }),
      name: entry.name,
      type: capitalised(entry.type),
      ...(entry.type === 'function' && printMutability(entry.stateMutability)),
    };
  });
  return { entrys };
}

function printMutability(mutability: string): Record<string, unknown> {
  const isConstant = mutability === 'view' || mutability === 'pure';
  return { ...(isConstant && { constant: true }), stateMutability: capitalised(mutability) };
}

function printParameter(parameter: AbiParameter & { indexed?: boolean | undefined }) {
  const { name, type, indexed } = parameter;
  return {
    ...(indexed === true && { indexed }),
    ...(name !== undefined && name !== '' && { name }),
    type,
  };
}

const capitalised = (word: string) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
