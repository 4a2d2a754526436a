import type { Network } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { DAY_MS, startOfDay } from '#kit/budget-day.ts';
import { Refusal } from '#kit/failure.ts';
import { transact } from '#platform/db/transact.ts';
import {
  costOfOthers,
  costSince,
  countSponsored,
  findOperation,
  lockBudget,
  type OperationKey,
  recordOperation,
} from './store.ts';

/** So many operations of a link are sponsored in all: who signs anew that often does not mean to pay. */
const OF_LINK_MAX = 5;
/** What one link takes of its account's budget at most: its payer chooses limits and prices, and may never send what was sponsored. */
const LINK_SHARES = 3n;
/** What one smart account takes of that budget in a day at most, by however many links: who may create links may create many. */
const SENDER_SHARES = 2n;

/** What is to be sponsored. */
interface Reservation {
  readonly network: Network;
  readonly key: OperationKey;
  readonly costUnits: bigint;
}

/**
 * Counts what an operation may cost against the budgets of the day, before anybody is asked to pay for it. The same one counts once, by the
 * most that it may cost. Refuses (429) what is above a budget, one operation of a link too many, and more than a third of the account's
 * budget for one link, or half for one smart account.
 */
export async function reserveSponsorship(
  ctx: Context,
  { network, key, costUnits }: Reservation,
): Promise<void> {
  await transact(ctx, async (ctx) => {
    await lockBudget(ctx, network.id);
    const known = await findOperation(ctx, key);
    const isKnown = known !== undefined && known.costUnits > 0n;
    const since = startOfDay(ctx.now());
    const wait = Math.ceil((since.getTime() + DAY_MS - ctx.now().getTime()) / 1_000);
    if (!isKnown && (await countSponsored(ctx, key)) >= OF_LINK_MAX) {
      throw sponsorshipBudgetUsed(wait);
    }
    // Of an earlier day it counts anew, as it may be carried out only now.
    const counted = known !== undefined && known.countedAt >= since ? known.costUnits : 0n;
    const more = costUnits > counted ? costUnits - counted : 0n;
    const spent = await costSince(ctx, { network: network.id, accountId: key.accountId, since });
    const { accountId, sender } = key;
    const spentBySender = await costSince(ctx, { network: network.id, accountId, sender, since });
    const spentByAll = await costSince(ctx, { network: network.id, since });
    const { sponsorshipBudgetOf, sponsorshipTotalBudgetOf } = ctx.settings;
    const highest =
      known !== undefined && known.costUnits > costUnits ? known.costUnits : costUnits;
    const ofLink = (await costOfOthers(ctx, key)) + highest;
    const isWithin =
      ofLink * LINK_SHARES <= sponsorshipBudgetOf(network) &&
      (spentBySender + more) * SENDER_SHARES <= sponsorshipBudgetOf(network) &&
      spent + more <= sponsorshipBudgetOf(network) &&
      spentByAll + more <= sponsorshipTotalBudgetOf(network);
    if (!isWithin) throw sponsorshipBudgetUsed(wait);
    await recordOperation(ctx, key, costUnits);
  });
}

/** 429: nothing more is sponsored for the account, for all, or of the link. */
export function sponsorshipBudgetUsed(retryAfterSeconds: number): Refusal {
  const message = 'What may be sponsored today (UTC) is used up';
  return new Refusal('sponsorship_budget_used', 429, { message, retryAfterSeconds });
}
