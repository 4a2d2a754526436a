import { z } from 'zod';
import { SOURCE_CHAINS } from '#catalog/networks.ts';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { refuseField } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import type { ReportedHash } from '#modules/intents/index.ts';
import type { MulticallReport, ReportedInput, SingleReport } from '../model/reported-intent.ts';

const HASH = /^0x[a-fA-F0-9]{64}$/;
/** No address of any family is longer; it only keeps giant texts away. */
const ADDRESS_CHARS_MAX = 64;
const TEXT_CHARS_MAX = 100;
/** As the public API has it. */
const TRANSACTIONS_MAX = 250;
/** The end of the year 9999: the last moment that ISO 8601 writes without a sign. */
const SECONDS_MAX = 253_402_300_799;

const SAMPLE_INTENT = '01KC9V7D2M3N4P5Q6R7S8T9V0W';
const SAMPLE_SAFE_HASH = `0x${'4'.repeat(64)}`;

const hash = (what: string) =>
  z.string().regex(HASH, 'must be 0x and 64 hex digits').describe(what);
const text = (what: string) =>
  z
    .string()
    .max(TEXT_CHARS_MAX)
    .regex(/^[^\0]*$/, 'must not contain a NUL')
    .optional()
    .describe(what);
const address = (what: string) => z.string().max(ADDRESS_CHARS_MAX).optional().describe(what);

const SourceChain = z.enum(SOURCE_CHAINS).describe('Where the transaction is.');
const routeKind = z
  .enum(['same_chain', 'same_chain_conversion', 'crosschain'])
  .optional()
  .describe('As `/pay` said it.');
const bridgeTool = z.enum(['across', 'stargate']).nullable().optional();
const deadline = z
  .int()
  .min(1)
  .max(SECONDS_MAX)
  .optional()
  .describe('Until when owners may execute it; only with `safeTxHash`.');
const sourceToken = text('The id or symbol of the source token.');
const sourceAmount = text('What leaves the payer.');

const sampleTransaction = { childPosition: 0, transactionIndex: 1 };

const ReportedTransaction = z
  .strictObject({
    childPosition: z.int().min(0).describe('From 0.'),
    transactionIndex: z.int().min(0).describe('Which transaction pays it.'),
    routeTool: text('Of the route.').nullable(),
    sourceToken,
    sourceAmount,
    routeKind,
    bridgeTool,
  })
  .meta({
    id: 'ReportedTransaction',
    description: 'One transaction of a bundle; only the position is checked.',
    examples: [sampleTransaction],
  });

const transactionIndices = z
  .array(ReportedTransaction)
  .min(1)
  .max(TRANSACTIONS_MAX)
  .describe('Which transaction pays which child.');

/** The body of `recordPaymentIntent`, for a link and for a bundle. */
export const PaymentIntentBody = z
  .strictObject({
    txHash: hash('The hash of the source transaction.').optional(),
    safeTxHash: hash('What owners of a multisig wallet sign; instead of `txHash`.').optional(),
    safePaymentDeadline: deadline,
    chain: SourceChain,
    token: z
      .enum(['USDC', 'USDT'])
      .optional()
      .describe('The source token; USDT0 is `USDT`. Required for a link, and only for one.'),
    payerAddress: address('The payer’s wallet; it is echoed.'),
    payerEoaAddress: address('The wallet that holds the funds, where that is another one.'),
    executionKind: z.enum(['evm_same_chain', 'evm_cross_chain']).optional(),
    sourceNetwork: text('The id of the source network; must be that of `chain`.'),
    sourceToken,
    sourceAmount,
    routeKind,
    bridgeTool,
    smartAccountAddress: address('Of a bundle: the account that sends the transactions.'),
    userOpHash: hash(
      'Of a bundle: the hash of the user operation; the same one is one report.',
    ).optional(),
    transactionIndices: transactionIndices.optional(),
  })
  .meta({
    id: 'RecordPaymentIntentRequest',
    description:
      'Of a link `chain`, `token` and one of `txHash` and `safeTxHash`; of a multicall payout `chain`, `smartAccountAddress`, `userOpHash` and `transactionIndices`.',
    examples: [
      {
        txHash: SAMPLE.transactionHash,
        chain: SAMPLE.sourceChain,
        token: SAMPLE.symbol,
        payerAddress: SAMPLE.payer,
      },
      {
        chain: SAMPLE.sourceChain,
        smartAccountAddress: SAMPLE.payer,
        userOpHash: SAMPLE_SAFE_HASH,
        transactionIndices: [sampleTransaction],
      },
    ],
  });

/** The body of `recordMulticallIntent`. */
export const MulticallIntentBody = z
  .strictObject({
    chain: SourceChain,
    smartAccountAddress: address('The account that sends the transactions.'),
    payerEoaAddress: address('The wallet that holds the funds.'),
    transactionIndices,
  })
  .meta({
    id: 'RecordMulticallIntentRequest',
    description: 'The transactions that a payer sends for the children of a bundle.',
    examples: [{ chain: SAMPLE.sourceChain, transactionIndices: [sampleTransaction] }],
  });

const shownHash = (what: string) => z.string().optional().describe(what);
const hashes = {
  txHash: shownHash('In lower case.'),
  safeTxHash: shownHash('The same.'),
  safePaymentDeadline: z.int().min(1).optional(),
};

const sampleIntent = {
  intentId: SAMPLE_INTENT,
  paymentReference: SAMPLE.paymentReference,
  txHash: SAMPLE.transactionHash,
  isListening: true,
  payerAddress: SAMPLE.payer,
};

/** What is answered of a transaction that pays a link. */
export const PaymentIntentRecorded = z
  .object({
    intentId: z.string().describe('A ULID; the same for the same hash.'),
    paymentReference: z.string().describe('Of the payment that it is to make.'),
    ...hashes,
    isListening: z
      .boolean()
      .describe('Whether it is followed: not without a node there, and once it has ended.'),
    payerAddress: z.string().optional(),
  })
  .meta({
    id: 'RecordPaymentIntentResponse',
    description: 'A transaction that was recorded as a payment of a link.',
    examples: [sampleIntent],
  });

const RecordedTransaction = z
  .object({
    childPosition: z.int().min(0),
    transactionIndex: z.int().min(0),
    intentId: z.string().optional().describe('Where it is followed.'),
  })
  .meta({
    id: 'RecordedTransaction',
    description: 'One transaction of a bundle.',
    examples: [sampleTransaction],
  });

/** What is answered of the transactions of a bundle. */
export const BundleIntentRecorded = z
  .object({
    receiptId: z.string().describe('A ULID; the same for the same user operation.'),
    multicallId: z.string().describe('The token of the bundle.'),
    parentToken: z.string().describe('The same.'),
    ...hashes,
    sourceChain: z.enum(SOURCE_CHAINS),
    smartAccountAddress: z.string(),
    userOpHash: z.string(),
    transactionIndices: z.array(RecordedTransaction),
    isListening: z.literal(false).describe('Of the report; children have `intentId`.'),
  })
  .meta({
    id: 'RecordBundleIntentResponse',
    description: 'Transactions that were recorded as payments of a bundle.',
    examples: [
      {
        receiptId: SAMPLE_INTENT,
        multicallId: SAMPLE.token,
        parentToken: SAMPLE.token,
        sourceChain: SAMPLE.sourceChain,
        smartAccountAddress: SAMPLE.payer,
        userOpHash: SAMPLE_SAFE_HASH,
        transactionIndices: [sampleTransaction],
        isListening: false,
      },
    ],
  });

type Body = z.output<typeof PaymentIntentBody>;

/** What only the body of a bundle has, and what only that of a link. */
const OF_BUNDLE = ['smartAccountAddress', 'userOpHash', 'transactionIndices'] as const;
const OF_LINK = [
  'token',
  'payerAddress',
  'executionKind',
  'sourceNetwork',
  'sourceToken',
  'sourceAmount',
  'routeKind',
  'bridgeTool',
] as const;

/** A body as what it reports. Refuses (400) one that mixes both forms or leaves something out, naming the field. */
export function readReport(body: Body): ReportedInput {
  if (body.safePaymentDeadline !== undefined && body.safeTxHash === undefined) {
    const message = 'safePaymentDeadline must come with safeTxHash, and only with it';
    throw refuseField('safePaymentDeadline', message);
  }
  if (body.txHash !== undefined && body.safeTxHash !== undefined) {
    throw refuseField('safeTxHash', 'safeTxHash and txHash exclude each other: send one of them');
  }
  const isOfBundle = OF_BUNDLE.some((field) => body[field] !== undefined);
  return isOfBundle ? readBundle(body) : readLink(body);
}

function readLink(body: Body): SingleReport {
  const { token, txHash, safeTxHash } = body;
  if (token === undefined) throw refuseField('token', 'token is required');
  const given = txHash ?? safeTxHash;
  if (given === undefined) {
    throw refuseField('txHash', 'txHash is required, or safeTxHash of a multisig wallet');
  }
  const kind: ReportedHash['kind'] = txHash === undefined ? 'safe' : 'transaction';
  const { payerEoaAddress, executionKind, sourceAmount, bridgeTool } = body;
  return {
    of: 'link',
    sourceChain: body.chain,
    reported: { kind, hash: hexIn(given) },
    safeDeadlineSeconds: body.safePaymentDeadline,
    payerAddress: body.payerAddress,
    sourceNetwork: body.sourceNetwork,
    details: {
      token,
      payerEoaAddress,
      executionKind,
      sourceToken: body.sourceToken,
      sourceAmount,
      routeKind: body.routeKind,
      bridgeTool,
    },
  };
}

function readBundle(body: Body): MulticallReport {
  const other = OF_LINK.find((field) => body[field] !== undefined);
  if (other !== undefined) {
    throw refuseField(other, `${other} must not stand beside transactionIndices`);
  }
  const missing = OF_BUNDLE.find((field) => body[field] === undefined);
  const { transactionIndices: transactions } = body;
  if (missing !== undefined || transactions === undefined) {
    const field = missing ?? 'transactionIndices';
    throw refuseField(field, `${field} is required`);
  }
  return {
    of: 'bundle',
    sourceChain: body.chain,
    reported: {
      transactionHash: hexOrNone(body.txHash),
      safeTransactionHash: hexOrNone(body.safeTxHash),
      safeDeadlineSeconds: body.safePaymentDeadline,
      smartAccountAddress: body.smartAccountAddress,
      payerEoaAddress: body.payerEoaAddress,
      userOperationHash: hexOrNone(body.userOpHash),
      transactions,
    },
  };
}

/** A hash as we write it; the schema has checked its digits. */
function hexIn(digits: string): Hex {
  return `0x${digits.slice(2).toLowerCase()}`;
}

function hexOrNone(digits: string | undefined): Hex | undefined {
  return digits === undefined ? undefined : hexIn(digits);
}
