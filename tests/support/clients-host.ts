import { manualClock } from '#kit/clock.ts';
import { endpoints } from '#modules/clients/http/index.ts';
import { createApiKey } from '#modules/clients/index.ts';
import { createAccount } from '#modules/identity/index.ts';
import { endpoints as webhookEndpoints } from '#modules/webhooks/http/index.ts';
import type { Context } from '../../src/context.ts';
import { TEST_TIME, testContext, testDatabase } from './database.ts';
import { moduleHost } from './module-host.ts';
import { signedIn } from './signed-in.ts';

/** What proves who calls. */
export type Headers = Readonly<Record<string, string>>;

/** What a host answered. */
interface Answered {
  readonly status: number;
  /** An object for every answer here but a list. */
  readonly body: Record<string, unknown>;
}

/** Somebody with an account, in every way of proving that manages credentials. */
interface Owner {
  readonly accountId: string;
  readonly apiKey: Headers;
  readonly wallet: Headers;
  readonly email: Headers;
}

/** Both hosts over this module and the webhooks, which take client IDs. */
export interface ClientsHost extends AsyncDisposable {
  readonly ctx: Context;
  readonly now: ReturnType<typeof manualClock>;
  readonly own: Owner;
  readonly foreign: Owner;
  /** A call to the host of its path: `/v2` is the API, `/v1` the auth host. */
  call(what: `${Method} /${string}`, headers: Headers, body?: unknown): Promise<Answered>;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE'];

/** A wallet that nobody else signs in with. */
const WALLETS = [
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
] as const;

/** Opens the hosts on a database of their own, at a time that only moves when it is set. */
export async function clientsHost(): Promise<ClientsHost> {
  const database = await testDatabase();
  const now = manualClock(TEST_TIME);
  const ctx = testContext({ db: database.db, now });
  const open = (host: 'api' | 'auth') =>
    moduleHost({
      ctx,
      counts: database.pool,
      host,
      endpoints: [...endpoints, ...webhookEndpoints],
    });
  const [api, auth] = [await open('api'), await open('auth')];
  const owner = async (wallet: string): Promise<Owner> => {
    const { id: accountId } = await createAccount(ctx, { name: 'A shop' });
    const { apiKey } = await createApiKey(ctx, { accountId, label: 'Till' });
    return {
      accountId,
      apiKey: { 'x-api-key': apiKey },
      wallet: await signedIn(ctx.db, { accountId, wallet }),
      email: await signedIn(ctx.db, { accountId }),
    };
  };
  return {
    ctx,
    now,
    own: await owner(WALLETS[0]),
    foreign: await owner(WALLETS[1]),
    call: async (what, headers, body) => {
      const [name, path = ''] = what.split(' ');
      const method = METHODS.find((known) => known === name) ?? 'GET';
      const { app } = path.startsWith('/v2') ? api : auth;
      const answer = await app.inject({
        method,
        url: path,
        headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      });
      return { status: answer.statusCode, body: answer.json() };
    },
    [Symbol.asyncDispose]: async () => {
      await api[Symbol.asyncDispose]();
      await auth[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}
