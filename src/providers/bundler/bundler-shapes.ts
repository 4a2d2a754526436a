import { z } from 'zod';
import {
  addressShape,
  bytesShape,
  quantityShape,
  UserOperation,
  wordShape,
} from '../user-operation.ts';

/** More versions than there are. */
const ENTRY_POINTS_MAX = 20;
/** More logs than the calls of any payment make. */
const LOGS_MAX = 1_000;
const TOPICS_MAX = 4;
const MESSAGE_CHARS_MAX = 4_000;

/** The error of an answer. */
export const RpcError = z.object({
  error: z.object({ code: z.int(), message: z.string().max(MESSAGE_CHARS_MAX).default('') }),
});

/** An answer over JSON-RPC: an error, or a result of this shape. */
export function answerOf<Result>(result: z.ZodType<Result>) {
  return z.union([RpcError, z.object({ result })]);
}

/** The contracts that a bundler sends through. */
export const EntryPoints = z.array(addressShape).max(ENTRY_POINTS_MAX);

/** The chain that a service serves. */
export const ChainId = quantityShape;

/** The hash of an operation that was sent. */
export const OperationHash = wordShape;

/** Estimated limits. */
export const Gas = z.object({
  preVerificationGas: quantityShape,
  verificationGasLimit: quantityShape,
  callGasLimit: quantityShape,
  paymasterVerificationGasLimit: quantityShape.nullish(),
  paymasterPostOpGasLimit: quantityShape.nullish(),
});

/** Who pays, by ERC-7677. */
export const PaymasterData = z.object({
  paymaster: addressShape,
  paymasterData: bytesShape,
  paymasterVerificationGasLimit: quantityShape.nullish(),
  paymasterPostOpGasLimit: quantityShape.nullish(),
  isFinal: z.boolean().nullish(),
});

const Log = z.object({
  address: addressShape,
  topics: z.array(wordShape).max(TOPICS_MAX),
  data: bytesShape,
});

/** How an operation ended; the inner receipt is that of a transaction with maybe other operations. */
export const Receipt = z
  .object({
    userOpHash: wordShape,
    entryPoint: addressShape.nullish(),
    sender: addressShape,
    nonce: quantityShape,
    paymaster: addressShape.nullish(),
    success: z.boolean(),
    actualGasCost: quantityShape,
    actualGasUsed: quantityShape,
    logs: z.array(Log).max(LOGS_MAX).default([]),
    receipt: z.object({
      transactionHash: wordShape,
      blockHash: wordShape,
      blockNumber: quantityShape,
    }),
  })
  .nullable();

/** An operation that a bundler knows; its place is null until it is in a block. */
export const FoundOperation = z
  .object({
    userOperation: z
      .record(z.string(), z.unknown())
      // Services show members of their own beside those of the standard.
      .transform((members) =>
        Object.fromEntries(Object.entries(members).filter(([name]) => name in UserOperation.shape)),
      )
      .pipe(UserOperation),
    entryPoint: addressShape,
    transactionHash: wordShape.nullish(),
  })
  .nullable();
