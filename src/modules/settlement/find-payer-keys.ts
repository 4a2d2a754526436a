import type { Context } from '#context.ts';
import { Outage } from '#kit/failure.ts';
import type { NewTransfer } from '#modules/ledger/index.ts';
import type { FoundPayment, IngestedChain } from './match-transfers.ts';

/**
 * The payments with the key whose tokens an account paid with, where the chain shows one: what moved the tokens to the account is
 * no contract, such as an exchange. One read where there are any. Who paid is never waited for: without an answer no key is named.
 */
export async function findPayerKeys(
  ctx: Pick<Context, 'log'>,
  { accounts, network }: IngestedChain,
  found: readonly FoundPayment[],
): Promise<readonly NewTransfer[]> {
  const sources = [...new Set(found.flatMap(({ pulledFrom }) => pulledFrom ?? []))];
  if (accounts === undefined || sources.length === 0) return found;
  try {
    const states = await accounts.readAccounts(sources);
    const keys = new Set(
      sources.filter((_, i) => states[i]?.kind === 'key' || states[i]?.kind === 'delegated'),
    );
    return found.map((one) =>
      one.pulledFrom !== undefined && keys.has(one.pulledFrom)
        ? { ...one, payerEoaAddress: one.pulledFrom }
        : one,
    );
  } catch (error) {
    if (!(error instanceof Outage)) throw error;
    ctx.log.warn({ network: network.id, sources, err: error }, 'keys of payers were not read');
    return found;
  }
}
