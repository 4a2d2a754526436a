import type { Call, Chain, OwnTransaction, PreparedCall } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { DAY_MS, startOfDay } from '#kit/budget-day.ts';
import { invariant, Outage, Refusal } from '#kit/failure.ts';
import { transact } from '#platform/db/transact.ts';
import {
  costSince,
  hasOpenAbout,
  hasRelayed,
  insertRelayed,
  lockSender,
  nextNonceOf,
} from './store.ts';

/** A call to be sent with this installation's key. */
export interface Relaying {
  readonly chain: Chain;
  readonly call: Call;
  /** What it does: it is done once, whoever requests it and however often. */
  readonly purpose: string;
  /** What it is about: while one transaction about it is open, no other is sent. */
  readonly subject: string;
  /** Whose budget it is. */
  readonly accountId: string;
  /** Refuses what is not to be done any more; not called where it was sent before. */
  readonly checkDue: () => Promise<void>;
  /** Refuses in the transaction that stores the signed bytes, behind a lock of what the caller could change meanwhile, which it takes before the sender's. */
  readonly lockDue?: (ctx: Context) => Promise<void>;
}

/** The first look at what became of it; a killed process is taken over then. */
const FIRST_CHECK_MS = 3_000;

/**
 * Sends a call once, after it was simulated; returns why it would revert, in the words of the contract, or undefined where it was sent now or
 * before. It is signed and stored before it is sent, so that a killed process loses nothing and sends nothing else; in a transaction of the
 * caller, a background job sends it after that.
 *
 * Refuses (409) while another transaction about the same is open, and (429) beyond the budgets of the day. Throws `Outage` where no node answers or the sender has too little coin.
 */
export async function relayOnce(ctx: Context, relaying: Relaying): Promise<string | undefined> {
  const { purpose } = relaying;
  if (await hasRelayed(ctx, purpose)) return undefined;
  try {
    const refused = await relay(ctx, relaying);
    // What somebody else sent meanwhile can be carried out already, and is then refused as used.
    return refused !== undefined && (await hasRelayed(ctx, purpose)) ? undefined : refused;
  } catch (error) {
    if (error instanceof Refusal && (await hasRelayed(ctx, purpose))) return undefined;
    throw error;
  }
}

async function relay(ctx: Context, relaying: Relaying): Promise<string | undefined> {
  const { chain, subject, call } = relaying;
  const { sender } = chain;
  invariant(sender !== undefined, `${chain.network.id} has a sender`);
  if (await hasOpenAbout(ctx, subject)) throw relayInProgress();
  await relaying.checkDue();
  const prepared = await sender.prepare(call);
  if ('refused' in prepared) return prepared.refused;
  if (prepared.balanceUnits < prepared.costUnits) {
    throw new Outage(`${sender.address} has too little coin on ${chain.network.name} to send with`);
  }
  // Within a transaction of the caller nothing is stored yet: the background job sends it at once when it is.
  const isStoredLater = ctx.db.isTransaction;
  const firstCheckMs = isStoredLater ? 0 : FIRST_CHECK_MS;
  const transaction = await transact(ctx, (ctx) =>
    signNext(ctx, { ...relaying, firstCheckMs }, prepared),
  );
  if (transaction !== undefined && !isStoredLater) await send(ctx, chain, transaction);
  return undefined;
}

/** Signs and stores it with the next nonce; undefined where somebody else has just done so. */
async function signNext(
  ctx: Context,
  {
    chain,
    purpose,
    subject,
    accountId,
    firstCheckMs,
    lockDue,
  }: Relaying & { readonly firstCheckMs: number },
  prepared: PreparedCall,
): Promise<OwnTransaction | undefined> {
  const { sender } = chain;
  invariant(sender !== undefined, `${chain.network.id} has a sender`);
  const network = chain.network.id;
  // Before the sender: a caller whose transaction this is may hold that lock already.
  await lockDue?.(ctx);
  await lockSender(ctx, network);
  if (await hasRelayed(ctx, purpose)) return undefined;
  if (await hasOpenAbout(ctx, subject)) throw relayInProgress();
  await checkBudget(ctx, { chain, accountId, costUnits: prepared.costUnits });
  const { nextNonce } = prepared;
  const nonce = await nextNonceOf(ctx, { network, senderAddress: sender.address, nextNonce });
  const transaction = await sender.sign(prepared, nonce);
  const nextCheckAt = new Date(ctx.now().getTime() + firstCheckMs);
  const parts = { accountId, purpose, subject, network, nonce, prepared, transaction, nextCheckAt };
  await insertRelayed(ctx, { ...parts, senderAddress: sender.address });
  return transaction;
}

interface BudgetQuery extends Pick<Relaying, 'chain' | 'accountId'> {
  readonly costUnits: bigint;
}

async function checkBudget(ctx: Context, { chain, accountId, costUnits }: BudgetQuery) {
  const since = startOfDay(ctx.now());
  const { network } = chain;
  const { relayBudgetOf, relayTotalBudgetOf } = ctx.settings;
  const spent = await costSince(ctx, { accountId, network: network.id, since });
  // Any wallet opens an account, and somebody may have many wallets.
  const spentByAll = await costSince(ctx, { network: network.id, since });
  const isWithin = spentByAll + costUnits <= relayTotalBudgetOf(network);
  if (isWithin && spent + costUnits <= relayBudgetOf(network)) return;
  throw relayBudgetUsed(Math.ceil((since.getTime() + DAY_MS - ctx.now().getTime()) / 1_000));
}

/** 409: another transaction about the same may still be carried out. */
export function relayInProgress(): Refusal {
  return new Refusal('payment_already_sent', 409, {
    message: 'Another payment of this was sent and has not ended',
    retryAfterSeconds: FIRST_CHECK_MS / 1_000,
  });
}

/** 429: what this installation sends for the account, or for all, costs no more today. */
export function relayBudgetUsed(retryAfterSeconds: number): Refusal {
  const message = 'What may be sent today (UTC) is used up';
  return new Refusal('relay_budget_used', 429, { message, retryAfterSeconds });
}

/** Whoever does not answer may have it all the same; a background job sends what is in no block again. */
async function send(ctx: Context, chain: Chain, { signed }: OwnTransaction): Promise<void> {
  try {
    await chain.broadcast(signed);
  } catch (error) {
    const logFields = { err: error, network: chain.network.id };
    ctx.log.warn(logFields, 'a signed transaction is to be sent again');
  }
}
