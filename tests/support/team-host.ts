import { parseSetCookie } from 'cookie';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import { manualClock } from '#kit/clock.ts';
import type { Role } from '#kit/role.ts';
import { endpoints as auditEndpoints } from '#modules/audit/http/index.ts';
import { endpoints as clientEndpoints } from '#modules/clients/http/index.ts';
import { endpoints as identityEndpoints } from '#modules/identity/http/index.ts';
import { endpoints as memberEndpoints } from '#modules/members/http/index.ts';
import { endpoints as partnerEndpoints } from '#modules/orchestrators/http/index.ts';
import type { Context } from '../../src/context.ts';
import { TEST_TIME, testContext, testDatabase } from './database.ts';
import { moduleHost } from './module-host.ts';

interface Call {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** A session, sent as bearer. */
  readonly token?: string;
  /** The auth host where none is named. */
  readonly host?: 'auth' | 'api';
}

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** The session token that the answer sets; empty when it sets none. */
  readonly token: string;
}

/** Somebody with a session in an account. */
export interface Colleague {
  readonly email: string;
  readonly password: string;
  readonly token: string;
  readonly personId: string;
  readonly accountId: string;
}

/** The hosts with all that a team works with, on a database of their own and with a clock to move. */
export interface TeamHost extends AsyncDisposable {
  readonly ctx: Context;
  advance(milliseconds: number): void;
  call(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, parts?: Call): Promise<Answer>;
  /** Registers somebody, who owns a new account. */
  newOwner(): Promise<Colleague>;
  /** An invitation into the account of an owner; its token and its id. */
  invite(owner: Colleague, role?: Role): Promise<{ readonly token: string; readonly id: string }>;
  /** Somebody new who accepted an invitation and switched to the account. */
  join(owner: Colleague, role: Role): Promise<Colleague>;
  /** Signs in again; returns the token. */
  logIn(person: Colleague): Promise<string>;
  /** What the session of a token says. */
  session(token: string): Promise<Answer>;
  /** Links a wallet by the session of a token; what the last call answered. */
  link(
    token: string,
    wallet: PrivateKeyAccount,
    password?: string,
  ): Promise<{ readonly status: number; readonly body: unknown; readonly token: string }>;
  /** The actions in the log of an account, the oldest first. */
  actions(accountId: string): Promise<string[]>;
}

let wallets = 0;
/** A wallet that no other test uses. */
export function newWallet(): PrivateKeyAccount {
  wallets += 1;
  return privateKeyToAccount(`0x${(0xa11ce0 + wallets).toString(16).padStart(64, '0')}`);
}

/** The text under a name of an answer. */
export const textOf = ({ body }: Pick<Answer, 'body'>, name: string): string =>
  z.string().parse(body[name]);

/** Opens them. */
export async function teamHost(parts: Partial<Context> = {}): Promise<TeamHost> {
  const database = await testDatabase();
  const clock = manualClock(TEST_TIME);
  const ctx = testContext({ db: database.db, now: clock, ...parts });
  const shared = { ctx, counts: database.pool, endpoints: ENDPOINTS };
  const hosts = {
    auth: await moduleHost({ ...shared, host: 'auth' }),
    api: await moduleHost({ ...shared, host: 'api' }),
  };
  const call: TeamHost['call'] = async (method, path, { body, headers, token, host } = {}) => {
    const answer = await hosts[host ?? 'auth'].app.inject({
      method,
      url: path,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    const set = answer.headers['set-cookie'];
    const value = typeof set === 'string' ? (parseSetCookie(set).value ?? '') : '';
    return { status: answer.statusCode, body: answer.json(), token: value };
  };
  return {
    ctx,
    advance: (milliseconds) => clock.advance(milliseconds),
    call,
    ...people(call, clock),
    actions: (accountId) => actionsOf(ctx, accountId),
    [Symbol.asyncDispose]: async () => {
      await hosts.auth[Symbol.asyncDispose]();
      await hosts.api[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

const ENDPOINTS = [
  ...identityEndpoints,
  ...auditEndpoints,
  ...clientEndpoints,
  ...partnerEndpoints,
  ...memberEndpoints,
];

type People = Pick<TeamHost, 'session' | 'newOwner' | 'invite' | 'join' | 'logIn' | 'link'>;

function people(call: TeamHost['call'], clock: ReturnType<typeof manualClock>): People {
  const session: TeamHost['session'] = (token) => call('GET', '/v1/auth/session', { token });
  let count = 0;
  const newOwner: TeamHost['newOwner'] = async () => {
    count += 1;
    const body = { email: `person-${count}@shop.example`, password: `a correct horse ${count}` };
    const { token } = await call('POST', '/v1/auth/register', { body });
    const shown = await session(token);
    const [personId, accountId] = [textOf(shown, 'personId'), textOf(shown, 'accountId')];
    return { ...body, token, personId, accountId };
  };
  const invite: TeamHost['invite'] = async (owner, role = 'viewer') => {
    const body = { role, label: 'Grace' };
    const made = await call('POST', '/v1/invitations', { token: owner.token, body });
    return { token: textOf(made, 'token'), id: textOf(made, 'id') };
  };
  const join: TeamHost['join'] = async (owner, role) => {
    const [invitation, person] = [await invite(owner, role), await newOwner()];
    const { accountId } = owner;
    const { token } = person;
    // Who joins later is later.
    clock.advance(1);
    await call('POST', '/v1/invitations/accept', { token, body: { token: invitation.token } });
    const switched = await call('POST', '/v1/auth/account', { token, body: { accountId } });
    return { ...person, accountId, token: switched.token };
  };
  const link: TeamHost['link'] = async (token, wallet, password) => {
    const body = { address: wallet.address, ...(password !== undefined && { password }) };
    const made = await call('POST', '/v1/auth/wallets/challenge', { token, body });
    if (made.status !== 201) return made;
    const { expiresAt: _, ...challenge } = made.body;
    // A login that is linked later is later.
    clock.advance(1);
    const signature = await wallet.signMessage({ message: textOf(made, 'message') });
    return await call('POST', '/v1/auth/wallets', { token, body: { ...challenge, signature } });
  };
  const logIn: TeamHost['logIn'] = async ({ email, password }) =>
    (await call('POST', '/v1/auth/login', { body: { email, password } })).token;
  return { session, newOwner, invite, join, link, logIn };
}

async function actionsOf(ctx: Context, accountId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('audit_entry')
    .select('action')
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  return rows.map(({ action }) => action);
}

/** The members of every refusal that tests use. */
export const refused = (status: number, code: string) => ({ status, body: { code } });
