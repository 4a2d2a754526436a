import { isNetworkId, NETWORKS, writtenHash } from '#catalog/networks.ts';
import type { Chain, SignedTransaction, TransactionStep } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { invariant, Outage, Refusal } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import { isUlid } from '#kit/ulid.ts';
import { planPayment } from '#modules/calldata/index.ts';
import { findAnswer, forwardOnce } from '#modules/forwarding/index.ts';
import { findMulticallPayout } from '#modules/multicall-payouts/index.ts';
import { findByToken } from '#modules/secure-payments/index.ts';
import { checkPaidOut } from './check-paid-out.ts';
import { checkMayPay } from './model/guarded-link.ts';
import { linkNotFound } from './model/link-state.ts';
import { type DuePlan, planBundle } from './open-bundle.ts';
import { openLink } from './open-link.ts';
import { orderOfLink } from './order-with-fees.ts';

/** What the node of the network answered. */
interface BroadcastAnswer {
  readonly result: boolean;
  readonly txid: string;
  readonly code: string;
  readonly message: string;
}

/**
 * Forwards a transaction that a payer signed, when it is exactly one of those that pay the link now: the plan is made
 * anew, as `/pay` makes it for the wallet that signed. The same transaction is forwarded once and has one answer.
 *
 * Refuses (400) a transaction that is anything else and names the difference, then as `openLink` does, (403) a wallet that
 * may not pay, (409) a payment that another transaction makes which has not ended, and (502) when no node answers.
 */
export async function broadcastTransaction(
  ctx: Context,
  { token, signed }: { readonly token: string; readonly signed: SignedTransaction },
): Promise<BroadcastAnswer> {
  try {
    return await forwardSigned(ctx, token, signed);
  } catch (error) {
    if (!(error instanceof Outage)) throw error;
    ctx.log.warn({ err: error, token }, 'a signed transaction was not forwarded');
    throw nodeUnreachable();
  }
}

async function forwardSigned(
  ctx: Context,
  token: string,
  signed: SignedTransaction,
): Promise<BroadcastAnswer> {
  const chain = await chainOf(ctx, token);
  const { relay, network } = chain;
  if (relay === undefined) throw sentByWallets(network.name);
  const { transactionHash, wallet } = await relay.readSigned(signed);
  const txid = writtenHash(network.id, transactionHash);
  const known = await findAnswer(ctx, { network: network.id, transactionHash });
  if (known) return { result: true, txid, ...known };
  const check = async () => {
    const { accountId, steps } = await planOf(ctx, { token, wallet, transactionHash });
    const checked = await relay.checkSigned(signed, steps, ctx.now());
    return { accountId, checked, paymentReferences: referencesOf(steps[checked.step]) };
  };
  const answer = await forwardOnce(ctx, {
    chain,
    relay,
    ...(await check()),
    checkDue: check,
    token,
  });
  return { result: answer.isAccepted, txid, code: answer.code, message: answer.message };
}

/** The network on which a token is paid. Refuses (404) a token that names nothing. */
async function chainOf(ctx: Context, token: string): Promise<Chain> {
  const network = isUlid(token) ? await findNetwork(ctx, token) : undefined;
  if (network === undefined) throw linkNotFound();
  invariant(isNetworkId(network), 'links name listed networks');
  const chain = ctx.chains.get(network);
  if (chain !== undefined) return chain;
  throw new Outage(`no node is configured for ${NETWORKS[network].name}`);
}

/** The network of a link's payments, or of a bundle's first; undefined where the token names neither. */
async function findNetwork(ctx: Context, token: string): Promise<string | undefined> {
  const link = await findByToken(ctx, token);
  if (link !== undefined) return link.requests[0]?.network;
  const payout = await findMulticallPayout(ctx, token);
  return payout?.children[0]?.network;
}

/** What is planned, and what it is compared with. */
interface Planned {
  readonly token: string;
  readonly wallet: string;
  readonly transactionHash: Hex;
}

async function planOf(ctx: Context, { token, wallet, transactionHash }: Planned): Promise<DuePlan> {
  const open = await openLink(ctx, { token, query: { wallet } }, { paysFees: true });
  if (open === undefined)
    return await planBundle(ctx, { token, query: { wallet } }, transactionHash);
  checkMayPay(open);
  await checkPaidOut(ctx, open);
  const { order } = await orderOfLink(ctx, open);
  const plan = await planPayment(order, open.wallet, { offersAtomic: true });
  return {
    accountId: open.link.accountId,
    steps: [...plan.steps, ...(plan.atomicSteps ?? [])],
  };
}

/** The references of the payments that a transaction makes; none of an approval. */
function referencesOf(step: TransactionStep | undefined): readonly Hex[] {
  switch (step?.type) {
    case 'payment':
      return [step.payment.paymentReference];
    case 'batch':
      return step.payments.map(({ paymentReference }) => paymentReference);
    default:
      return [];
  }
}

/** 400: nothing is forwarded on networks whose wallets send what they sign. */
function sentByWallets(network: string): Refusal {
  const message = `Wallets on ${network} send what they sign themselves: nothing is forwarded there`;
  return new Refusal('broadcast_not_supported', 400, message);
}

/** 502: no node took the transaction; it may have arrived, and the same bytes can be sent again. */
export function nodeUnreachable(): Refusal {
  return new Refusal('node_unreachable', 502, {
    message: 'No node of the network answered: send the same transaction again in a moment',
    retryAfterSeconds: 5,
  });
}
