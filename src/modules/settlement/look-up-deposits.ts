import { NETWORKS, type NetworkId } from '#catalog/networks.ts';
import type { BridgeReads, Chain, FoundDeposit } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { Outage } from '#kit/failure.ts';
import { mapLimited } from '#kit/map-limited.ts';
import { recordBridgeSender } from '#modules/ledger/index.ts';
import { recordPaymentSource } from '#modules/requests/index.ts';
import { transact } from '#platform/db/transact.ts';
import { isLost, nextSearchAt, paidFor, searchFrom } from './model/deposit-search.ts';
import { wakeSettling } from './store/blocks.ts';
import {
  type DepositLookup,
  postponeLookup,
  removeLookup,
  takeDueLookups,
} from './store/deposit-lookups.ts';

/** Far above what one run takes; whoever is killed loses its lookups to another process then. */
const LEASE_MS = 60_000;

/** Of one network: made-up fills are many at a time, and each payment waits for half a minute only. */
const AT_ONCE = 5;

/** Who paid a deposit, and what left them. */
interface SentDeposit {
  readonly found: FoundDeposit;
  /** Null where that is not shown. */
  readonly sender: string | null;
  /** The key whose tokens an account paid with, where one is shown. */
  readonly key: string | null;
  /** Whether its block is. */
  readonly isFinal: boolean;
  readonly paid: ReturnType<typeof paidFor>;
}

/**
 * Looks up the deposits that payments of bridges name, on the networks where they were made, never in a transaction that
 * settles. Only what is found there, with everything that the fill repeats of it, says who paid. A network that does not answer
 * leaves its lookups for later. What was found in a block that is not final is read again until it is: then it may be in another transaction, or
 * gone. Returns how many were due.
 */
export async function lookUpDeposits(ctx: Context, limit: number): Promise<number> {
  const leasedUntil = new Date(ctx.now().getTime() + LEASE_MS);
  const due = await takeDueLookups(ctx, { leasedUntil, limit });
  const groups = Map.groupBy(due, ({ originNetwork }) => originNetwork);
  const errors = await Promise.all(
    [...groups].map(([network, lookups]) => lookUpOn(ctx, network, lookups)),
  );
  const [first] = errors.flat();
  if (first !== undefined) throw first.error;
  return due.length;
}

/**
 * Looks up what was deposited on one network. After it did not answer once, the others wait too, as each would wait for it again;
 * one that fails for another reason keeps no other from being looked up. Returns what failed so.
 */
async function lookUpOn(
  ctx: Context,
  network: NetworkId,
  lookups: readonly DepositLookup[],
): Promise<readonly { readonly error: unknown }[]> {
  const chain = ctx.chains.get(network);
  const errors: { readonly error: unknown }[] = [];
  let isSilent = false;
  const work = async (lookup: DepositLookup) => {
    try {
      if (isSilent) await searchLater(ctx, lookup);
      else await lookUp(ctx, chain, lookup);
    } catch (error) {
      if (!(error instanceof Outage)) {
        errors.push({ error });
        return;
      }
      isSilent = true;
      ctx.log.warn({ err: error, network }, 'a deposit was not looked up');
      await searchLater(ctx, lookup);
    }
  };
  // The first alone: it shows whether the network answers.
  const [first, ...others] = lookups;
  if (first !== undefined) await work(first);
  await mapLimited(others, AT_ONCE, work);
  return errors;
}

async function lookUp(
  ctx: Context,
  chain: Chain | undefined,
  lookup: DepositLookup,
): Promise<void> {
  const sent = await findSent(ctx, chain, lookup);
  if (sent === undefined) await searchLater(ctx, { ...lookup, lookups: lookup.lookups + 1 });
  else await recordSent(ctx, lookup, sent);
}

/** Undefined while no node has it. The calldata and the sender are read of the transaction itself. */
async function findSent(
  ctx: Context,
  chain: Chain | undefined,
  lookup: DepositLookup,
): Promise<SentDeposit | undefined> {
  const bridge = chain?.bridge;
  if (chain === undefined || bridge === undefined) return undefined;
  const { network } = chain;
  const search = { filledAt: lookup.blockTime, lookups: lookup.lookups };
  const head = await chain.readHead();
  const at = { head, blockTimeMs: network.blockTimeMs, now: ctx.now() };
  const destinationChainId = NETWORKS[lookup.network].chainId;
  const found = await bridge.findDeposit({ ...lookup, destinationChainId }, searchFrom(search, at));
  return found && (await readSent({ ...chain, bridge }, found));
}

async function readSent(
  { bridge, accounts }: Pick<Chain, 'accounts'> & { readonly bridge: BridgeReads },
  found: FoundDeposit,
): Promise<SentDeposit | undefined> {
  const [source] = await bridge.readSources([{ hash: found.transactionHash }]);
  if (source?.state !== 'success') return undefined;
  const { sender, transaction, isFinal, payers } = source;
  if (payers !== undefined) {
    const paid = payers.find(({ depositId }) => depositId === found.deposit.depositId);
    const key = paid?.pulledFrom === undefined ? null : await keyAt(accounts, paid.pulledFrom);
    const by = { sender: paid?.payerAddress ?? null, key };
    return { found, ...by, isFinal, paid: paid ?? paidFor(found.deposit, undefined) };
  }
  const route = transaction && bridge.decodeRoute(transaction);
  const decoded = route === undefined || 'refused' in route ? undefined : route;
  return { found, sender, key: null, isFinal, paid: paidFor(found.deposit, decoded) };
}

/** An address that is a key's; null where it is a contract, such as an exchange's. */
async function keyAt(accounts: Chain['accounts'], address: string): Promise<string | null> {
  const [state] = (await accounts?.readAccounts([address])) ?? [];
  return state?.kind === 'key' || state?.kind === 'delegated' ? address : null;
}

async function recordSent(
  ctx: Context,
  lookup: DepositLookup,
  { found, sender, key, isFinal, paid: { tokenAddress, units } }: SentDeposit,
): Promise<void> {
  const { transferId, accountId, requestRowId, network, transactionHash, createdAt } = lookup;
  const foundHash = found.transactionHash;
  const dueAt = isFinal
    ? undefined
    : nextSearchAt({ lookups: 0, createdAt, isFound: true }, ctx.now());
  await transact(ctx, async (ctx) => {
    const isOurs =
      dueAt === undefined
        ? await removeLookup(ctx, transferId)
        : await postponeLookup(ctx, { transferId, lookups: 0, foundHash, dueAt });
    if (!isOurs || lookup.foundHash === foundHash) return;
    if (!(await recordBridgeSender(ctx, transferId, { sender, key }))) return;
    const source = {
      accountId,
      requestRowId,
      network,
      transactionHash,
      sourceNetwork: lookup.originNetwork,
      sourceTransactionHash: foundHash,
      tokenAddress,
      units,
    };
    await recordPaymentSource(ctx, source, { replacesOther: true });
    await wakeSettling(ctx);
  });
}

async function searchLater(ctx: Context, lookup: DepositLookup): Promise<void> {
  const isFound = lookup.foundHash !== undefined;
  const dueAt = nextSearchAt({ ...lookup, isFound }, ctx.now());
  if (dueAt !== undefined && isFound && isLost(lookup.lookups)) {
    return await resetSender(ctx, lookup, dueAt);
  }
  if (dueAt !== undefined) {
    await postponeLookup(ctx, { ...lookup, dueAt });
    return;
  }
  await removeLookup(ctx, lookup.transferId);
  if (isFound) return;
  const { network, transactionHash, originNetwork, depositId } = lookup;
  ctx.log.warn(
    { network, transactionHash, originNetwork, depositId: depositId.toString() },
    'a payment names a deposit that was not found; its payer is not known',
  );
}

/** Names nobody as payer any more, as the deposit that did is gone, and searches for it as for one that was never found. */
async function resetSender(ctx: Context, lookup: DepositLookup, dueAt: Date): Promise<void> {
  await transact(ctx, async (ctx) => {
    if (!(await postponeLookup(ctx, { ...lookup, foundHash: undefined, dueAt }))) return;
    await recordBridgeSender(ctx, lookup.transferId, { sender: null, key: null });
  });
  const { network, transactionHash, originNetwork, foundHash } = lookup;
  ctx.log.warn(
    { network, transactionHash, originNetwork, foundHash },
    'a deposit is gone that a payment names; its payer is not known',
  );
}
