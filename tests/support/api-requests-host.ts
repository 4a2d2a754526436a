import type { FastifyInstance } from 'fastify';
import { endpoints } from '#modules/api-requests/http/index.ts';
import { openApiRequestRecorder } from '#modules/api-requests/index.ts';
import { testContext, testDatabase } from './database.ts';
import { keyedAccount } from './keyed-account.ts';
import { moduleHost } from './module-host.ts';
import { signedIn } from './signed-in.ts';

/** A call with a credential, as it is noted. */
interface NotedCall {
  readonly status?: number;
  readonly path?: string;
  /** The id of the credential. */
  readonly id?: string;
  readonly correlationId?: string;
}

/** Who makes calls with a key, and reads them in a session. */
interface Developer {
  readonly accountId: string;
  readonly apiKey: string;
  readonly session: Record<string, string>;
}

/** The auth host over the calls of accounts. */
export interface ApiRequestsHost extends AsyncDisposable {
  readonly app: FastifyInstance;
  newDeveloper(): Promise<Developer>;
  /** Notes calls of an account, as a host does after its answers. */
  note(accountId: string, calls: readonly NotedCall[]): Promise<void>;
}

/** Opens the host on a database of its own. */
export async function apiRequestsHost(): Promise<ApiRequestsHost> {
  const database = await testDatabase();
  const ctx = testContext({ db: database.db });
  const host = await moduleHost({ ctx, counts: database.pool, host: 'auth', endpoints });
  return {
    app: host.app,
    newDeveloper: async () => {
      const { accountId, apiKey } = await keyedAccount(ctx);
      return { accountId, apiKey, session: await signedIn(ctx.db, { accountId }) };
    },
    note: async (accountId, calls) => {
      const recorder = openApiRequestRecorder(ctx);
      for (const call of calls) {
        const { status = 200, path = '/v2/payments', id = 'key_1', correlationId = 'x' } = call;
        const credential = { accountId, kind: 'api_key' as const, id };
        const errorCode = status < 400 ? undefined : 'refused';
        recorder.record({
          ...{ credential, method: 'GET', path, status, errorCode, durationMs: 7, correlationId },
        });
      }
      await recorder.close();
    },
    [Symbol.asyncDispose]: async () => {
      await host[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}
