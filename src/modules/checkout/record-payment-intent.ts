import type { Network } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { unixSeconds } from '#kit/clock.ts';
import { invariant, Refusal, refuseField } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import { isUlid } from '#kit/ulid.ts';
import {
  addMulticallIntent,
  addPaymentIntent,
  findPaidFromChain,
  findPaymentIntent,
  followProposals,
  type PaymentIntent,
} from '#modules/intents/index.ts';
import {
  findMulticallPayout,
  type MulticallPayout,
  statusOf,
} from '#modules/multicall-payouts/index.ts';
import { findByToken, type SecurePayment } from '#modules/secure-payments/index.ts';
import { type ThrottleRule, takeOfCaller } from '#platform/throttle.ts';
import { checkSafePayer } from './check-safe-payer.ts';
import { isComplete, linkNotFound } from './model/link-state.ts';
import {
  checkDeadline,
  checkReport,
  checkReportFits,
  type MulticallReport,
  type ReportedInput,
  type SingleReport,
  sourceAddress,
  sourceNetworkOf,
} from './model/reported-intent.ts';
import { checkBundleMayBePaid } from './open-bundle.ts';
import { openLink } from './open-link.ts';
import { findChildrenPaidFrom, recordChildIntents } from './record-child-intents.ts';

/** A page reports each transaction once and after each reload; whoever guesses hashes reports many. */
const REPORTS_OF_CALLER: ThrottleRule = {
  name: 'payment_intent',
  attempts: 60,
  windowSeconds: 3_600,
};

/** What is answered of a transaction that pays a link. */
export interface RecordedIntent {
  readonly intentId: string;
  readonly paymentReference: Hex;
  readonly txHash?: Hex;
  readonly safeTxHash?: Hex;
  readonly safePaymentDeadline?: number;
  readonly isListening: boolean;
  readonly payerAddress?: string;
}

/** What is answered of the transactions of a bundle. */
export interface RecordedMulticallIntent {
  readonly receiptId: string;
  readonly multicallId: string;
  readonly parentToken: string;
  readonly txHash?: Hex;
  readonly safeTxHash?: Hex;
  readonly safePaymentDeadline?: number;
  readonly sourceChain: string;
  readonly smartAccountAddress: string;
  readonly userOpHash: Hex;
  readonly transactionIndices: {
    readonly childPosition: number;
    readonly transactionIndex: number;
    /** Where the transaction is followed as a payment of this child. */
    readonly intentId?: string;
  }[];
  readonly isListening: false;
}

/**
 * Records a transaction that a payer sent on another network, so that it is followed; of a bundle it is kept
 * for audits, and followed as a payment of each child that it names. Settles nothing. The same hash is the same intent, also once its link was paid.
 *
 * Refuses as `openLink` does, (400) a source that contradicts itself or cannot pay the link and a Safe that is none, and (429)
 * too many.
 */
export async function recordPaymentIntent(
  ctx: Context,
  { token, report }: { readonly token: string; readonly report: ReportedInput },
): Promise<RecordedIntent | RecordedMulticallIntent> {
  checkDeadline(report, ctx.now());
  if (report.of === 'link') checkReport(report);
  const link = isUlid(token) ? await findByToken(ctx, token) : undefined;
  if (link !== undefined && report.of === 'link') return await recordOfLink(ctx, link, report);
  if (link !== undefined) throw notOfBundle();
  return await recordOfBundle(ctx, token, report);
}

async function recordOfLink(
  ctx: Context,
  link: SecurePayment,
  report: SingleReport,
): Promise<RecordedIntent> {
  const { reported, details, safeDeadlineSeconds } = report;
  const source = sourceNetworkOf(report.sourceChain);
  const payerAddress = sourceAddress(source, 'payerAddress', report.payerAddress);
  const payerEoaAddress = sourceAddress(source, 'payerEoaAddress', details.payerEoaAddress);
  await throttle(ctx, link.token);
  const key = { securePaymentToken: link.token, network: source.id, reported };
  const known = await findPaymentIntent(ctx, key);
  if (known === undefined && !(await isPaidFrom(ctx, link, source))) {
    const open = await openLink(ctx, { token: link.token, query: {} }, { isReport: true });
    invariant(open !== undefined, 'a link stays');
    checkReportFits(report, open);
    if (reported.kind === 'safe' && payerAddress !== undefined) {
      await checkSafePayer(ctx, { network: source, payerAddress });
    }
  }
  const intent = await addPaymentIntent(ctx, {
    link,
    network: source.id,
    reported,
    safeDeadline: safeDeadlineSeconds === undefined ? null : new Date(safeDeadlineSeconds * 1_000),
    payerAddress: payerAddress ?? null,
    details: { ...details, payerEoaAddress },
  });
  // So that the next read of the link knows it.
  if (reported.kind === 'safe') await followProposals(ctx, [intent.id]);
  return shownIntent(ctx, link, { intent, payerAddress });
}

/** Whether a link was paid by a deposit on this network: its payer may report the transaction only then, as bridges are quick. */
async function isPaidFrom(
  ctx: Context,
  link: SecurePayment,
  { chainId }: Network,
): Promise<boolean> {
  const [request] = link.requests;
  if (request === undefined || !isComplete(link)) return false;
  return (await findPaidFromChain(ctx, { requestRowIds: [request.id], chainId })).size > 0;
}

function shownIntent(
  ctx: Context,
  { requests: [request] }: SecurePayment,
  {
    intent,
    payerAddress,
  }: { readonly intent: PaymentIntent; readonly payerAddress: string | undefined },
): RecordedIntent {
  invariant(request !== undefined, 'a link has requests');
  const { transactionHash: txHash, safeTransactionHash: safeTxHash, safeDeadline } = intent;
  const payer = payerAddress ?? intent.payerAddress;
  return {
    intentId: intent.id,
    paymentReference: request.paymentReference,
    ...(txHash !== null && { txHash }),
    ...(safeTxHash !== null && { safeTxHash }),
    ...(safeDeadline !== null && { safePaymentDeadline: unixSeconds(safeDeadline) }),
    isListening: intent.nextCheckAt !== null && ctx.chains.get(intent.network) !== undefined,
    ...(payer !== null && { payerAddress: payer }),
  };
}

async function recordOfBundle(
  ctx: Context,
  token: string,
  report: ReportedInput,
): Promise<RecordedMulticallIntent> {
  const payout = await findMulticallPayout(ctx, token);
  if (payout === undefined) throw linkNotFound();
  if (report.of === 'link') throw bundleBodyRequired();
  const { reported, sourceChain } = report;
  const { userOperationHash, smartAccountAddress } = reported;
  if (userOperationHash === undefined || smartAccountAddress === undefined) {
    throw bundleBodyRequired();
  }
  const receiptId = await recordMulticall(ctx, token, report);
  const intents = await recordChildren(ctx, payout, report);
  const { transactionHash: txHash, safeTransactionHash: safeTxHash } = reported;
  const deadline = reported.safeDeadlineSeconds;
  return {
    receiptId,
    multicallId: payout.token,
    parentToken: payout.token,
    ...(txHash !== undefined && { txHash }),
    ...(safeTxHash !== undefined && { safeTxHash }),
    ...(deadline !== undefined && { safePaymentDeadline: deadline }),
    sourceChain,
    smartAccountAddress: sourceAddress(
      sourceNetworkOf(sourceChain),
      'smartAccountAddress',
      smartAccountAddress,
    ),
    userOpHash: userOperationHash,
    transactionIndices: reported.transactions.map(({ childPosition, transactionIndex }) => {
      const intentId = intents.get(childPosition);
      return { childPosition, transactionIndex, ...(intentId !== undefined && { intentId }) };
    }),
    isListening: false,
  };
}

/** The intents of the children that a report names, by position; none without a hash. */
async function recordChildren(
  ctx: Context,
  payout: MulticallPayout,
  { sourceChain, reported: given }: MulticallReport,
): Promise<ReadonlyMap<number, string>> {
  const { transactionHash, safeTransactionHash, safeDeadlineSeconds: seconds } = given;
  const hash = transactionHash ?? safeTransactionHash;
  if (hash === undefined) return new Map();
  const source = sourceNetworkOf(sourceChain);
  const account = sourceAddress(source, 'smartAccountAddress', given.smartAccountAddress);
  const isOfSafe = transactionHash === undefined;
  const ids = await recordChildIntents(ctx, {
    payout,
    source,
    reported: { kind: isOfSafe ? 'safe' : 'transaction', hash },
    safeDeadline: seconds === undefined ? null : new Date(seconds * 1_000),
    safe: isOfSafe ? (account ?? null) : null,
    positions: given.transactions.map(({ childPosition }) => childPosition),
  });
  if (isOfSafe) await followProposals(ctx, [...ids.values()]);
  return ids;
}

/**
 * Keeps what was reported of a bundle for audits, and returns its id. Refuses (404) an unknown token, (409, 403) a bundle
 * that has ended, (400) positions that it does not have, and (429) too many.
 */
export async function recordMulticall(
  ctx: Context,
  token: string,
  { sourceChain, reported }: MulticallReport,
): Promise<string> {
  const source = sourceNetworkOf(sourceChain);
  const payout = await openReported(ctx, token, source);
  const account = sourceAddress(source, 'smartAccountAddress', reported.smartAccountAddress);
  const payer = sourceAddress(source, 'payerEoaAddress', reported.payerEoaAddress);
  checkPositions(reported.transactions, payout.children.length);
  await throttle(ctx, token);
  return await addMulticallIntent(ctx, {
    payout,
    network: source.id,
    reported: { ...reported, smartAccountAddress: account, payerEoaAddress: payer },
  });
}

/** A bundle that takes reports: one that has not ended, or that bridges have paid from this network, as they are quick. */
async function openReported(
  ctx: Context,
  token: string,
  source: Network,
): Promise<MulticallPayout> {
  const payout = await findMulticallPayout(ctx, token);
  const isPaid = payout !== undefined && statusOf(payout, ctx.now()) === 'completed';
  const paid = isPaid ? await findChildrenPaidFrom(ctx, payout.children, source) : undefined;
  if (payout !== undefined && paid !== undefined && paid.size > 0) return payout;
  return await checkBundleMayBePaid(ctx, token);
}

function checkPositions(
  transactions: readonly { readonly childPosition: number; readonly transactionIndex: number }[],
  children: number,
): void {
  const known = new Set<string>();
  transactions.forEach(({ childPosition, transactionIndex }, i) => {
    const field = `transactionIndices[${i}]`;
    if (childPosition >= children) {
      const message = `${field}.childPosition must be below ${children}, the number of children`;
      throw refuseField(`${field}.childPosition`, message);
    }
    const name = `${childPosition} ${transactionIndex}`;
    if (known.has(name)) throw refuseField(field, `${field} repeats another of the list`);
    known.add(name);
  });
}

async function throttle(ctx: Context, token: string): Promise<void> {
  const waitSeconds = await takeOfCaller(ctx, REPORTS_OF_CALLER, token);
  if (waitSeconds > 0) throw tooManyReports(waitSeconds);
}

/** 429: a caller reported more transactions of a link than payers send. */
export function tooManyReports(retryAfterSeconds = 60): Refusal {
  const message = 'You reported more transactions of this link than payers send';
  return new Refusal('too_many_payment_intents', 429, { message, retryAfterSeconds });
}

/** 400: the form for bundles, for a link. */
export function notOfBundle(): Refusal {
  const message =
    'transactionIndices belongs to multicall payouts: of a link send txHash or safeTxHash, chain and token';
  return refuseField('transactionIndices', message);
}

function bundleBodyRequired(): Refusal {
  const message =
    'transactionIndices is required: of a multicall payout send chain, smartAccountAddress, userOpHash and transactionIndices';
  return refuseField('transactionIndices', message);
}
