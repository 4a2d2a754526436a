import { z } from 'zod';
import type { Hex } from '#kit/hex.ts';
import { NodeFailure, NodeRefusal } from '../nodes/failure.ts';
import { hexAddress } from './address.ts';
import type { TronApi } from './nodes/tron-api.ts';
import { NOBODY } from './raw-transaction.ts';

/** A call of a contract that is run by one node and never sent. */
export interface ConstantCall {
  /** Who calls; nobody without it. */
  readonly from?: string;
  readonly to: string;
  readonly data: Hex;
}

/** What a call returned. */
export interface ConstantAnswer {
  /** Whether it reverted, or ended in another failure. */
  readonly isFailed: boolean;
  /** Without a prefix. */
  readonly output: string;
  readonly energy: bigint;
}

const hexText = z.string().regex(/^([0-9a-fA-F]{2})*$/);
const Answer = z.object({
  result: z.object({
    result: z.boolean().default(false),
    code: z.string().optional(),
    message: z.string().optional(),
  }),
  energy_used: z.int().min(0).default(0),
  constant_result: z.array(hexText).default([]),
  transaction: z
    .object({ ret: z.array(z.object({ ret: z.string().optional() })).default([]) })
    .optional(),
});

/** A word of the EVM. */
const WORD = /^[0-9a-fA-F]{64}/;
const WORD_CHARACTERS = 64;

/** Runs a call. Throws `NodeRefusal` where the node does not run it at all, such as where there is no contract. */
export async function callConstant(
  api: TronApi,
  { from, to, data }: ConstantCall,
): Promise<ConstantAnswer> {
  const parsed = Answer.safeParse(
    await api.post('wallet/triggerconstantcontract', {
      owner_address: from === undefined ? NOBODY : hexAddress(from),
      contract_address: hexAddress(to),
      data: data.slice(2),
    }),
  );
  if (!parsed.success) throw new NodeFailure('answered a call with what is no answer to it');
  const { result, energy_used, constant_result, transaction } = parsed.data;
  if (!result.result) throw new NodeRefusal(`${to} cannot be called (${result.code ?? 'no code'})`);
  // A call that reverts keeps its result true: the message and the transaction's own result say so.
  const isFailed = result.message !== undefined || transaction?.ret[0]?.ret === 'FAILED';
  return { isFailed, output: constant_result[0] ?? '', energy: BigInt(energy_used) };
}

/** The number that a call returns. Throws `NodeRefusal` where there is none, which must not read as zero. */
export async function callForNumber(api: TronApi, call: ConstantCall): Promise<bigint> {
  const { isFailed, output } = await callConstant(api, call);
  if (isFailed || !WORD.test(output)) throw new NodeRefusal(`${call.to} returned no number`);
  return BigInt(`0x${output.slice(0, WORD_CHARACTERS)}`);
}
