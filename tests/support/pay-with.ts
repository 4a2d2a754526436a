import { z } from 'zod';
import type { SandboxFile } from '../../src/processes/sandbox/sandbox-file.ts';
import { asCall, sendCall } from '../../src/processes/sandbox/test-wallet.ts';

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
