import { keccak256 } from 'viem';
import type { Hex } from '#kit/hex.ts';
import type { Execution, SafeNode } from './safe-nodes.ts';
import type { StoredConfirmation, StoredProposal } from './stored-proposals.ts';

/** How some members are written: numbers are texts in version 2 and numbers in version 1. */
export type ShapeVersion = 'v1' | 'v2';

/** What a transaction is shown with. */
interface ShownWith {
  readonly execution: Execution | undefined;
  readonly threshold: number;
  readonly version: ShapeVersion;
  /** Whether the service says of it whether it was executed, and says the opposite. */
  readonly isLie: boolean;
}

/** A transaction with every documented member. */
export async function showTransaction(
  node: SafeNode,
  proposal: StoredProposal,
  { execution, threshold, version, isLie }: ShownWith,
): Promise<object> {
  const { network: _, nonce, safeTxGas, baseGas, trusted, origin, ...rest } = proposal;
  const { createdAt, modifiedAt, confirmations, safeTxHash, proposer, ...tx } = rest;
  const count = (text: string) => (version === 'v1' ? Number(text) : text);
  const shownExecution = isLie
    ? describeLie(execution, safeTxHash)
    : await describeExecution(node, execution);
  return {
    ...tx,
    ...{ safeTxGas: count(safeTxGas), baseGas: count(baseGas), nonce: count(nonce) },
    submissionDate: createdAt,
    modified: modifiedAt,
    safeTxHash,
    proposer,
    proposedByDelegate: null,
    ...shownExecution,
    origin,
    dataDecoded: null,
    confirmationsRequired: threshold,
    confirmations: confirmations.map(showConfirmation),
    trusted,
    signatures: shownExecution.isExecuted ? joinSignatures(confirmations) : null,
  };
}

/** One signature, as the service shows it. */
export function showConfirmation(confirmation: StoredConfirmation): object {
  const { owner, signature, signatureType, submittedAt } = confirmation;
  return { owner, submissionDate: submittedAt, transactionHash: null, signature, signatureType };
}

const NO_EXECUTION = {
  executionDate: null,
  blockNumber: null,
  transactionHash: null,
  executor: null,
  isExecuted: false,
  isSuccessful: null,
  ethGasPrice: null,
  maxFeePerGas: null,
  maxPriorityFeePerGas: null,
  gasUsed: null,
  fee: null,
  payment: null,
};

async function describeExecution({ client }: SafeNode, execution: Execution | undefined) {
  if (execution === undefined) return NO_EXECUTION;
  const { transactionHash: hash, blockNumber, isSuccessful, payment } = execution;
  const [transaction, receipt, block] = await Promise.all([
    client.getTransaction({ hash }),
    client.getTransactionReceipt({ hash }),
    client.getBlock({ blockNumber }),
  ]);
  const { maxFeePerGas, maxPriorityFeePerGas } = transaction;
  return {
    executionDate: new Date(Number(block.timestamp) * 1000).toISOString(),
    blockNumber: Number(blockNumber),
    transactionHash: hash,
    executor: receipt.from,
    isExecuted: true,
    isSuccessful,
    ethGasPrice: String(receipt.effectiveGasPrice),
    maxFeePerGas: maxFeePerGas === undefined ? null : String(maxFeePerGas),
    maxPriorityFeePerGas: maxPriorityFeePerGas === undefined ? null : String(maxPriorityFeePerGas),
    gasUsed: Number(receipt.gasUsed),
    fee: String(receipt.gasUsed * receipt.effectiveGasPrice),
    payment: String(payment),
  };
}

/** The opposite of what the chain says, with a transaction that there is not. */
function describeLie(execution: Execution | undefined, safeTxHash: Hex) {
  if (execution !== undefined) return NO_EXECUTION;
  const made = { transactionHash: keccak256(safeTxHash), blockNumber: 1 };
  return { ...NO_EXECUTION, ...made, isExecuted: true, isSuccessful: true };
}

/** As the contract takes them: in the order of their owners. */
function joinSignatures(confirmations: readonly StoredConfirmation[]): Hex {
  const sorted = confirmations.toSorted((a, b) =>
    a.owner.toLowerCase() < b.owner.toLowerCase() ? -1 : 1,
  );
  return `0x${sorted.map(({ signature }) => signature.slice(2)).join('')}`;
}
