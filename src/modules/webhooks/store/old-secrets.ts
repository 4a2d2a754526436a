import { z } from 'zod';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import type { Sealed } from '#kit/secret.ts';

/** A secret that was replaced, and until when it signs beside the present one. */
export interface OldSecret {
  readonly secret: Sealed;
  readonly until: Date;
}

/** The columns of an endpoint with its old secrets. */
export interface OldSecretColumns {
  readonly previous_secret_sealed: Buffer | null;
  readonly previous_secret_key_version: number | null;
  readonly previous_secret_until: Date | null;
  readonly earlier_secrets: string | null;
}

const Earlier = z.array(
  z.object({
    sealed: z.base64().transform((text) => Buffer.from(text, 'base64')),
    keyVersion: z.int(),
    until: z.iso.datetime().transform((text) => new Date(text)),
  }),
);

/** The secrets before the present one, the newest first, also those that have ended. */
export function oldSecretsOf(row: OldSecretColumns): readonly OldSecret[] {
  const {
    previous_secret_sealed: bytes,
    previous_secret_key_version: keyVersion,
    previous_secret_until: until,
  } = row;
  const earlier =
    row.earlier_secrets === null ? [] : Earlier.parse(JSON.parse(row.earlier_secrets));
  const kept = earlier.map(({ sealed, ...one }) => ({
    secret: { bytes: sealed, keyVersion: one.keyVersion },
    until: one.until,
  }));
  if (bytes === null || keyVersion === null || until === null) return kept;
  return [{ secret: { bytes, keyVersion }, until }, ...kept];
}

/** The old secrets of an endpoint that still sign. */
export async function findOldSecrets(ctx: Context, id: string): Promise<readonly OldSecret[]> {
  const row = await ctx.db
    .selectFrom('webhook_endpoint')
    .select([
      'previous_secret_sealed',
      'previous_secret_key_version',
      'previous_secret_until',
      'earlier_secrets',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
  invariant(row !== undefined, `webhook ${id} exists`);
  return oldSecretsOf(row).filter(({ until }) => until > ctx.now());
}

/**
 * Replaces the present secret by a new one, which signs until `previousUntil` or ends; so do
 * those in `earlier`, each until its own end.
 */
export async function rotateSecret(
  ctx: Context,
  to: {
    readonly id: string;
    readonly secret: Sealed;
    readonly previousUntil: Date | null;
    readonly earlier: readonly OldSecret[];
  },
): Promise<void> {
  const overlaps = to.previousUntil !== null;
  const earlier = to.earlier.map(({ secret: { bytes, keyVersion }, until }) => ({
    sealed: bytes.toString('base64'),
    keyVersion,
    until: until.toISOString(),
  }));
  await ctx.db
    .updateTable('webhook_endpoint')
    .set((is) => ({
      previous_secret_sealed: overlaps ? is.ref('secret_sealed') : null,
      previous_secret_key_version: overlaps ? is.ref('secret_key_version') : null,
      previous_secret_until: to.previousUntil,
      earlier_secrets: earlier.length === 0 ? null : JSON.stringify(earlier),
      secret_sealed: to.secret.bytes,
      secret_key_version: to.secret.keyVersion,
      updated_at: ctx.now(),
    }))
    .where('id', '=', to.id)
    .execute();
}
