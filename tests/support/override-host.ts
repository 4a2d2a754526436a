import { endpoints } from '#modules/screening-overrides/http/index.ts';
import type { Context } from '../../src/context.ts';
import { testContext, testDatabase } from './database.ts';
import { type KeyedAccount, keyedAccount } from './keyed-account.ts';
import { moduleHost } from './module-host.ts';

/** The endpoints of what accounts decide about wallets in advance, over a database with two accounts. */
export interface OverrideHost extends AsyncDisposable {
  readonly ctx: Context;
  readonly own: KeyedAccount;
  readonly other: KeyedAccount;
  call(
    method: 'GET' | 'POST' | 'DELETE',
    parts?: {
      /** Behind `/v2/screening-overrides`. */
      readonly path?: string;
      /** Whose; nobody's without one. */
      readonly as?: KeyedAccount;
      readonly body?: object;
    },
  ): Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> }>;
}

/** Opens the host. */
export async function overrideHost(): Promise<OverrideHost> {
  const database = await testDatabase();
  const ctx = testContext({ db: database.db });
  const host = await moduleHost({ ctx, counts: database.pool, host: 'api', endpoints });
  const [own, other] = [await keyedAccount(ctx), await keyedAccount(ctx)];
  return {
    ctx,
    own,
    other,
    call: async (method, { path = '', as, body } = {}) => {
      const answer = await host.app.inject({
        method,
        url: `/v2/screening-overrides${path}`,
        headers: as === undefined ? {} : { 'x-api-key': as.apiKey },
        ...(body && { payload: body }),
      });
      return { status: answer.statusCode, body: answer.json() };
    },
    [Symbol.asyncDispose]: async () => {
      await host[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}
