import type { Context } from '#context.ts';
import type { SecurePaymentStatus } from '../model/status.ts';

/** Which payouts of an account are read, newest first. */
interface PayoutFilter {
  readonly accountId: string;
  readonly status?: SecurePaymentStatus | undefined;
  readonly payeeAddress?: string | undefined;
  readonly reference?: string | undefined;
  readonly limit: number;
  /** Only those older than this one. */
  readonly cursor?: string | undefined;
}

/** The tokens of payout links, newest first. */
export async function findPayoutTokens(
  { db }: Context,
  { accountId, status, payeeAddress, reference, limit, cursor }: PayoutFilter,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('secure_payment as link')
    .select('link.token')
    .where('link.account_id', '=', accountId)
    .where('link.flow', '=', 'outgoing')
    .$if(cursor !== undefined, (query) => query.where('link.token', '<', cursor ?? ''))
    .$if(status !== undefined, (query) => query.where('link.status', '=', status ?? ''))
    .$if(reference !== undefined, (query) => query.where('link.reference', '=', reference ?? ''))
    .$if(payeeAddress !== undefined, (query) =>
      query.where('link.token', 'in', (inner) =>
        inner
          .selectFrom('secure_payment_request as asked')
          .innerJoin('request_summary as request', 'request.id', 'asked.request_id')
          .select('asked.secure_payment_token')
          .where('request.account_id', '=', accountId)
          .where('request.payee_address', '=', payeeAddress ?? ''),
      ),
    )
    .orderBy('link.token', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ token }) => token);
}
