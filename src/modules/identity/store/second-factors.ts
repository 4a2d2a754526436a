import { type Insertable, sql } from 'kysely';
import type { Context } from '#context.ts';
import type { Sealed } from '#kit/secret.ts';
import type { PasskeyTable } from '#platform/db/tables.generated.ts';
import type { SecondFactorKind } from '../model/second-factor.ts';

/** Holds a person until the transaction ends, so that second factors change one call after another. */
export async function lockPerson(ctx: Context, personId: string): Promise<void> {
  await ctx.db
    .selectFrom('person')
    .select('id')
    .where('id', '=', personId)
    .forUpdate()
    .executeTakeFirst();
}

/** A second factor as its owner sees it. */
export interface KnownSecondFactor {
  readonly id: string;
  readonly kind: SecondFactorKind;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** The second factors of a person, in the order in which they were added. */
export async function findSecondFactors(
  ctx: Context,
  personId: string,
): Promise<readonly KnownSecondFactor[]> {
  return await ctx.db
    .selectFrom('authenticator_app')
    .select([
      'id',
      sql<SecondFactorKind>`'totp'`.as('kind'),
      'name',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
    ])
    .where('person_id', '=', personId)
    .where('activated_at', 'is not', null)
    .unionAll((query) =>
      query
        .selectFrom('passkey')
        .select([
          'id',
          sql<SecondFactorKind>`'passkey'`.as('kind'),
          'name',
          'created_at as createdAt',
          'last_used_at as lastUsedAt',
        ])
        .where('person_id', '=', personId),
    )
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

/** Replaces what a person began to add and never used a code of. */
export async function insertAuthenticatorApp(
  ctx: Context,
  app: {
    readonly id: string;
    readonly personId: string;
    readonly name: string;
    readonly secret: Sealed;
  },
): Promise<void> {
  await ctx.db
    .deleteFrom('authenticator_app')
    .where('person_id', '=', app.personId)
    .where('activated_at', 'is', null)
    .execute();
  await ctx.db
    .insertInto('authenticator_app')
    .values({
      id: app.id,
      person_id: app.personId,
      name: app.name,
      secret_sealed: app.secret.bytes,
      secret_key_version: app.secret.keyVersion,
      created_at: ctx.now(),
    })
    .execute();
}

/** An app of a person, with what its codes are computed of. */
export interface StoredAuthenticatorApp {
  readonly id: string;
  readonly name: string;
  readonly secret: Sealed;
  readonly lastUsedStep: number | null;
}

/** The apps of a person that are active, or the one of this id that is not yet. */
export async function findAuthenticatorApps(
  ctx: Context,
  { personId, inactiveId }: { readonly personId: string; readonly inactiveId?: string },
): Promise<readonly StoredAuthenticatorApp[]> {
  const rows = await ctx.db
    .selectFrom('authenticator_app')
    .select(['id', 'name', 'secret_sealed', 'secret_key_version', 'last_used_step'])
    .where('person_id', '=', personId)
    .$if(inactiveId === undefined, (query) => query.where('activated_at', 'is not', null))
    .$if(inactiveId !== undefined, (query) =>
      query.where('id', '=', inactiveId ?? '').where('activated_at', 'is', null),
    )
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    secret: { keyVersion: row.secret_key_version, bytes: row.secret_sealed },
    lastUsedStep: row.last_used_step === null ? null : Number(row.last_used_step),
  }));
}

/** Takes the code of a time step; false where one of this step or a later one was taken meanwhile. */
export async function useTotpStep(
  ctx: Context,
  {
    id,
    step,
    activates,
  }: { readonly id: string; readonly step: number; readonly activates: boolean },
): Promise<boolean> {
  const now = ctx.now();
  const used = await ctx.db
    .updateTable('authenticator_app')
    .set({
      last_used_step: BigInt(step),
      ...(activates ? { activated_at: now } : { last_used_at: now }),
    })
    .where('id', '=', id)
    .where('activated_at', activates ? 'is' : 'is not', null)
    .where((is) =>
      is.or([is('last_used_step', 'is', null), is('last_used_step', '<', BigInt(step))]),
    )
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

/** Adds a passkey; false where somebody has added it already. */
export async function insertPasskey(ctx: Context, row: Insertable<PasskeyTable>): Promise<boolean> {
  const inserted = await ctx.db
    .insertInto('passkey')
    .values(row)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** A passkey of a person, with what its signatures are checked by. */
export interface StoredPasskey {
  readonly id: string;
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
}

/** The passkeys of a person. */
export async function findPasskeys(
  ctx: Context,
  personId: string,
): Promise<readonly StoredPasskey[]> {
  const rows = await ctx.db
    .selectFrom('passkey')
    .select([
      'id',
      'credential_id as credentialId',
      'public_key as publicKey',
      'counter',
      'transports',
    ])
    .where('person_id', '=', personId)
    .orderBy('id')
    .execute();
  return rows.map(({ counter, ...row }) => ({ ...row, counter: Number(counter) }));
}

/** Stores that a passkey signed; false where it signed with this count or a higher one meanwhile. */
export async function usePasskey(
  ctx: Context,
  {
    id,
    before,
    counter,
  }: { readonly id: string; readonly before: number; readonly counter: number },
): Promise<boolean> {
  const used = await ctx.db
    .updateTable('passkey')
    .set({ counter: BigInt(counter), last_used_at: ctx.now() })
    .where('id', '=', id)
    .where('counter', '=', BigInt(before))
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

/** Gives a second factor of a person another name; false where the person has none of this id. */
export async function updateFactorName(
  ctx: Context,
  { personId, id, name }: { readonly personId: string; readonly id: string; readonly name: string },
): Promise<boolean> {
  for (const table of ['authenticator_app', 'passkey'] as const) {
    const renamed = await ctx.db
      .updateTable(table)
      .set({ name })
      .where('person_id', '=', personId)
      .where('id', '=', id)
      .$if(table === 'authenticator_app', (query) =>
        query.where(sql<boolean>`activated_at is not null`),
      )
      .returning('id')
      .executeTakeFirst();
    if (renamed !== undefined) return true;
  }
  return false;
}

/** Removes a second factor of a person, or all of them where none is named, with what was begun. */
export async function deleteFactors(
  ctx: Context,
  { personId, id }: { readonly personId: string; readonly id?: string },
): Promise<void> {
  for (const table of ['authenticator_app', 'passkey'] as const) {
    await ctx.db
      .deleteFrom(table)
      .where('person_id', '=', personId)
      .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
      .execute();
  }
}

/** Replaces the recovery codes of a person. */
export async function replaceCodes(
  ctx: Context,
  { personId, hashes }: { readonly personId: string; readonly hashes: readonly Buffer[] },
): Promise<void> {
  await ctx.db.deleteFrom('recovery_code').where('person_id', '=', personId).execute();
  if (hashes.length === 0) return;
  const created_at = ctx.now();
  await ctx.db
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ person_id: personId, code_hash, created_at })))
    .execute();
}

/** Uses a recovery code up; false where the person has none of this hash that is left. */
export async function useRecoveryCode(
  ctx: Context,
  { personId, hash }: { readonly personId: string; readonly hash: Buffer },
): Promise<boolean> {
  const used = await ctx.db
    .updateTable('recovery_code')
    .set({ used_at: ctx.now() })
    .where('person_id', '=', personId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('person_id')
    .executeTakeFirst();
  return used !== undefined;
}

/** How many recovery codes of a person are left. */
export async function countRecoveryCodes(ctx: Context, personId: string): Promise<number> {
  const { left } = await ctx.db
    .selectFrom('recovery_code')
    .select((query) => query.fn.countAll<bigint>().as('left'))
    .where('person_id', '=', personId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(left);
}
