import { NETWORKS } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { Outage } from '#kit/failure.ts';
import { checkParties, findUnfitParty, recordRefusedWallets } from '#modules/compliance/index.ts';
import type { RecurringPayout } from './model/recurring-payout.ts';

type Parties = Pick<
  RecurringPayout,
  'accountId' | 'network' | 'payerAddress' | 'payeeAddress' | 'plan'
>;

/** Looks up who pays and who is paid before a recurring payout begins or goes on, and has vendors judge the latter. Refuses as `checkParties` does. */
export async function checkPayerAndPayee(ctx: Context, payout: Parties): Promise<void> {
  await checkParties(ctx, partiesOf(payout));
}

/**
 * Looks both up before an instalment is sent. Returns why nothing may be sent any more, for people to read; undefined where nothing speaks
 * against it. Throws `Outage` where nothing is known of one, which is no failure of the payer.
 */
export async function findRejection(ctx: Context, payout: Parties): Promise<string | undefined> {
  const unfit = await findUnfitParty(ctx, partiesOf(payout));
  if (unfit === undefined) return undefined;
  await recordRefusedWallets(ctx, { wallets: [unfit], operationId: null });
  const who = unfit.role === 'payer' ? 'payer' : 'payee';
  if (unfit.code === 'provider_error') {
    throw new Outage(`whether the ${who} ${unfit.walletAddress} may take part is not known`);
  }
  return `The wallet of the ${who} was rejected by a screening`;
}

function partiesOf({ accountId, network, payerAddress, payeeAddress, plan }: Parties) {
  return {
    accountId,
    networks: [NETWORKS[network]],
    parties: [
      { role: 'payer', walletAddress: payerAddress, field: 'recurrence.payer', plan: null },
      { role: 'recipient', walletAddress: payeeAddress, field: 'payee', plan },
    ],
  } as const;
}
