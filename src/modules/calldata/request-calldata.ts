import { z } from 'zod';
import { BigNumberTransactionResponse, SAMPLE_BATCH_CALL } from './model/batch-shapes.ts';
import { CalldataMetadataResponse, SAMPLE_METADATA } from './model/calldata-shapes.ts';
import type { PayMetadata } from './model/pay-metadata.ts';
import { bigNumberTransaction, type Transaction } from './wire-transaction.ts';

/** What a payer with enough of everything is answered about a request. */
export const SAMPLE_REQUEST_CALLDATA = {
  transactions: [SAMPLE_BATCH_CALL],
  metadata: { ...SAMPLE_METADATA, walletChecked: true },
};

const RequestMetadataResponse = CalldataMetadataResponse.omit({
  rawStep: true,
  eoaApproval: true,
  eoaApprovalRequired: true,
})
  .extend({
    approvalTransactionIndex: z
      .number()
      .nullable()
      .describe('The first approval; null where none is needed.'),
    hasEnoughBalance: z.boolean().describe('True without a wallet; see `walletChecked`.'),
    hasEnoughGas: z.boolean().describe('True without a wallet; see `walletChecked`.'),
    walletChecked: z
      .boolean()
      .describe('Whether a wallet was read. False: the two above say nothing. Added by Florin.'),
  })
  .meta({
    id: 'RequestCalldataMetadata',
    description: 'What the transactions require of the wallet.',
    examples: [SAMPLE_REQUEST_CALLDATA.metadata],
  });

/** What the payer of a request or a payout signs. */
export const RequestCalldata = z
  .object({
    transactions: z
      .array(BigNumberTransactionResponse)
      .describe('Approvals first, then the payment, then one for each fee that is paid by itself.'),
    metadata: RequestMetadataResponse,
  })
  .meta({
    id: 'RequestCalldata',
    description: 'Executable calldata of a request.',
    examples: [SAMPLE_REQUEST_CALLDATA],
  });

/** What the payer of a request or a payout signs. */
export type RequestCalldata = z.output<typeof RequestCalldata>;

/** What a payer signs on the own network, or where a route starts. */
interface Prepared {
  readonly transactions: readonly Transaction[];
  readonly metadata: Omit<PayMetadata, 'routeType'> &
    Pick<z.output<typeof CalldataMetadataResponse>, 'routeType'>;
}

/**
 * The same calldata as `/v2/request/{id}/pay` and `/v2/payouts` write it. Clients of the public API
 * require both booleans also where no wallet was read; `walletChecked` says when they mean nothing.
 */
export function requestCalldata({ transactions, metadata }: Prepared): RequestCalldata {
  const {
    approvalTransactionIndex = null,
    hasEnoughBalance = true,
    hasEnoughGas = true,
  } = metadata;
  const walletChecked = metadata.hasEnoughBalance !== undefined;
  const required = { approvalTransactionIndex, hasEnoughBalance, hasEnoughGas, walletChecked };
  return {
    transactions: transactions.map(bigNumberTransaction),
    metadata: { ...metadata, ...required },
  };
}
