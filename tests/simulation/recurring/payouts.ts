import type { SchedulePermit } from '#chains/chain.ts';
import { type ReadPermit, readPermit } from '#chains/evm/schedules/permit.ts';
import { type Hex, hexOf } from '#kit/hex.ts';
import type { SimWorld } from '../world.ts';

/** A recurring payout as its payer and checkers know it: what is signed says the rest. */
export interface KnownPayout {
  readonly id: string;
  readonly accountId: string;
  readonly status: string;
  readonly pageToken: string;
  readonly payer: string;
  readonly currencyId: string;
  readonly digest: Hex;
  readonly permit: SchedulePermit;
  readonly signature: Hex | undefined;
  readonly totalPayments: number;
  readonly firstDueAt: Date;
  /** What the payee is to get by each instalment, and what the payer pays for it. */
  readonly amountUnits: bigint;
  readonly totalUnits: bigint;
}

const known = new Map<string, ReadPermit & { readonly permit: SchedulePermit }>();

/** What a payer reads in a permit; reading one takes longer than all else here, so it is read once. */
function read(text: string) {
  const permit: SchedulePermit = JSON.parse(text);
  const found = known.get(text) ?? { permit, ...readPermit(permit) };
  known.set(text, found);
  return found;
}

/** Every recurring payout that was ever made, oldest first. */
export async function findPayouts({ db }: Pick<SimWorld, 'db'>): Promise<KnownPayout[]> {
  const rows = await db.selectFrom('recurring_payout').selectAll().orderBy('id').execute();
  return rows.map((row) => {
    const { permit, digest, values } = read(String(row.permit));
    return {
      id: row.id,
      accountId: row.account_id,
      status: row.status,
      pageToken: row.page_token,
      payer: values.subscriber,
      currencyId: row.currency_id,
      digest,
      permit,
      signature: row.signature === null ? undefined : hexOf(row.signature),
      totalPayments: values.totalPayments,
      firstDueAt: new Date(values.firstPayment * 1_000),
      amountUnits: values.amount,
      totalUnits: values.amount + values.feeAmount + values.relayerFee,
    };
  });
}
