import type { Insertable } from 'kysely';
import { orderedIdMaker } from '#kit/ulid.ts';
import type { Database } from '#platform/db/database.ts';
import type { BrandingTable } from '#platform/db/tables.generated.ts';
import { TEST_TIME } from './context.ts';
import type { PayableLink } from './payable-link.ts';

/** A look with everything that can be set. */
export const FULL_STYLE = {
  logoPath: '/branding/stalls/logo.png',
  pageBackgroundColor: '#f3f4f6',
  cardBackgroundColor: '#fff',
  primaryActionColor: '#7C3AED',
  primaryTextColor: '#1f2937',
  secondaryTextColor: '#6b7280',
  termsPath: '/branding/stalls/terms.html',
  privacyPath: '/branding/stalls/privacy.html',
  displayRequestBranding: true,
} as const;

/** Values that no branding may have, each with its field. */
export const BAD_BRANDING_FIELDS: readonly (readonly [string, unknown])[] = [
  ['primaryActionColor', '7c3aed'],
  ['primaryActionColor', '#7c3ae'],
  ['primaryActionColor', '#7c3aedff'],
  ['primaryTextColor', 'red'],
  ['pageBackgroundColor', '#fff;}'],
  ['cardBackgroundColor', '#ffffff\n'],
  ['secondaryTextColor', null],
  ['logoPath', '/branding/logo.svg'],
  ['logoPath', '/branding/logo.png?v=2'],
  ['logoPath', '/branding/logo.png#x'],
  ['logoPath', '/branding/../secret.png'],
  ['logoPath', '/branding/%2e%2e/secret.png'],
  ['logoPath', '/branding//evil.example/logo.png'],
  ['logoPath', '/branding/.hidden/logo.png'],
  ['logoPath', '/branding/.png'],
  ['logoPath', '//evil.example/branding/logo.png'],
  ['logoPath', 'https://evil.example/branding/logo.png'],
  ['logoPath', 'branding/logo.png'],
  ['logoPath', '/branding\\logo.png'],
  ['logoPath', `/branding/${'a'.repeat(256)}.png`],
  ['termsPath', '/branding/terms.htm'],
  ['termsPath', '/branding/logo.png'],
  ['privacyPath', '/privacy.html'],
  ['displayRequestBranding', 'true'],
];

const newId = orderedIdMaker(() => TEST_TIME);

/**
 * Makes a link one that its own account created as a partner, with a look where one is given: of
 * the partner, or of a client ID that the link then was created with.
 */
export async function brandLink(
  db: Database,
  { accountId, token }: Pick<PayableLink, 'accountId' | 'token'>,
  style: Partial<Insertable<BrandingTable>> | undefined,
): Promise<{ readonly orchestratorId: string }> {
  const made = { created_at: TEST_TIME, updated_at: TEST_TIME };
  await db
    .insertInto('orchestrator')
    .values({ id: newId(), account_id: accountId, name: 'Stalls', status: 'active', ...made })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute();
  const { id } = await db
    .selectFrom('orchestrator')
    .select('id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('secure_payment')
    .set({ orchestrator_id: id, ...(style?.client_id_id && { client_id_id: style.client_id_id }) })
    .where('token', '=', token)
    .execute();
  const own = { id: newId(), account_id: accountId, orchestrator_id: id };
  if (style !== undefined) {
    await db
      .insertInto('branding')
      .values({ ...own, display_request_branding: false, ...style, ...made })
      .execute();
  }
  return { orchestratorId: id };
}
