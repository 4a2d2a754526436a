import type { Context } from '#context.ts';
import { requireDataVault } from '#context.ts';
import { type Person, Person as StoredPerson } from '../model/person.ts';
import { SEALED_PERSON } from '../sealed-person.ts';

interface OwnId {
  readonly id: string;
  readonly accountId: string;
}

const placeOf = ({ id, accountId }: OwnId) => ({ accountId, id, ...SEALED_PERSON });

/** Seals who a payer is, in place of what was known before. */
export async function sealPerson(ctx: Context, payer: OwnId, person: Person): Promise<void> {
  const sealed = requireDataVault(ctx).seal(JSON.stringify(person), placeOf(payer));
  const values = {
    person: sealed.bytes,
    person_key_version: sealed.keyVersion,
    updated_at: ctx.now(),
  };
  await ctx.db
    .insertInto('payer_secret')
    .values({ id: payer.id, account_id: payer.accountId, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
}

/** Who a payer is; undefined once that was erased. */
export async function openPerson(ctx: Context, payer: OwnId): Promise<Person | undefined> {
  const row = await ctx.db
    .selectFrom('payer_secret')
    .select(['person', 'person_key_version'])
    .where('id', '=', payer.id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const sealed = { keyVersion: row.person_key_version, bytes: row.person };
  const text = requireDataVault(ctx).open(sealed, placeOf(payer));
  return StoredPerson.parse(JSON.parse(text));
}
