import { endpoints } from '#modules/destinations/http/index.ts';
import type { Context } from '../../src/context.ts';
import { testContext, testDatabase } from './database.ts';
import { moduleHost } from './module-host.ts';
import { insertAccount } from './payable-link.ts';
import { signedIn } from './signed-in.ts';

/** USDC, and the other tokens of destinations, where the tests pay. */
export const TOKENS = {
  usdcBase: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  usdtBase: '0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2',
  usdtTron: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
} as const;

/** What registers USDC on Base. */
export const USDC_ON_BASE = { tokenAddress: TOKENS.usdcBase, chainId: 8453 };

/** A policy that screens, whole. */
export const SCREENED = {
  mode: 'kyt_all_wallets',
  screeningProvider: 'hypernative',
  hideUntilApproved: false,
  hidePayeeAddress: false,
};

type Headers = Readonly<Record<string, string>>;

/** Somebody with an account and a wallet that is signed in. */
interface Owner {
  readonly accountId: string;
  readonly wallet: string;
  readonly session: Headers;
}

/** What a host answered. */
interface DestinationAnswer {
  readonly status: number;
  /** The members of a body that tests use; a refusal has only the last two. */
  readonly body: {
    readonly id: string;
    readonly destinationId: string;
    readonly walletAddress: string;
    readonly accessPolicy: unknown;
    readonly errors: unknown;
    readonly correlationId: string;
  };
}

/** The auth host over the destinations of as many owners as a test needs. */
export interface DestinationHost extends AsyncDisposable {
  readonly ctx: Context;
  /** Another session of this owner's account; one of an email address where no wallet is given. */
  signIn(owner: Owner, wallet?: string): Promise<Headers>;
  owner(wallet?: string): Promise<Owner>;
  /** Calls by method and what follows `/v1/payee-destination`, as `PATCH /deactivate`. */
  call(what: string, headers: Headers, body?: unknown): Promise<DestinationAnswer>;
  /** What the audit log says, oldest first. */
  audit(owner: Owner): Promise<readonly string[]>;
}

let wallets = 0;

/** A wallet that no other test has, in a form without letters, so that it is its own checksum form. */
export function freshWallet(): string {
  wallets += 1;
  return `0x9${wallets.toString().padStart(39, '0')}`;
}

/** Opens the host on a database of its own. */
export async function destinationHost(): Promise<DestinationHost> {
  const database = await testDatabase();
  const ctx = testContext({ db: database.db });
  const host = await moduleHost({ ctx, counts: database.pool, host: 'auth', endpoints });
  return {
    ctx,
    signIn: ({ accountId }, wallet) =>
      signedIn(database.db, wallet === undefined ? { accountId } : { accountId, wallet }),
    owner: async (wallet = freshWallet()) => {
      const accountId = await insertAccount(database.db);
      return { accountId, wallet, session: await signedIn(database.db, { accountId, wallet }) };
    },
    call: async (what, headers, body) => {
      const [method, path = ''] = what.split(' ');
      const answer = await host.app.inject({
        method: upper(method),
        url: `/v1/payee-destination${path}`,
        headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      });
      return { status: answer.statusCode, body: answer.json() };
    },
    audit: async ({ accountId }) => {
      const rows = await database.db
        .selectFrom('audit_entry')
        .select('action')
        .where('account_id', '=', accountId)
        .orderBy('id')
        .execute();
      return rows.map(({ action }) => action);
    },
    [Symbol.asyncDispose]: async () => {
      await host[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

function upper(method: string | undefined): 'GET' | 'POST' | 'PUT' | 'PATCH' {
  if (method === 'GET' || method === 'POST' || method === 'PUT' || method === 'PATCH')
    return method;
  throw new Error(`"${method}" is no method of the room`);
}
