import { expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { createClientId } from '#modules/clients/index.ts';
import { grantAdministrator } from '#modules/identity/index.ts';
import { ENDPOINTS } from '../../src/hosts/api/endpoints.ts';
import { ADA, type IdentityHost, identityHost } from './identity-host.ts';

/** The auth host with an administrator, whose wallet has signed in. */
export interface AdministrationHost extends IdentityHost {
  /** The administrator's session. */
  readonly administrator: string;
  /** A new client ID of an account. */
  newClientId(accountId: string): Promise<string>;
}

/** Opens it; `parts` are set in the context. */
export async function administrationHost(
  parts: Partial<Context> = {},
): Promise<AdministrationHost> {
  const host = await identityHost({ served: ENDPOINTS, ...parts });
  const administrator = await host.signIn(ADA);
  const ctx = { ...host.ctx, actor: { kind: 'operator' } } as const;
  await grantAdministrator(ctx, ADA.address);
  return {
    ...host,
    administrator,
    async newClientId(accountId) {
      const shop = { accountId, label: 'Shop', allowedDomains: [] };
      return (await createClientId(ctx, shop)).clientId;
    },
  };
}

interface AdministratorsCall {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: unknown;
}

/** What is answered to everybody but administrators, to be called in a `describe` of 401 and 404. */
export function describeKeptOut(
  host: () => AdministrationHost,
  { method, path, ...parts }: AdministratorsCall,
): void {
  it('needs a session', async () => {
    expect(await host().callAt(method, path, parts)).toMatchObject({
      status: 401,
      body: { code: 'missing_credentials' },
    });
  });

  it('says to an owner, and to a valid or invalid key, that nothing is here', async () => {
    const { token } = await host().register();
    const nothing = { status: 404, body: { code: 'no_such_endpoint' } };
    expect(await host().callAt(method, path, { ...parts, token })).toMatchObject(nothing);
    const headers = { 'x-api-key': 'nonsense' };
    expect(await host().callAt(method, path, { ...parts, headers })).toMatchObject(nothing);
  });
}

/** What the installation's own log holds of an action. */
export async function administrationsOf(host: IdentityHost, action: string) {
  const rows = await host.ctx.db
    .selectFrom('audit_entry')
    .select(['actor_kind', 'actor_id', 'object_id', 'details'])
    .where('account_id', '=', '0'.repeat(26))
    .where('action', '=', action)
    .orderBy('id')
    .execute();
  return rows.map(({ details, ...row }) => ({ ...row, details: JSON.parse(details) }));
}

/** Writes how far a network is scanned; it goes on unless the last parts say that it halted. */
export async function insertScanned(
  { ctx }: IdentityHost,
  network: string,
  halted: object = {},
): Promise<void> {
  const at = { block_number: 7n, block_hash: Buffer.alloc(32, 1), head_number: 9n };
  await ctx.db
    .insertInto('chain_cursor')
    .values({ network, ...at, updated_at: ctx.now(), ...halted })
    .execute();
}
