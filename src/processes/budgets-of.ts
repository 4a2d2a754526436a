import type { Network } from '#catalog/networks.ts';
import type { Settings } from '#context.ts';
import { parseAmount } from '#kit/amount.ts';
import type { Config } from '#platform/config/config.ts';
import {
  RELAYER_BUDGET_DEFAULT,
  RELAYER_TOTAL_BUDGET_TIMES,
} from '#platform/config/relayer-settings.ts';

type Budgets = Pick<
  Settings,
  'relayBudgetOf' | 'relayTotalBudgetOf' | 'sponsorshipBudgetOf' | 'sponsorshipTotalBudgetOf'
>;

/** What may be spent in a day, for one account and for all, in units of each network's coin. */
export function budgetsOf({
  relayer,
  sponsorshipBudgets,
}: Pick<Config, 'relayer' | 'sponsorshipBudgets'>): Budgets {
  const [relayBudgetOf, relayTotalBudgetOf] = bothOf(relayer.budgets, relayer.totalBudgets);
  const { ofAccount, ofAll } = sponsorshipBudgets;
  const [sponsorshipBudgetOf, sponsorshipTotalBudgetOf] = bothOf(ofAccount, ofAll);
  return { relayBudgetOf, relayTotalBudgetOf, sponsorshipBudgetOf, sponsorshipTotalBudgetOf };
}

type BudgetOf = (network: Network) => bigint;

function bothOf(
  ofAccount: ReadonlyMap<string, string>,
  ofAll: ReadonlyMap<string, string>,
): readonly [BudgetOf, BudgetOf] {
  const one: BudgetOf = (network) =>
    coinsOf(network, ofAccount.get(network.id) ?? RELAYER_BUDGET_DEFAULT);
  const all: BudgetOf = (network) => {
    const set = ofAll.get(network.id);
    return set === undefined ? one(network) * RELAYER_TOTAL_BUDGET_TIMES : coinsOf(network, set);
  };
  return [one, all];
}

/** What a setting names in coin, in units of the network's. */
function coinsOf({ id, nativeCurrency: { decimals, symbol } }: Network, text: string): bigint {
  return parseAmount(text, { field: `the budget of ${id}`, decimals, symbol });
}
