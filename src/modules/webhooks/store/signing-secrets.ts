import { sql } from 'kysely';
import type { Sealed } from '#kit/secret.ts';
import { type OldSecret, type OldSecretColumns, oldSecretsOf } from './old-secrets.ts';

/** What signs for an endpoint. */
export interface SigningSecrets {
  readonly secret: Sealed;
  /** The secrets before it, some of which may have ended. */
  readonly oldSecrets: readonly OldSecret[];
}

/** The columns of an endpoint with its secrets. */
export interface SigningColumns extends OldSecretColumns {
  readonly secret_sealed: Buffer;
  readonly secret_key_version: number;
}

/** For a list of what is selected of an endpoint. */
export const SIGNING_COLUMNS = sql`secret_sealed, secret_key_version, previous_secret_sealed,
  previous_secret_key_version, previous_secret_until, earlier_secrets`;

/** The secrets of an endpoint. */
export function secretsOf(row: SigningColumns): SigningSecrets {
  return {
    secret: { bytes: row.secret_sealed, keyVersion: row.secret_key_version },
    oldSecrets: oldSecretsOf(row),
  };
}
