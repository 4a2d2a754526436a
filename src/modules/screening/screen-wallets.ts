import type { Network, NetworkId } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { Outage } from '#kit/failure.ts';
import {
  findRejectedByHand,
  nameOfWallet,
  type OverrideSetter,
} from '#modules/screening-overrides/index.ts';
import { type Listing, listingOf } from './model/listing.ts';
import { isAnyRead, listsFor } from './model/lists.ts';
import { ORACLE } from './model/providers.ts';
import { findAnswers, keepAnswers, type ListAnswer } from './store/list-answers.ts';

/** An answer is used again for so long: a page asks every few seconds, and lists change once in weeks. Ours. */
const ANSWER_AGE_MS = 5 * 60 * 1_000;

/** What is known of a wallet, as of a moment. */
export interface ScreenedWallet {
  readonly walletAddress: string;
  /** `listed` too of a wallet that the account, or the operator for it, has rejected in advance. */
  readonly listing: Listing;
  /** Who says so. */
  readonly provider: typeof ORACLE | OverrideSetter;
  readonly evaluatedAt: Date;
}

/** Wallets that are to pay or to be paid, and the networks on which that happens. */
interface ScreeningInput {
  /** Whose payment it is, which may have rejected wallets in advance. */
  readonly accountId: string;
  readonly networks: readonly Network[];
  /** As their chain shows them. */
  readonly wallets: readonly string[];
}

/** Whether wallets that pay on these networks are looked up at all, so that a payment must name one. */
export function areWalletsScreened(
  { settings }: Pick<Context, 'settings'>,
  networks: readonly Network[],
): boolean {
  return isAnyRead(listsFor(networks, settings.sanctionsOracle));
}

/**
 * Looks wallets up among those that the account rejects in advance and in the lists of sanctioned addresses, each once; an answer of the last
 * five minutes is used again. Empty where no list is looked up and none is rejected. Never throws because a list gives no answer: what it was asked about is then unknown,
 * which is no answer to pay by. None of it approves what another provider is to decide.
 */
export async function screenWallets(
  ctx: Context,
  { accountId, networks, wallets }: ScreeningInput,
): Promise<readonly ScreenedWallet[]> {
  const each = [...new Set(wallets)];
  const asked = each.map((walletAddress) => ({ accountId, walletAddress }));
  const rejected = await findRejectedByHand(ctx, asked);
  const byLists = await lookUpInLists(ctx, networks, each);
  if (rejected.size === 0) return byLists;
  const evaluatedAt = ctx.now();
  return each.map((walletAddress) => {
    const rejection = rejected.get(nameOfWallet({ accountId, walletAddress }));
    const found = byLists.find((one) => one.walletAddress === walletAddress);
    // A list that has it is the stronger reason, as nobody can take it back here.
    if (rejection !== undefined && found?.listing !== 'listed') {
      const { setBy: provider, createdAt } = rejection;
      ctx.meter.count('screenings_total', { provider, result: 'rejected' });
      return { walletAddress, listing: 'listed', provider, evaluatedAt: createdAt };
    }
    return found ?? { walletAddress, listing: 'not_listed', provider: ORACLE, evaluatedAt };
  });
}

/** What the lists say of wallets; empty where none is looked up. */
async function lookUpInLists(
  ctx: Context,
  networks: readonly Network[],
  each: readonly string[],
): Promise<readonly ScreenedWallet[]> {
  const asked = listsFor(networks, ctx.settings.sanctionsOracle);
  if (!isAnyRead(asked)) return [];
  const evaluatedAt = ctx.now();
  const kept = await findAnswers(ctx, {
    provider: ORACLE,
    networks: asked.lists,
    wallets: each,
    since: new Date(evaluatedAt.getTime() - ANSWER_AGE_MS),
  });
  const known = new Map(kept.map((answer) => [nameOf(answer), answer.isListed]));
  const fresh = await Promise.all(
    asked.lists.map(async (network) => {
      const unknown = each.filter(
        (walletAddress) => !known.has(nameOf({ network, walletAddress })),
      );
      return unknown.length === 0 ? [] : await readList(ctx, network, unknown);
    }),
  );
  await keepAnswers(ctx, { provider: ORACLE, answers: fresh.flat(), answeredAt: evaluatedAt });
  for (const answer of fresh.flat()) known.set(nameOf(answer), answer.isListed);
  return each.map((walletAddress) => {
    const answers = asked.lists.map((network) => known.get(nameOf({ network, walletAddress })));
    const listing = listingOf(asked.lacksOne ? [...answers, undefined] : answers);
    ctx.meter.count('screenings_total', { provider: ORACLE, result: listing });
    return { walletAddress, listing, provider: ORACLE, evaluatedAt };
  });
}

const nameOf = ({ network, walletAddress }: Omit<ListAnswer, 'isListed'>) =>
  `${network} ${walletAddress}`;

/** None where the list cannot be read. */
async function readList(
  ctx: Context,
  network: NetworkId,
  wallets: readonly string[],
): Promise<readonly ListAnswer[]> {
  const sanctions = ctx.chains.get(network)?.sanctions;
  if (sanctions === undefined) {
    ctx.log.error({ network }, 'no node is configured by which sanctioned addresses are read');
    return [];
  }
  try {
    const answers = await sanctions.areListed(wallets);
    return wallets.flatMap((walletAddress, i) => {
      const isListed = answers[i];
      return isListed === undefined ? [] : [{ network, walletAddress, isListed }];
    });
  } catch (error) {
    if (!(error instanceof Outage)) throw error;
    ctx.log.warn({ err: error, network }, 'sanctioned addresses were not read');
    return [];
  }
}
