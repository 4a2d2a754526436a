import { sql } from 'kysely';
import type { Context } from '#context.ts';
import type { ListedPayer, PayerFilters } from '../model/listed-payer.ts';

/** Which part of an account's payers is read. */
interface PayersPart extends PayerFilters {
  readonly accountId: string;
  readonly limit: number;
  /** The id of the last payer of the page before. */
  readonly after: string | undefined;
}

/** Up to `limit` payers of an account, those that were named last first, without any that was erased. */
export async function findListedPayers(
  { db }: Pick<Context, 'db'>,
  { accountId, limit, after, kycStatus, clientUserId }: PayersPart,
): Promise<readonly ListedPayer[]> {
  const beginning = `${(clientUserId ?? '').replaceAll(/[\\%_]/g, '\\$&')}%`;
  return await db
    .selectFrom('payer')
    .select([
      'id as userId',
      'client_user_id as clientUserId',
      sql<ListedPayer['beneficiaryType']>`beneficiary_type`.as('beneficiaryType'),
      sql<ListedPayer['kycStatus']>`identity_status`.as('kycStatus'),
      sql<ListedPayer['agreementStatus']>`agreement_status`.as('agreementStatus'),
      'created_at as createdAt',
    ])
    .where('account_id', '=', accountId)
    .where('erased_at', 'is', null)
    .$if(kycStatus !== undefined, (query) => query.where('identity_status', '=', kycStatus ?? ''))
    .$if(clientUserId !== undefined, (query) => query.where('client_user_id', 'like', beginning))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(created_at, id) < (
          (select created_at from payer where id = ${after} and account_id = ${accountId}), ${after}
        )`,
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
