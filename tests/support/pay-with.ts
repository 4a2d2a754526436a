import { z } from 'zod';
import type { SandboxFile } from '../../src/sandbox/sandbox-file.ts';
import { asCall, sendCall } from '../../src/sandbox/test-wallet.ts';

/** What the payer's wallet is to sign, as `/pay` answers it. */
export const Calldata = z.looseObject({
  transactions: z.array(z.object({ to: z.string(), data: z.string(), value: z.string() })),
  metadata: z.looseObject({
    stepsRequired: z.number(),
    needsApproval: z.boolean(),
    paymentTransactionIndex: z.number(),
    hasEnoughBalance: z.boolean().optional(),
  }),
});

/** The sandbox's Sepolia, where its links are paid. */
function sepoliaOf(sandbox: SandboxFile) {
  const sepolia = sandbox.networks['sepolia'];
  if (sepolia === undefined) throw new Error('this sandbox has no Sepolia node');
  return sepolia;
}

/** Signs one transaction of an answer of `/pay` with the payer's key and sends it. */
export async function sendTransaction(
  sandbox: SandboxFile,
  transaction: z.infer<typeof Calldata>['transactions'][number],
): Promise<string> {
  return await sendCall(sepoliaOf(sandbox), sandbox.payer, asCall(transaction));
}

/** Signs and sends every transaction of an answer of `/pay`; answers the payment's hash. */
export async function payWith(sandbox: SandboxFile, answer: unknown): Promise<string> {
  const { transactions, metadata } = Calldata.parse(answer);
  const hashes: string[] = [];
  for (const transaction of transactions) {
    hashes.push(await sendTransaction(sandbox, transaction));
  }
  return hashes[metadata.paymentTransactionIndex] ?? '';
}

/** Where the amount stands in the fee proxy's calldata: the third word behind the selector. */
const AMOUNT_AT = 10 + 2 * 64;

/**
 * Signs an answer of `/pay` with another amount, as a careless wallet might; answers the payment's
 * hash.
 */
export async function payOtherwise(
  sandbox: SandboxFile,
  answer: unknown,
  units: bigint,
): Promise<string> {
  const { transactions, metadata } = Calldata.parse(answer);
  const word = units.toString(16).padStart(64, '0');
  const changed = transactions.map((transaction, i) => {
    if (i !== metadata.paymentTransactionIndex) return transaction;
    const { data } = transaction;
    return { ...transaction, data: data.slice(0, AMOUNT_AT) + word + data.slice(AMOUNT_AT + 64) };
  });
  return await payWith(sandbox, { transactions: changed, metadata });
}

const BatchAnswer = z.looseObject({
  ERC20ApprovalTransactions: z.array(
    z.object({ to: z.string(), data: z.string(), value: z.literal(0) }),
  ),
  batchPaymentTransaction: z.object({
    to: z.string(),
    data: z.string(),
    value: z.object({ type: z.literal('BigNumber'), hex: z.string() }),
  }),
});

/** Signs and sends the approvals and the one payment of a batch; answers the payment's hash. */
export async function payBatchWith(sandbox: SandboxFile, answer: unknown): Promise<string> {
  const { ERC20ApprovalTransactions: approvals, batchPaymentTransaction: batch } =
    BatchAnswer.parse(answer);
  for (const { to, data } of approvals) {
    await sendTransaction(sandbox, { to, data, value: '0x0' });
  }
  return await sendTransaction(sandbox, { ...batch, value: batch.value.hex });
}
