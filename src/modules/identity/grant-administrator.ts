import type { Context } from '#context.ts';
import { recordAdministration } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { findPersonOfLogin } from './find-person-of-login.ts';
import {
  deleteAdministrator,
  findAdministrators,
  insertAdministrator,
} from './store/administration.ts';

/**
 * Makes the person with this email address or wallet an administrator of the installation; for the command line alone, so that no
 * page and no order of sign-up makes one. False for one who is already. Refuses (404) a login of nobody.
 */
export async function grantAdministrator(ctx: Context, login: string): Promise<boolean> {
  return await change(ctx, login, { by: insertAdministrator, action: 'administrator.granted' });
}

/** Makes that person an administrator no more, from the next call on. False for one who is none. Refuses (404) a login of nobody. */
export async function revokeAdministrator(ctx: Context, login: string): Promise<boolean> {
  return await change(ctx, login, { by: deleteAdministrator, action: 'administrator.revoked' });
}

/** Who administers the installation. */
export async function listAdministrators(ctx: Context) {
  return await findAdministrators(ctx);
}

interface AdministratorChange {
  readonly by: (ctx: Context, personId: string) => Promise<boolean>;
  readonly action: string;
}

async function change(
  ctx: Context,
  login: string,
  { by, action }: AdministratorChange,
): Promise<boolean> {
  return await transact(ctx, async (ctx) => {
    const { accountId, personId } = await findPersonOfLogin(ctx, login);
    const isChanged = await by(ctx, personId);
    const object = { kind: 'person', id: personId };
    if (isChanged) await recordAdministration(ctx, { accountId, action, object });
    return isChanged;
  });
}
