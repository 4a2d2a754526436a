import type { AccountState } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { Outage } from '#kit/failure.ts';
import { judgeLedger } from './model/judge-destination.ts';
import { judgeExecution, needsSearch, type SeenSafe } from './model/judge-execution.ts';
import { type DueIntent, type Progress, progressOf } from './model/progress.ts';
import { UNREAD_PROPOSAL } from './model/stored-proposal.ts';
import { type AccountChain, judgeProposal, readProposals } from './prove-proposals.ts';
import { findLedgerPayments } from './store/due-intents.ts';

/** So many Safes of a network are searched for an execution in one check; the others wait for the next. */
const SEARCHES_MAX = 20;
/** Pages report what they propose at once: what was executed longer ago was not proposed for this link. */
const SEARCHED_MS = 60 * 60 * 1_000;
/** The same in blocks, on networks with many of them. */
const SEARCHED_BLOCKS_MAX = 20_000n;
/** A reorganisation may put an execution into a block before the one that was the newest. */
const MARGIN_BLOCKS = 1_000n;

/**
 * Reads what became of transactions that owners of Safes sign: what the service shows of those that are not proven, then the Safes
 * of each network in one round. The chain decides; a silent service or network leaves what is known. Each is returned, also those of which nothing was read.
 */
export async function followSafes(
  ctx: Context,
  due: readonly DueIntent[],
): Promise<readonly Progress[]> {
  const groups = [...Map.groupBy(due, ({ network }) => network)];
  const followed = await Promise.all(
    groups.map(async ([network, intents]) => {
      const chain = ctx.chains.get(network);
      if (chain?.accounts === undefined) return intents.map(progressOf);
      try {
        return await followOn(ctx, { chain, accounts: chain.accounts }, intents);
      } catch (error) {
        if (!(error instanceof Outage)) throw error;
        ctx.log.warn({ err: error, network }, 'proposals of Safes were not followed');
        return intents.map(progressOf);
      }
    }),
  );
  return await readLedger(ctx, followed.flat());
}

/** One whose Safe was read. */
interface Located {
  readonly progress: Progress;
  readonly safe: string;
  readonly account: AccountState;
}

async function followOn(
  ctx: Context,
  at: AccountChain,
  intents: readonly DueIntent[],
): Promise<readonly Progress[]> {
  const proposals = await readProposals(ctx, at, intents);
  const safes = intents.map(
    (intent) => proposals.get(intent.id)?.safe ?? intent.safeAddress ?? intent.payerAddress,
  );
  const addresses = [...new Set(safes.filter((safe) => safe !== null))];
  // An account that is read after the head is not older than it.
  const head = await at.chain.readHead();
  const states = await readStates(at, addresses, 'newest');
  const located = await Promise.all(
    intents.map(async (intent, i): Promise<Progress | Located> => {
      const safe = safes[i] ?? null;
      const account = safe === null ? undefined : states.get(safe);
      const progress = progressOf(intent);
      if (safe === null || account === undefined) return progress;
      const proposal = proposals.get(intent.id);
      const judged =
        proposal === undefined
          ? progress
          : await judgeProposal(ctx, progress, { proposal, account });
      return { progress: judged, safe, account };
    }),
  );
  return await judgeAll(ctx, at, { located, head });
}

async function readStates(
  { accounts }: AccountChain,
  addresses: readonly string[],
  at: 'newest' | 'final',
): Promise<ReadonlyMap<string, AccountState>> {
  const states = addresses.length === 0 ? [] : await accounts.readAccounts(addresses, at);
  return new Map(
    addresses.flatMap((address, i) => (states[i] ? [[address, states[i]] as const] : [])),
  );
}

async function judgeAll(
  ctx: Context,
  at: AccountChain,
  { located, head }: { readonly located: readonly (Progress | Located)[]; readonly head: bigint },
): Promise<readonly Progress[]> {
  const searched = located
    .filter((one): one is Located => 'account' in one && needsSearch(one.progress, one.account))
    .slice(0, SEARCHES_MAX);
  const finals = await readStates(at, [...new Set(searched.map(({ safe }) => safe))], 'final');
  return await Promise.all(
    located.map(async (one) => {
      if (!('account' in one)) return judgeNothing(ctx, one);
      const { progress, safe, account } = one;
      const final = finals.get(safe);
      const found = searched.includes(one)
        ? await search(ctx, at, { ...one, head, final })
        : undefined;
      const isSearched = found !== undefined;
      // One that waits for its turn stays as it was.
      if (!isSearched && needsSearch(progress, account)) return progress;
      const seen: SeenSafe = {
        account,
        final,
        head,
        isSearched,
        execution: found?.execution,
      };
      return judgeExecution(progress, seen, ctx.now());
    }),
  );
}

/** One whose Safe nobody knows yet. */
function judgeNothing(ctx: Context, progress: Progress): Progress {
  const account = { kind: 'key' } as const;
  const seen = { account, final: undefined, head: 0n, isSearched: false, execution: undefined };
  return judgeExecution(progress, seen, ctx.now());
}

/** Undefined where no node answers: one Safe with more events than a node returns keeps no other from being read. */
async function search(
  ctx: Context,
  { chain, accounts }: AccountChain,
  { progress, safe, head, final }: Located & Pick<SeenSafe, 'head' | 'final'>,
) {
  const { safeTransactionHash, id } = progress.intent;
  const { nonce, unexecuted } = progress.proposal ?? UNREAD_PROPOSAL;
  if (safeTransactionHash === null) return undefined;
  const blocks = BigInt(Math.ceil(SEARCHED_MS / chain.network.blockTimeMs));
  const first = blocks < SEARCHED_BLOCKS_MAX ? blocks : SEARCHED_BLOCKS_MAX;
  const fromBlock = unexecuted === null ? head - first : unexecuted.block - MARGIN_BLOCKS;
  // Then what is not found has failed, which is not taken back.
  const isThorough = nonce !== null && final?.kind === 'safe' && final.nonce > nonce;
  try {
    const from = fromBlock > 0n ? fromBlock : 0n;
    const query = { safe, safeTransactionHash, fromBlock: from, isThorough };
    return { execution: await accounts.findExecution(query) };
  } catch (error) {
    if (!(error instanceof Outage)) throw error;
    ctx.log.warn({ err: error, intent: id }, 'the execution of a proposal was not searched');
    return undefined;
  }
}

/** Joins the payments that count which the executions made. */
async function readLedger(ctx: Context, all: readonly Progress[]): Promise<readonly Progress[]> {
  const queries = all.flatMap(({ intent, proposal }) => {
    const transactionHash = proposal?.execution?.transactionHash;
    const { id: intentId, requestRowId, securePaymentToken: token, request } = intent;
    // From another network it is the fill of its deposit that pays.
    if (transactionHash === undefined || intent.network !== request.network) return [];
    return [{ intentId, requestRowId, token, network: request.network, transactionHash }];
  });
  const payments = await findLedgerPayments(ctx, queries);
  return all.map((progress) => judgeLedger(progress, payments.get(progress.intent.id)));
}
